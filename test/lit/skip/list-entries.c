// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Entries of lists that matched nothing in any unit are shown by 'sites'; a src: entry matches the
// relative and the absolute name.
// RUN: rm -rf %t.d && mkdir -p %t.d/src && cp %s %t.d/src/a.c && cd %t.d/src
// RUN: printf 'src:src/b.c\nsrc:%%s/src/c.c\nfun:one\nfun:two\nfun:never\nsrc:src/a.h\n' %t.d > %t.list
// RUN: %cov{coverage=trace-pc;ignorelist=%t.list} -O1 -c a.c -o a.o
// RUN: %anycov sites a.o 2>&1 | %check %s
// RUN: %anycov sites --json a.o 2>&1 | %check{JSON} %s
// RUN: printf 'src:src/a.c\n' > %t.list
// RUN: %cov{coverage=trace-pc;ignorelist=%t.list} -O1 -c a.c -o b.o && %hookcalls b.o | %check{LISTED} %s
// RUN: printf 'src:%%s/src/a.c\n' %t.d > %t.list
// RUN: %cov{coverage=trace-pc;ignorelist=%t.list} -O1 -c a.c -o b.o && %hookcalls b.o | %check{LISTED} %s

// CHECK-DAG: .list:1: src:src/b.c: this list entry matched no
// CHECK-DAG: .list:2: src:{{.*}}/src/c.c: this list entry matched no
// CHECK-DAG: .list:4: fun:two: this list entry matched no
// CHECK-DAG: .list:5: fun:never: this list entry matched no
// CHECK-DAG: .list:6: src:src/a.h: this list entry matched no
// CHECK-NOT: .list:3
// JSON: "unmatched_entries": [
// JSON-NOT: fun:one
// JSON: .list:4: fun:two"
// JSON-NOT: fun:one
// LISTED-NOT: trace_pc
int x;

void one(void)
{
	x = 1;
}

void three(void)
{
	x = 3;
}
