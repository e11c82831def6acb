; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; x32 objects are ELFCLASS32: the address of a record has 4 bytes there, 8 on x86-64.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check{X32} %s
; RUN: sed 's/gnux32/gnu/; s/-p:32:32//' %s > %t.ll
; RUN: %opt{coverage=trace-pc} -S %t.ll | %check{LP64} %s

target datalayout = "e-m:e-p:32:32-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnux32"
define void @f() {
  ret void
}
; X32: asm sideeffect {{.*}}.4byte .Lanycov
; LP64: asm sideeffect {{.*}}.8byte .Lanycov
