// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are those that gcov names: loops, goto, break,
// labels, statements and macros over several lines, setjmp.  Also with the
// lossless plan, where most blocks have no probe and --complete assumes that calls return.
// REQUIRES: gcov
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %s %t.dir/lines.c && cd %t.dir
// RUN: %cc -O0 -w --coverage lines.c -o gcov && ./gcov > out
// RUN: %cov{coverage=trace-pc} -O0 -g -w lines.c -o none %link
// RUN: %anycov run -o none.dump ./none > out && %anycov report --image none none.dump --lcov none.info > out
// RUN: %lines none.info lines.c 40
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g -w lines.c -o less %link
// RUN: %anycov run -o less.dump ./less > out && %anycov report --complete --image less less.dump --lcov less.info > out
// RUN: %lines less.info lines.c 40
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#define MX(a,b) ((a)<(b)?(b):(a))
static jmp_buf jb;
static int f(int a)
{
	int i, s = 0;

	for (i = 0; i < a; i++) {
		if (i == 3)
			continue;
		if (i == 7)
			break;
		s += MX(i, 2);
	}
	while (s > 100) {
		s--;
		if (s & 1)
			goto out;
	}
	do {
		s++;
	} while (s < 20
		 && s > 3);
	switch (s) {
	case 1:
	case 20:
		s = 3;
		break;
	case 21:
		s = 4;
		/* fallthrough */
	case 22:
		s++;
		break;
	case 30 ... 40:
		s = 7;
		break;
	default:
		return 1;
	}
	if (s == 3)
		goto out;
	s = 1;
out:
	return s ? 1
		: 2;
}
static void lj(int x)
{
	if (x)
		longjmp(jb, 1);
	puts("no");
}
static int st(int x)
{
	int r;
	if (setjmp(jb)) {
		r = 1;
	} else {
		lj(x);
		r = 2;
	}
	return r;
}
struct s { int a, b; };
static int arr(int n)
{
	int v[3] = { 1,
		n,
		3 };
	struct s q = {
		.a = n,
		.b = v[1],
	};
	if (n > 1 && (n < 5
		      || n > 100))
		n = ({ int z = q.a;
			z + 1; });
	else if (n == 0) {
	}
	return n
		+ q.b;
}
static void nothing(void)
{
}
static int early(int x)
{
	if (!x)
		return 0;
	for (;;) {
		if (x-- < 3)
			break;
	}
	{
		int k = x;
		if (k)
			;
		else
			k = 3;
	}
	return 1;
}
static __attribute__((noreturn)) void quit(int x)
{
	exit(x);
}
static int cg(int x)
{
	static void *t[] = { &&a, &&b };
	goto *t[x];
a:
	x++;
	return x;
b:
	x--;
	return x;
}
int main(int c, char **v)
{
	int r = f(c * 5) + f(9) + st(c) + arr(c) + arr(3);
	nothing();
	r += early(0) + early(8);
	r += cg(0) + cg(1);
	if (r == 12345)
		printf("x");
	r += c > 1 ? 3
		: 4;
	if (c > 5)
		quit(1);
	quit(0);
}
