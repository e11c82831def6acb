; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; No word makes memory for what it reports, so a function whose asm takes the base
; pointer compiles as before.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp;coverage=trace-div;coverage=trace-gep;coverage=trace-loads;coverage=trace-stores;coverage=indirect-calls;coverage=trace-pc-guard;coverage=inline-8bit-counters;coverage=inline-bool-flag;coverage=pc-table;coverage=stack-depth} -verify-each -S %s | %check %s
; RUN: %opt{coverage=trace-pc;coverage=trace-cmp;coverage=trace-loads;coverage=trace-pc-guard;gated-trace-callbacks=1} -verify-each -S %s | %check %s

; CHECK-NOT: alloca
define i32 @base_pointer(i32 %x, i128 %wide) {
entry:
  %r = call i32 asm "cpuid", "={bx},0,~{ecx},~{edx},~{eax},~{dirflag},~{fpsr},~{flags}"(i32 %x)
  %c = icmp ult i32 %r, %x
  %w = icmp eq i128 %wide, 7
  %both = and i1 %c, %w
  br i1 %both, label %then, label %else
then:
  %d = udiv i32 %r, %x
  ret i32 %d
else:
  ret i32 0
}
; CHECK: define i32 @base_pointer(
; CHECK: call i32 asm "cpuid"
; CHECK: call void @__sanitizer_cov_trace_cmp4(
