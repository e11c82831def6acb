; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; prune=lossless may put a probe on a critical edge where that is cheaper: the head of
; the loop, which runs most, follows from what is behind it.  An edge that holds no
; probe is as it was.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;prune=lossless;verbose=1} -verify-each -S %s -o %t.ll 2> %t.err
; RUN: %check %s < %t.ll
; RUN: %check{SAID} %s < %t.err

; SAID: note: anycov: 'f': 5 blocks, 3 probes, lower bound 3
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: trace_pc
; CHECK: loop:
; CHECK: br i1 %found, label %loop.out_crit_edge, label %next
; CHECK: loop.out_crit_edge:
; CHECK-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; CHECK: next:
; CHECK-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; CHECK: br i1 %more, label %loop, label %end
; CHECK: end:
; CHECK-NEXT: {{(notail )?}}call void @__sanitizer_cov_trace_pc()
; CHECK: out:
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
