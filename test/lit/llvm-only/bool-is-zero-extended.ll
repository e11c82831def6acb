; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Operands of one bit are 0 and 1, as in C (clang passes 0 and 255).
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @f(i1 %x, i1 %y) {
  %r = icmp slt i1 %x, %y
  ret i1 %r
}
; CHECK: [[X:%.*]] = zext i1 %x to i8
; CHECK: [[Y:%.*]] = zext i1 %y to i8
; CHECK: call void @__sanitizer_cov_trace_cmp1(i8 zeroext [[X]], i8 zeroext [[Y]])
