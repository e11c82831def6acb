; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; prune=dom leaves out a comparison that only decides whether a loop repeats; any
; other prune= keeps it.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp;coverage=trace-pc;prune=dom} -verify-each -S %s | %check{DOM} %s
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check{NONE} %s
; RUN: %opt{coverage=trace-cmp;coverage=trace-pc;prune=lossless} -verify-each -S %s | %check{NONE} %s

define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %out
out:
  %d = icmp eq i32 %n, 7
  br i1 %d, label %x, label %y
x:
  ret void
y:
  ret void
}
; DOM-NOT: __sanitizer_cov_trace_cmp4(
; DOM: call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext 7, i32 zeroext %n)
; NONE: call void @__sanitizer_cov_trace_cmp4(i32 zeroext %j, i32 zeroext %n)
; NONE: call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext 7, i32 zeroext %n)
