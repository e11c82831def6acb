// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// map=none: a counter is one statement to GCC, which is the label of its block as well.  GCC's
// scheduler, which moves nothing past it, does not run, unless the command line asks for it.
// REQUIRES: x86_64
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -S -fverbose-asm %s -o %t.s
// RUN: %check %s < %t.s
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -fPIC -S %s -o %t.s
// RUN: %check %s < %t.s
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none;counters=never-zero} -O2 -S %s -o %t.s
// RUN: %check{ZERO} %s < %t.s
// Elsewhere it is GCC's own statements, with the same tables.
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -masm=intel -S %s -o %t.s
// RUN: %check{OTHER} %s < %t.s
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -mcmodel=large -S %s -o %t.s
// RUN: %check{OTHER} %s < %t.s
// RUN: %cov{coverage=inline-8bit-counters,pc-table} -O2 -S %s -o %t.s
// RUN: %check{OTHER} %s < %t.s
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -S -fdump-rtl-sched2=%t.no %s -o %t.s
// RUN: not grep -c insn %t.no
// RUN: %cov{coverage=inline-8bit-counters,pc-table;map=none} -O2 -S -fschedule-insns2 -fdump-rtl-sched2=%t.yes %s -o %t.s
// RUN: grep -c insn %t.yes

void hit(void);

// CHECK: .8byte f
// CHECK-NEXT: .8byte 1
// CHECK-NEXT: .8byte [[L:.Lanycov_l[0-9]+_1]]
// CHECK-NEXT: .8byte 0
// CHECK: f:
// CHECK: addb $1, .Lanycov_t1_1+0(%rip)
// CHECK: [[L]]:
// CHECK-NEXT: addb $1, .Lanycov_t1_1+1(%rip)
// ZERO: .skip 4,0
// ZERO: addb $1, .Lanycov_t1_1+0(%rip)
// ZERO-NEXT: adcb $0, .Lanycov_t1_1+0(%rip)
// ZERO: addb $1, .Lanycov_t1_1+1(%rip)
// ZERO-NEXT: adcb $0, .Lanycov_t1_1+1(%rip)
// OTHER: .skip 4,0
// OTHER: .8byte f
// OTHER-NEXT: .8byte 1
// OTHER: f:
// OTHER-NOT: addb $1, .Lanycov_t1_1+
void f(int a)
{
	if (a)
		hit();
}
