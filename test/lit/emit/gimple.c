// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// In GIMPLE each block begins with its hook, the comparison's stands in front of it,
// each call with the asm statement that gives it its identity.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -fdump-tree-optimized=%t.dump -c %s -o %t.o
// RUN: %check %s < %t.dump
typedef unsigned int u32 __attribute__((mode(SI)));
void yes(void);

// CHECK: {{^(void )?}}f (u32 a)
// CHECK: {{^ *}}<bb 2>
// CHECK-NEXT: __sanitizer_cov_trace_pc ();
// CHECK-NEXT: __asm__ __volatile__("" :  : "i" [[ID:[0-9]+]], "i" [[ONE:[0-9]+]]);
// CHECK-NEXT: __sanitizer_cov_trace_const_cmp4 (305419896, a_{{[0-9]+}}(D));
// CHECK-NEXT: __asm__ __volatile__("" :  : "i" [[ID]], "i" [[TWO:[0-9]+]]);
// CHECK-NEXT: if (a_{{[0-9]+}}(D) == 305419896)
// CHECK: {{^ *}}<bb {{[34]}}>
// CHECK-NEXT: __sanitizer_cov_trace_pc ();
// CHECK-NEXT: __asm__ __volatile__("" :  : "i" [[ID]]
// CHECK: {{^ *}}<bb {{[345]}}>
// CHECK-NEXT: __sanitizer_cov_trace_pc ();
// CHECK-NEXT: __asm__ __volatile__("" :  : "i" [[ID]]
void f(u32 a)
{
	if (a == 0x12345678)
		yes();
	yes();
}
