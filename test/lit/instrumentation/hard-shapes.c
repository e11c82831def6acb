// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Computed goto, asm goto, setjmp, nested loops, switches: the compiler's own checks
// find nothing wrong, and the tables are in order, at every level of optimisation.
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit,trace-pc} -O0 -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit,trace-pc} -O1 -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit,trace-pc} -O2 -g -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit,trace-pc;gated-trace-callbacks} -O3 -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit,trace-pc;gated-trace-callbacks;prune=lossless} -Os -c %s -o %t.o && %covtables %t.o | %check %s

// CHECK: guards: [[#N:]]
// CHECK-NEXT: counters: [[#N]]
// CHECK-NEXT: flags: [[#N]]
// CHECK: pcs: {{.*}}interpret
// CHECK-NOT: problem
typedef struct { void *word[64]; } jump[1];
int save(jump) __attribute__((returns_twice));
void leave(jump) __attribute__((noreturn));
int g(int), (*p)(int);
jump j;

int interpret(const unsigned char *code)
{
	static void *const ops[] = { &&add, &&sub, &&stop };
	int acc = 0;

	goto *ops[*code++ % 3];
add:
	acc += g(*code);
	goto *ops[*code++ % 3];
sub:
	acc -= p(*code);
	goto *ops[*code++ % 3];
stop:
	return acc;
}

int jumps(int x)
{
	__asm__ goto("" : : "r"(x) : : far, near);
	x += g(x);
near:
	return x;
far:
	return g(-x);
}

int twice(int n)
{
	volatile int tries = 0;

	if (save(j)) {
		tries++;
		if (tries > n)
			return tries;
	}
	if (g(tries) / (n | 1))
		leave(j);
	return n;
}

int first(void)
{
	save(j);
	return g(1);
}

long mixed(long *a, unsigned n, double d)
{
	long sum = 0;

	for (unsigned i = 0; i < n; i++)
		switch (a[i]) {
		case 1:
			sum += a[i + 1] / (i + 1);
			/* fall through */
		case 2:
		case 7:
			sum++;
			break;
		case 1000:
			if (d < (double)sum)
				return sum;
			__builtin_unreachable();
		default:
			sum += d > 3 && a[i] ? g((int)i) : 3;
		}
	return sum;
}
