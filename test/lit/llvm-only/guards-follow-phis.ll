; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Critical edges of a switch, two of them between the same blocks, and of a branch: each
; has a guard of its own and feeds the phi; an edge of indirectbr stays.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=trace-pc-guard} -verify-each -S %t.ll | %check %s

define i32 @switches(i32 %x) {
entry:
  switch i32 %x, label %out [
    i32 1, label %out
    i32 2, label %two
  ]
two:
  br label %out
out:
  %r = phi i32 [ 0, %entry ], [ 0, %entry ], [ 2, %two ]
  ret i32 %r
}
; CHECK: [5 x i32] zeroinitializer, section "__sancov_guards", comdat($switches)
; CHECK: [5 x i32] zeroinitializer, section "__sancov_guards", comdat($jumps)
; CHECK-LABEL: define i32 @switches(
; CHECK: switch i32 %x, label %[[A:entry.out_crit_edge[0-9]*]] [
; CHECK-NEXT: i32 1, label %[[B:entry.out_crit_edge[0-9]*]]
; CHECK: phi i32 [ 0, %[[A]] ], [ 0, %[[B]] ], [ 2, %two ]

define i32 @jumps(i8* %p, i32 %x) {
entry:
  indirectbr i8* %p, [label %a, label %b]
a:
  %c = icmp eq i32 %x, 1
  br i1 %c, label %b, label %out
b:
  %r = phi i32 [ 0, %entry ], [ 1, %a ]
  ret i32 %r
out:
  ret i32 3
}
; CHECK-LABEL: define i32 @jumps(
; CHECK: indirectbr {{.*}} %p, [label %a, label %b]
; CHECK: br i1 %c, label %[[C:a.b_crit_edge]], label %out
; CHECK: phi i32 [ 0, %entry ], [ 1, %[[C]] ]
