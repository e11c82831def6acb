; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The record of a flag comes after its store, so that codegen cannot merge the stores of
; several flags; nothing is between a block's beginning and the load.
; REQUIRES: native
; RUN: %opt{coverage=inline-bool-flag} -verify-each -S %s | %check %s

; CHECK-LABEL: define void @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[FLAG:%.*]] = load i8, {{.*}}, !nosanitize
; CHECK: br i1 {{.*}}, !prof
; CHECK: store i8 1, {{.*}}@__sancov_gen_{{.*}}, !nosanitize
; CHECK-NEXT: call void asm sideeffect {{.*}}anycov_map
; CHECK-NEXT: br label
define void @f() {
entry:
  ret void
}
