; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The optimizer gives a PHI the line of a statement that it moved out of an arm: the block where the
; arms join does not execute that line.
; REQUIRES: native, run
; RUN: rm -rf %t && mkdir -p %t && cd %t
; RUN: %opt{coverage=trace-pc} -verify-each %s -o t.bc
; RUN: %cc -w t.bc -o t %link
; RUN: %anycov run -o t.dump ./t
; RUN: %anycov report --image t --lcov t.info t.dump > report.txt
; RUN: %check %s < t.info
; CHECK: DA:3,1
; CHECK: DA:4,0
; CHECK: DA:6,1
; CHECK: DA:7,1
define i32 @main(i32 %argc) !dbg !5 {
  %c = icmp sgt i32 %argc, 1, !dbg !8
  br i1 %c, label %many, label %one, !dbg !8
many:
  %m = mul i32 %argc, 3, !dbg !9
  br label %join, !dbg !9
one:
  %o = sub i32 %argc, 1, !dbg !10
  br label %join, !dbg !10
join:
  %r = phi i32 [ %m, %many ], [ %o, %one ], !dbg !9
  ret i32 %r, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "phi.c", directory: "/")
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 2, !"Dwarf Version", i32 4}
!5 = distinct !DISubprogram(name: "main", file: !1, line: 2, scopeLine: 2, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !2)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 3, scope: !5)
!9 = !DILocation(line: 4, scope: !5)
!10 = !DILocation(line: 6, scope: !5)
!11 = !DILocation(line: 7, scope: !5)
