; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Where the code model leaves no direct calls, one warning says so.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -S %s -o %t.ll 2>&1 | %check %s

target triple = "x86_64-unknown-linux-gnu"
define void @f() {
  ret void
}
define void @g() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 4}
; CHECK: warning: anycov: -mcmodel=large makes the calls of hooks indirect
; CHECK-NOT: warning
