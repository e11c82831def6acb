; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A hook call is not merged, not inlined, not tail-called and does not throw; the
; asm of its site is not merged either.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

define void @f() {
  ret void
}
; CHECK: notail call void @__sanitizer_cov_trace_pc() [[HOOK:#[0-9]+]]
; CHECK-NEXT: call void asm sideeffect {{.*}} [[SITE:#[0-9]+]]
; CHECK-DAG: attributes [[HOOK]] = { noinline nomerge nounwind }
; CHECK-DAG: attributes [[SITE]] = { nomerge nounwind }
