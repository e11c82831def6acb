; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A hook that the unit declared under -fno-plt (nonlazybind) is called directly all
; the same.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

declare void @__sanitizer_cov_trace_pc() nonlazybind
define void @f() {
  ret void
}
; CHECK: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: nonlazybind
