; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Mach-O and COFF have no sections like ELF's: an error says so; calls alone work there.
; REQUIRES: native
; RUN: not %opt{coverage=trace-pc-guard} -S %s 2>&1 | %check %s
; RUN: sed s/apple-macosx/pc-windows-gnu/ %s > %t.ll
; RUN: not %opt{coverage=inline-8bit-counters;coverage=pc-table} -S %t.ll 2>&1 | %check{COUNTERS} %s
; RUN: not %opt{coverage=trace-pc;coverage=control-flow} -S %t.ll 2>&1 | %check{FLOW} %s
; RUN: not %opt{coverage=trace-pc;gated-trace-callbacks=1} -S %t.ll 2>&1 | %check{GATE} %s
; RUN: %opt{coverage=trace-div;coverage=trace-pc-entry-exit} -verify-each -S %t.ll | %check{CALLS} %s

target triple = "x86_64-apple-macosx"
define i32 @f(i32 %x) {
  %r = udiv i32 7, %x
  ret i32 %r
}
; CHECK: anycov: coverage=trace-pc-guard requires an ELF target; use trace-pc or an ELF target
; COUNTERS: anycov: coverage=inline-8bit-counters requires an ELF target
; FLOW: anycov: coverage=control-flow requires an ELF target
; GATE: anycov: gated-trace-callbacks requires an ELF target; remove it or use an ELF target
; CALLS: call void @__sanitizer_cov_trace_pc_entry()
; CALLS: call void @__sanitizer_cov_trace_div4(
; CALLS: call void @__sanitizer_cov_trace_pc_exit()
