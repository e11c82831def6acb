; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Divisors of 32 and 64 bits that are no constants, narrower ones that are stored in as
; many, extended as the division takes them; no remainders, no vectors. Indices that are no constants,
; sign-extended to a pointer's width, each one of an address computation.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=trace-div;coverage=trace-gep} -verify-each -S %t.ll | %check %s

target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
define void @divide(i16 %a, i32 %b, i64 %c, i128 %d, i31 %e, i31 %f, <4 x i32> %v) {
  %1 = sdiv i32 %b, 7
  %2 = sdiv i16 3, %a
  %3 = sdiv i32 3, %b
  %4 = udiv i64 3, %c
  %5 = udiv i128 3, %d
  %6 = udiv i31 3, %e
  %7 = sdiv i31 3, %f
  %8 = srem i32 3, %b
  %9 = sdiv <4 x i32> %v, %v
  ret void
}
; CHECK-LABEL: define void @divide(
; CHECK-NEXT: %1 = sdiv i32 %b, 7
; CHECK-NEXT: %2 = sdiv i16 3, %a
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_div4(i32 zeroext %b)
; CHECK: sdiv i32 3, %b
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_div8(i64 %c)
; CHECK: udiv i64 3, %c
; CHECK-NEXT: udiv i128
; CHECK-NEXT: [[E:%[0-9]+]] = zext i31 %e to i32
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_div4(i32 zeroext [[E]])
; CHECK: udiv i31
; CHECK-NEXT: [[F:%[0-9]+]] = sext i31 %f to i32
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_div4(i32 zeroext [[F]])
; CHECK: sdiv i31
; CHECK-NEXT: srem
; CHECK-NEXT: sdiv <4 x i32>
; CHECK-NEXT: ret void

define i8* @index([8 x i8]* %p, i32 %i, i64 %j, i128 %k) {
  %1 = getelementptr [8 x i8], [8 x i8]* %p, i32 %i, i64 %j
  %2 = getelementptr [8 x i8], [8 x i8]* %p, i32 1, i64 2
  %3 = getelementptr [8 x i8], [8 x i8]* %p, i128 %k, i32 0
  ret i8* %1
}
; CHECK-LABEL: @index(
; CHECK-NEXT: [[I:%[0-9]+]] = sext i32 %i to i64
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_gep(i64 [[I]])
; CHECK: call void @__sanitizer_cov_trace_gep(i64 %j)
; CHECK: getelementptr
; CHECK-NEXT: getelementptr
; CHECK-NEXT: [[K:%[0-9]+]] = trunc i128 %k to i64
; CHECK-NEXT: notail call void @__sanitizer_cov_trace_gep(i64 [[K]])
