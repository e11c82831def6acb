; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A critical edge to a block of only unreachable is not split, and that block has
; no hook.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=edge} -verify-each -S %s | %check %s

define void @f(i1 %c, i1 %d) {
entry:
  br i1 %c, label %then, label %dead
then:
  br i1 %d, label %dead, label %out
dead:
  unreachable
out:
  ret void
}
; CHECK-LABEL: define void @f(
; CHECK-COUNT-3: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: call void @__sanitizer_cov_trace_pc()
; CHECK-NOT: _crit_edge
; CHECK: declare
