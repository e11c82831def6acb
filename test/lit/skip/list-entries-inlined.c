// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An entry of a list that names a function which is inlined everywhere, with any place=, matched;
// so did that of a file without functions.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/a.c && echo 'int data = 1;' > %t.d/data.c && cd %t.d
// RUN: printf 'fun:inlined\nsrc:data.c\nfun:never\n' > a.list
// RUN: %cov{coverage=trace-pc;ignorelist=a.list} -O2 -c a.c -o a.o
// RUN: %cov{coverage=trace-pc;ignorelist=a.list} -O2 -c data.c -o data.o
// RUN: %anycov sites a.o 2>&1 | %check{ONE} %s
// RUN: %cov{coverage=trace-pc;ignorelist=a.list;place=early} -O2 -c a.c -o early.o
// RUN: %anycov sites early.o 2>&1 | %check{ONE} %s
// RUN: %cov{coverage=trace-pc;ignorelist=a.list} -O2 -r -nostdlib a.o data.o -o both.o
// RUN: %anycov sites both.o 2>&1 | %check{BOTH} %s

// ONE-NOT: fun:inlined
// ONE: a.list:2: src:data.c: this list entry matched no
// ONE-NOT: fun:inlined
// ONE: a.list:3: fun:never: this list entry matched no
// ONE-NOT: fun:inlined
// BOTH-NOT: a.list:{{[12]}}
// BOTH: a.list:3: fun:never: this list entry matched no
// BOTH-NOT: a.list:{{[12]}}
int x;

static inline __attribute__((always_inline)) int inlined(int a)
{
	return a > 3 ? a * 5 : a - x;
}

int one(int a)
{
	return inlined(a + 1);
}
