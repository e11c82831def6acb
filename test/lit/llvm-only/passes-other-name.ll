; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The pass answers to its own name alone.
; REQUIRES: native
; RUN: not %bindir/opt -load-pass-plugin=%plugin -passes=anycove -S %s 2>&1 | %check %s

define void @f() {
  ret void
}
; CHECK: unknown pass name 'anycove'
