/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A task without privileges: its variables and its flags are in the memory that it may write. */
int sum;

static int ask(int n)
{
	register int r0 __asm__("r0") = n;

	__asm__ volatile("svc 0" : "+r"(r0) : : "r1", "r2", "r3", "r12", "lr", "memory");
	return r0;
}

static int check(int n)
{
	if (n < 0)
		return 0;
	return n;
}

void task(void)
{
	for (;;) {
		sum = check(ask(1));
		sum += check(ask(2));
	}
}
