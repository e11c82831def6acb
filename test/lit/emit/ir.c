// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang
// LLVM IR: each block begins with its hook, the comparison's stands in front of it.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -S -emit-llvm %s -o - | %check %s
typedef unsigned int u32 __attribute__((mode(SI)));
void yes(void);

// CHECK-LABEL: @f(
// CHECK-NEXT: {{(notail )?}}call {{.*}}void @__sanitizer_cov_trace_pc()
// CHECK-NEXT: call {{.*}}void asm sideeffect
// CHECK-NEXT: {{(notail )?}}call {{.*}}void @__sanitizer_cov_trace_const_cmp4(i32 {{.*}}305419896, i32 {{.*}}%{{[a0]}})
// CHECK-NEXT: call {{.*}}void asm sideeffect
// CHECK-NEXT: {{%.*}} = icmp eq i32 %{{[a0]}}, 305419896
// CHECK-NEXT: br i1
// CHECK: {{(notail )?}}call {{.*}}void @__sanitizer_cov_trace_pc()
// CHECK-NEXT: call {{.*}}void asm sideeffect
// CHECK-NEXT: {{.*}}call {{.*}}@yes()
// CHECK: {{(notail )?}}call {{.*}}void @__sanitizer_cov_trace_pc()
// CHECK-NEXT: call {{.*}}void asm sideeffect
// CHECK-NEXT: {{.*}}call {{.*}}@yes()
// CHECK: declare {{.*}}void @__sanitizer_cov_trace_pc()
void f(u32 a)
{
	if (a == 0x12345678)
		yes();
	yes();
}
