; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A function with structured exception handling has no hooks, and verbose says why.
; REQUIRES: native, version-15
; RUN: %bindir/opt -load-pass-plugin=%plugin "-passes=anycov<coverage=trace-pc;verbose>" -S %s 2>&1 | %check %s

target triple = "x86_64-pc-windows-msvc"
declare void @g()
declare i32 @__C_specific_handler(...)
define void @f() personality ptr @__C_specific_handler {
  call void @g()
  ret void
}
; CHECK: anycov: 'f' gets no hooks: it uses structured exception handling
; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void @g()
