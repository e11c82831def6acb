// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// stack-depth: an asm statement counts as a call, what the compiler copies memory with
// does not; a function that calls nothing has no hook, nor one with few variables.
// RUN: %cov{coverage=stack-depth;stack-depth-callback-min=16} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=stack-depth;stack-depth-callback-min=16} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK: calls: stack_depth
// CHECK-NEXT: has_asm: stack_depth
// CHECK-NEXT: varies: stack_depth
// CHECK-NOT: {{(leaf|copies|moves|few):.*stack_depth.*}}
void callee(volatile char *);
struct large {
	char c[48];
};

void calls(void)
{
	volatile char buffer[32];

	callee(buffer);
}

void has_asm(int i)
{
	volatile char buffer[32];

	buffer[i] = 1;
	__asm__ volatile("");
}

void varies(int n)
{
	volatile char buffer[n];

	callee(buffer);
}

char leaf(int i)
{
	volatile char buffer[32];

	buffer[i] = 1;
	return buffer[3];
}

char copies(const struct large *from, int i)
{
	struct large to = *from;
	volatile char buffer[32];

	buffer[i] = to.c[i];
	return buffer[3];
}

void moves(char *to, const char *from, unsigned long n)
{
	volatile char buffer[32];

	buffer[n] = 1;
	__builtin_memmove(to, from, n);
	__builtin_memset(to + n, buffer[3], n);
}

void few(void)
{
	callee(0);
}
