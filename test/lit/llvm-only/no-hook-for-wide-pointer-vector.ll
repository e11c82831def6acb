; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Integers above 64 bits, pointers, vectors and other floats have no hook: a part of
; an operand would be a lie.
; REQUIRES: native, version-15
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @wide(i128 %x, i128 %y) {
  %r = icmp ult i128 %x, %y
  ret i1 %r
}
define i1 @pointer(ptr %x, ptr %y) {
  %r = icmp eq ptr %x, %y
  ret i1 %r
}
define <4 x i1> @vector(<4 x i32> %x, <4 x i32> %y) {
  %r = icmp eq <4 x i32> %x, %y
  ret <4 x i1> %r
}
define i1 @half(half %x, half %y) {
  %r = fcmp oeq half %x, %y
  ret i1 %r
}
define i1 @always(float %x, float %y) {
  %r = fcmp true float %x, %y
  ret i1 %r
}
; CHECK-NOT: __sanitizer_cov
; CHECK: attributes
; CHECK-NOT: __sanitizer_cov
