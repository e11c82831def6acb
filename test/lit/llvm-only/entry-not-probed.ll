; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; An entry block whose coverage follows from others' has no probe of trace-pc; guards
; always name it, and the elements of the tables are those of the probed blocks.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;prune=lossless;coverage=bb} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc;coverage=trace-pc-guard;prune=lossless;coverage=bb} -verify-each -S %s | %check{GUARD} %s

; CHECK-LABEL: define i32 @f(
; CHECK-NOT: call void
; CHECK: a:
; CHECK-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; CHECK: b:
; CHECK-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; GUARD: @__sancov_gen_{{.*}} = private global [3 x i32] zeroinitializer
; GUARD-LABEL: define i32 @f(
; GUARD-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; GUARD: call void @__sanitizer_cov_trace_pc_guard(
; GUARD: a:
; GUARD-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; GUARD: call void @__sanitizer_cov_trace_pc_guard(
; GUARD: b:
; GUARD-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; GUARD: call void @__sanitizer_cov_trace_pc_guard(
define i32 @f(i32 %n) {
  %c = icmp ult i32 %n, 7
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
