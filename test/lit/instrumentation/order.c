// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The order in a block (entry, PC, guard, stack depth) and of statements.
// RUN: %cov{coverage=bb,trace-pc,trace-pc-guard,trace-pc-entry-exit,stack-depth,indirect-calls;stack-depth-callback-min=1} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines{PROBES} %s
// RUN: %cov{coverage=trace-gep,trace-div,trace-loads,trace-stores,trace-cmp} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines{DATA} %s
// RUN: %cov{coverage=trace-gep,trace-div,trace-loads,trace-stores,trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check{DATA0} %s

// PROBES: f: trace_pc_entry trace_pc_guard stack_depth trace_pc_indir trace_pc trace_pc_guard {{trace_pc trace_pc_guard trace_pc_exit|trace_pc_exit trace_pc trace_pc_guard}}
// DATA: g: trace_gep load4 trace_div4 trace_const_cmp4 store1
// DATA0: g:{{.*}} trace_gep{{.*}} load4{{.*}} trace_div4{{.*}} trace_const_cmp4{{.*}} store1
void h(void);
volatile char v;

int f(void (*p)(volatile char *))
{
	volatile char buffer[8];

	p(buffer);
	if (v == 3)
		h();
	return buffer[2];
}

void g(__INT32_TYPE__ *t, long i, __INT32_TYPE__ d)
{
	v = t[i] / d == 3;
}
