; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Accesses of 1, 2, 4, 8 and 16 bytes, atomic and volatile ones too; none of other sizes,
; and none in other address spaces, whose addresses mean nothing to the hook.
; REQUIRES: native
; RUN: %pointers %s > %t.ll
; RUN: %opt{coverage=trace-loads;coverage=trace-stores} -verify-each -S %t.ll | %check %s
; RUN: %opt{coverage=trace-loads} -verify-each -S %t.ll | %check{LOADS} %s

define void @f(i1* %a, i8* %b, i16* %c, i32* %d, double* %e, i128* %g, i24* %h) {
  %1 = load i1, i1* %a
  %2 = load atomic i8, i8* %b seq_cst, align 1
  %3 = load volatile i16, i16* %c
  store i32 7, i32* %d
  store atomic i32 7, i32* %d release, align 4
  %4 = load double, double* %e
  store double %4, double* %e
  store i128 1, i128* %g
  %5 = load i24, i24* %h
  store i24 %5, i24* %h
  ret void
}
; CHECK-LABEL: define void @f(
; CHECK: @__sanitizer_cov_load1({{ptr|i8\*}} %
; CHECK: %{{[0-9]+}} = load i1,
; CHECK: @__sanitizer_cov_load1({{ptr|i8\*}} %b
; CHECK: load atomic i8
; CHECK: @__sanitizer_cov_load2(
; CHECK: load volatile i16
; CHECK: @__sanitizer_cov_store4(
; CHECK: store i32 7
; CHECK: @__sanitizer_cov_store4(
; CHECK: store atomic i32 7
; CHECK: @__sanitizer_cov_load8(
; CHECK: load double
; CHECK: @__sanitizer_cov_store8(
; CHECK: store double
; CHECK: @__sanitizer_cov_store16(
; CHECK: store i128
; CHECK-NOT: call void @__sanitizer
; CHECK: ret void
; LOADS-LABEL: define void @f(
; LOADS-NOT: @__sanitizer_cov_store
; LOADS: ret void

define i32 @segment(i32 addrspace(256)* %p) {
  %v = load i32, i32 addrspace(256)* %p
  ret i32 %v
}
; CHECK-LABEL: define i32 @segment(
; CHECK-NOT: call void @__sanitizer
; CHECK: ret i32
