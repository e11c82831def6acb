; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; A comparison without a location gets a hook with line 0: a call without one would
; fail the verifier once it is inlined.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define i1 @f(i32 %x) !dbg !5 {
  %r = icmp eq i32 %x, 3
  ret i1 %r, !dbg !7
}
; CHECK: trace_const_cmp4({{.*}} !dbg [[AT:![0-9]+]]
; CHECK: [[AT]] = !DILocation(line: 0, scope:
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !3, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 5, column: 2, scope: !5)
