; SPDX-License-Identifier: GPL-2.0-or-later OR MIT
; Where the code may lie too far away for a direct call, or an option takes a register
; that lean hooks need, probes call C hooks, and the unit asks for no lean runtime.
; REQUIRES: native
; RUN: %opt{coverage=trace-pc;hooks=lean} -S %s 2> %t.err | %check{FAR,C} %s
; RUN: %check{SAID} %s < %t.err
; RUN: sed -e '/^!/d' %s | %opt{coverage=trace-pc;hooks=lean} -S - 2>&1 | %check{LEAN} %s
; RUN: sed -e '/^!/d' -e 's/x86_64-pc-linux-gnu/riscv64-unknown-elf/' -e 's/"target-cpu"="x86-64"/"target-features"="+c,+reserve-x6"/' %s | %opt{coverage=trace-pc;hooks=lean} -S - 2>&1 | %check{TAKEN,C} %s

; SAID: note: anycov: hooks=lean is ignored: a direct call may not reach a hook in this code model; probes call C hooks, which are slower and record the same
; SAID-NOT: hooks=lean
; TAKEN: note: anycov: hooks=lean is ignored: a register that they need is taken by an option or a global variable; probes call C hooks, which are slower and record the same
; FAR-NOT: __anycov
; LLVM 23 prints a line of assembly a line.
; LEAN: module asm
; LEAN: __anycov_lean_abi_1
; LEAN: call { i64, i64 } asm sideeffect alignstack {{.*}}call{{.*}}__sanitizer_cov_trace_pc{{.*}}"={r10},={r11},~{flags}"
; Where nothing drops the copies of unused outputs, registers are clobbered.
; LEAN: call void asm sideeffect alignstack {{.*}}call{{.*}}__sanitizer_cov_trace_pc{{.*}}"~{r10},~{r11},~{flags}"
; C: call void @__sanitizer_cov_trace_pc()
target triple = "x86_64-pc-linux-gnu"
define void @f() #0 {
  ret void
}
define void @g() #0 {
  ret void
}
define void @h() #1 {
  ret void
}
attributes #0 = { "target-cpu"="x86-64" }
attributes #1 = { noinline optnone "target-cpu"="x86-64" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 4}
