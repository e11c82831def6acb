; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A table of the control flow lists the function's own blocks alone: prune=lossless then puts
; no block on an edge, which would be removed again if it held no probe, and the table would
; list the edge's end twice, once as its own successor.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=control-flow;prune=lossless} -verify-each -S %s | %check %s

; 5 blocks with two ends each, 6 edges, 2 calls
; CHECK: @__sancov_gen_{{.*}} = private constant [23 x i64]
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: crit_edge
declare i32 @v(i32)
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %v = call i32 @v(i32 %i) nounwind willreturn
  %found = icmp eq i32 %v, 0
  br i1 %found, label %out, label %next
next:
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %e = call i32 @v(i32 %n) nounwind willreturn
  br label %out
out:
  %r = phi i32 [ %i, %loop ], [ %e, %end ]
  ret i32 %r
}
