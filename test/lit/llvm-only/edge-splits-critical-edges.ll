; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Level edge puts a block with a hook of its own on each critical edge and feeds
; the phi from it; level bb leaves the graph alone.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=edge} -verify-each -S %s | %check{EDGE} %s
; RUN: %opt{coverage=trace-pc;coverage=bb} -verify-each -S %s | %check{BB} %s

define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  ret i32 %r
}
; EDGE-LABEL: define i32 @f(
; EDGE: br i1 %c, label %then, label %[[SPLIT:entry.join[a-z_]*]]
; EDGE: {{^}}[[SPLIT]]:
; EDGE-NEXT: call void @__sanitizer_cov_trace_pc()
; EDGE: phi i32 [ 1, %[[SPLIT]] ], [ 2, %then ]
; BB-LABEL: define i32 @f(
; BB: br i1 %c, label %then, label %join
; BB-COUNT-2: call void @__sanitizer_cov_trace_pc()
; BB-NOT: call void @__sanitizer_cov_trace_pc()
