; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; prune=lossless may put a probe on a critical edge: here on the way round the loop,
; which tells of more than the way out of it.  An edge that holds no probe is as it was.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;prune=lossless;verbose} -verify-each -S %s -o %t.ll 2> %t.err
; RUN: %check %s < %t.ll
; RUN: %check{SAID} %s < %t.err

define void @f(i32 %n, i1 %c) {
entry:
  br i1 %c, label %rare, label %loop, !prof !0
rare:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ 7, %rare ], [ %j, %loop ]
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 100}
