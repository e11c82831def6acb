; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; riscv64 passes 32-bit values sign-extended, unsigned ones too; narrower ones by
; their own sign. Declaration and call agree.
; REQUIRES: native
; RUN: %opt{coverage=trace-cmp} -verify-each -S %s | %check %s

target triple = "riscv64-unknown-elf"
define i1 @f(i32 %x, i8 %y) {
  %r = icmp eq i32 %x, 3
  %s = icmp eq i8 %y, 3
  %t = and i1 %r, %s
  ret i1 %t
}
; CHECK: call void @__sanitizer_cov_trace_const_cmp4(i32 signext 3, i32 signext %x)
; CHECK: call void @__sanitizer_cov_trace_const_cmp1(i8 zeroext 3, i8 zeroext %y)
; CHECK: declare void @__sanitizer_cov_trace_const_cmp4(i32 signext, i32 signext)
; CHECK: declare void @__sanitizer_cov_trace_const_cmp1(i8 zeroext, i8 zeroext)
