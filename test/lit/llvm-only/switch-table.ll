; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; The table of a switch: number of cases, bits, values zero-extended and sorted. It is
; constant, so it needs no RAM. Odd widths round up; above 64 bits there is no hook.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

define void @f(i8 %x, i9 %y, i128 %z) {
entry:
  switch i8 %x, label %next [ i8 -1, label %a
                              i8 5, label %a
                              i8 100, label %a ]
a:
  ret void
next:
  switch i9 %y, label %a [ i9 -256, label %last ]
last:
  switch i128 %z, label %a [ i128 4, label %b ]
b:
  ret void
}
; CHECK-DAG: = private unnamed_addr constant [5 x i64] [i64 3, i64 8, i64 5, i64 100, i64 255]
; CHECK-DAG: = private unnamed_addr constant [3 x i64] [i64 1, i64 16, i64 256]
; CHECK-LABEL: define void @f(
; CHECK: [[X:%.*]] = zext i8 %x to i64
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_switch(i64 [[X]], {{.*}}@anycov.cases
; CHECK: call void @__sanitizer_cov_trace_switch(
; CHECK-NOT: call void @__sanitizer_cov_trace_switch(
