; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; float and double have the hooks that GCC has for them; a constant keeps its place.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @f(float %x, float %y) {
  %r = fcmp olt float %x, %y
  ret i1 %r
}
define i1 @d(double %x) {
  %r = fcmp une double %x, 2.0
  ret i1 %r
}
; CHECK-LABEL: @f(
; CHECK: call void @__sanitizer_cov_trace_cmpf(float %x, float %y)
; CHECK-LABEL: @d(
; CHECK: call void @__sanitizer_cov_trace_cmpd(double %x, double 2.000000e+00)
