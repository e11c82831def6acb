; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A function that went through the pass is left alone the next time, as in the link
; step of ThinLTO; a function that came later is not.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp} -S %s -o %t.1.ll
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp} -S %t.1.ll -o %t.2.ll
; RUN: grep -v ModuleID %t.1.ll > %t.1
; RUN: grep -v ModuleID %t.2.ll > %t.2
; RUN: cmp %t.1 %t.2
; RUN: sed 's/@f(/@later(/' %s >> %t.2.ll
; RUN: %opt{coverage=trace-pc} -S %t.2.ll | %check %s

define i1 @f(i32 %x) {
  %r = icmp eq i32 %x, 3
  ret i1 %r
}
; CHECK-LABEL: define i1 @f(
; CHECK-COUNT-1: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: call void @__sanitizer_cov_trace_pc()
; CHECK-LABEL: define i1 @later(
; CHECK-COUNT-1: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: call void @__sanitizer_cov_trace_pc()
