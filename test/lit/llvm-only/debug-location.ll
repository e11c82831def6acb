; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The hook of the entry has the scope line, that of another block the first line the
; block has, one without a line line 0 (the verifier wants a location on calls).
; REQUIRES: native
; RUN: %opt{coverage=trace-pc} -verify-each -S %s | %check %s

define void @f(i1 %c) !dbg !5 {
entry:
  br i1 %c, label %a, label %b, !dbg !7
a:
  %x = add i32 1, 2
  br label %b, !dbg !8
b:
  ret void
}
; CHECK: trace_pc(){{.*}} !dbg [[ENTRY:![0-9]+]]
; CHECK: {{^}}a:
; CHECK: trace_pc(){{.*}} !dbg [[A:![0-9]+]]
; CHECK: {{^}}b:
; CHECK: trace_pc(){{.*}} !dbg [[B:![0-9]+]]
; CHECK-DAG: [[ENTRY]] = !DILocation(line: 4, scope:
; CHECK-DAG: [[A]] = !DILocation(line: 6, column: 3, scope:
; CHECK-DAG: [[B]] = !DILocation(line: 0, scope:
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !3, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 5, column: 2, scope: !5)
!8 = !DILocation(line: 6, column: 3, scope: !5)
