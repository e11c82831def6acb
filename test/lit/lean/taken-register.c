// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, x86_64, gcc
// Where an option takes a register that lean hooks need, or the code may lie too
// far away, probes call C hooks.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O1 -ffixed-r11 -c %s -o %t.o 2>&1 | %check{TAKEN} %s
// RUN: %cov{coverage=trace-pc;hooks=lean} -O1 -DGLOBAL -c %s -o %t.o 2>&1 | %check{TAKEN} %s
// RUN: %objdump -t %t.o | %check{TAG} %s
// RUN: %cov{coverage=trace-pc;hooks=lean} -O1 -mcmodel=large -c %s -o %t.o 2>&1 | %check{FAR} %s
// TAKEN: note: anycov: hooks=lean is ignored: a register that they need is taken by an option or a global variable; probes call C hooks, which are slower and record the same
// FAR: note: anycov: hooks=lean is ignored: a direct call may not reach a hook in this code model; probes call C hooks, which are slower and record the same
// TAG-NOT: __anycov
#ifdef GLOBAL
register unsigned long taken __asm__("r10");
#endif

void f(void)
{
}
