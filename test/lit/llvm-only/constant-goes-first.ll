; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A constant operand is the first argument of const_cmp, on whichever side it stood.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @right(i16 %x) {
  %r = icmp ugt i16 %x, 300
  ret i1 %r
}
define i1 @left(i16 %x) {
  %r = icmp ult i16 300, %x
  ret i1 %r
}
define i1 @neither(i16 %x, i16 %y) {
  %r = icmp ult i16 %x, %y
  ret i1 %r
}
; CHECK-LABEL: @right(
; CHECK: call void @__sanitizer_cov_trace_const_cmp2(i16 zeroext 300, i16 zeroext %x)
; CHECK-LABEL: @left(
; CHECK: call void @__sanitizer_cov_trace_const_cmp2(i16 zeroext 300, i16 zeroext %x)
; CHECK-LABEL: @neither(
; CHECK: call void @__sanitizer_cov_trace_cmp2(i16 zeroext %x, i16 zeroext %y)
