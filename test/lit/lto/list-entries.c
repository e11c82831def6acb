// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// Which entries of lists matched nothing, at a link with -flto: a function that was inlined before
// the link matched.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/a.c && cd %t.d
// RUN: printf 'fun:inlined\nfun:never\nsrc:a.c\nsrc:b.c\n' > a.list
// RUN: %cov{coverage=trace-pc;ignorelist=a.list} -O2 -flto -c a.c -o a.o
// RUN: echo 'int one(int a); int x = 2; int main(void) { return one(1) - 10; }' > main.c
// RUN: %cov{coverage=trace-pc;ignorelist=a.list} -O2 -flto -c main.c -o main.o
// RUN: %cc -O2 -flto a.o main.o -o a %ltolink{coverage=trace-pc;ignorelist=a.list} %link
// RUN: %anycov sites a 2>&1 | %check %s

// CHECK-NOT: a.list:1
// CHECK: a.list:2: fun:never: this list entry matched no
// CHECK-NOT: a.list:3
// CHECK: a.list:4: src:b.c: this list entry matched no
// CHECK-NOT: a.list:{{[13]}}
extern int x;

static inline __attribute__((always_inline)) int inlined(int a)
{
	return a > 3 ? a * 5 : a - x;
}

int one(int a)
{
	return inlined(a + 1);
}
