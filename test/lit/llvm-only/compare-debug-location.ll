; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A comparison without a line gets a hook with the line of what uses it, else of the
; code around, else of the branch that leads there; without any, line 0: a call
; without a location would fail the verifier once it is inlined.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

; CHECK-LABEL: define i1 @of_user(
; CHECK: trace_const_cmp4({{.*}} !dbg [[USER:![0-9]+]]
define i1 @of_user(i32 %x) !dbg !5 {
  %r = icmp eq i32 %x, 3
  %y = add i32 %x, 1, !dbg !8
  ret i1 %r, !dbg !7
}

; CHECK-LABEL: define i32 @of_neighbour(
; CHECK: trace_const_cmp4({{.*}} !dbg [[NEAR:![0-9]+]]
define i32 @of_neighbour(i32 %x) !dbg !9 {
  %y = add i32 %x, 1, !dbg !10
  %r = icmp eq i32 %x, 3
  %z = zext i1 %r to i32
  ret i32 %z
}

; CHECK-LABEL: define void @of_branch(
; CHECK: trace_switch({{.*}} !dbg [[BRANCH:![0-9]+]]
define void @of_branch(i32 %x) !dbg !12 {
  br label %next, !dbg !13
next:
  switch i32 %x, label %a [ i32 1, label %b ]
a:
  ret void
b:
  ret void
}

; CHECK-LABEL: define i1 @none(
; CHECK: trace_const_cmp4({{.*}} !dbg [[NONE:![0-9]+]]
define i1 @none(i32 %x) !dbg !15 {
  %r = icmp eq i32 %x, 3
  ret i1 %r
}
; CHECK-DAG: [[USER]] = !DILocation(line: 5, column: 2, scope:
; CHECK-DAG: [[NEAR]] = !DILocation(line: 11, column: 2, scope:
; CHECK-DAG: [[BRANCH]] = !DILocation(line: 16, column: 2, scope:
; CHECK-DAG: [[NONE]] = !DILocation(line: 0, scope:
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !3, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 5, column: 2, scope: !5)
!8 = !DILocation(line: 6, column: 2, scope: !5)
!9 = distinct !DISubprogram(name: "n", scope: !1, file: !1, line: 9, type: !3, scopeLine: 10, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DILocation(line: 11, column: 2, scope: !9)
!12 = distinct !DISubprogram(name: "b", scope: !1, file: !1, line: 14, type: !3, scopeLine: 15, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocation(line: 16, column: 2, scope: !12)
!15 = distinct !DISubprogram(name: "o", scope: !1, file: !1, line: 20, type: !3, scopeLine: 21, spFlags: DISPFlagDefinition, unit: !0)
