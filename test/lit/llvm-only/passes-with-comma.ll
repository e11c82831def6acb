; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; opt cuts -passes= at commas; a sentence says what to write instead.
; REQUIRES: native
; RUN: not %bindir/opt -load-pass-plugin=%plugin "-passes=anycov<coverage=trace-pc,trace-cmp>" -S %s 2>&1 | %check %s

define void @f() {
  ret void
}
; CHECK: anycov: -passes= takes no comma within anycov<...>; write coverage=A;coverage=B
