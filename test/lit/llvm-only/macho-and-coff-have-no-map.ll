; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The map is for ELF. Elsewhere a constant operand keeps two sites apart.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s
; RUN: sed s/apple-macosx/pc-windows-gnu/ %s > %t.ll
; RUN: %opt{coverage=trace-pc} -verify-each -S %t.ll | %check %s

target triple = "x86_64-apple-macosx"
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
; CHECK-NOT: anycov_map
; CHECK: call void asm sideeffect "", "i"(i32 0)
; CHECK: call void asm sideeffect "", "i"(i32 1)
; CHECK: call void asm sideeffect "", "i"(i32 2)
