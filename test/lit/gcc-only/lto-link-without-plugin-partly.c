// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// -flto for one of two objects, and a link without the plugin: its code has no probes, so what ran
// of it is unknown, never 'not covered'; with place=late a warning names the unit.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/a.c && cp %s %t.d/b.c && cd %t.d
// RUN: %cov{coverage=flags;place=early;prune=lossless} -DA -O2 -flto -c a.c -o a.o
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -c b.c -o b.o
// RUN: %cc -O2 -flto a.o b.o -o t %lib/runtime/host/anycov-flags-start.o %lib/runtime/host/anycov-flags-pages.o -lpthread -ldl
// RUN: %anycov sites t 2>&1 | %check{LOST} %s
// RUN: %anycov run -o out ./t
// RUN: not %anycov report --json out > json 2> err && %check{LOST} %s < err && %check{JSON} %s < json
// RUN: not %anycov report out 2>&1 | %check{TEXT} %s
// RUN: %anycov report --allow-incomplete out
// RUN: %cov{coverage=flags;prune=lossless} -DA -O2 -flto -c a.c -o a.o
// RUN: %cc -O2 -flto a.o b.o -o t %lib/runtime/host/anycov-flags-start.o %lib/runtime/host/anycov-flags-pages.o -lpthread -ldl
// RUN: %anycov sites t 2>&1 | %check{LOST} %s
// RUN: rm -r out && %anycov run -o out ./t && not %anycov report out 2>&1 | %check{LOST} %s
// With the flags at the link, and with objects that need none there, there is nothing to report.
// RUN: %cc -O2 -flto a.o b.o -o t %ltolink{coverage=flags;prune=lossless} %lib/runtime/host/anycov-flags-start.o %lib/runtime/host/anycov-flags-pages.o -lpthread -ldl
// RUN: %anycov sites t 2>&1 | %check{FINE} %s
// RUN: %cov{coverage=flags;place=early;prune=lossless} -DA -O2 -flto -ffat-lto-objects -c a.c -o a.o
// RUN: %cc -O2 -fno-lto a.o b.o -o t %lib/runtime/host/anycov-flags-start.o %lib/runtime/host/anycov-flags-pages.o -lpthread -ldl
// RUN: %anycov sites t 2>&1 | %check{FINE} %s
// RUN: %cc -O2 -flto a.o b.o -o t %lib/runtime/host/anycov-flags-start.o %lib/runtime/host/anycov-flags-pages.o -lpthread -ldl
// RUN: %anycov sites t 2>&1 | %check{LOST} %s

// LOST: t: the code of a.c has no probes, because a link with -flto compiled it without anycov; give the link the flags of 'anycov flags', too
// JSON: "reason":"linked-without-flags"
// TEXT-DAG: functions 1 {{.*}} 0 1 2
// TEXT-DAG: unknown: the link with
// FINE-NOT: without anycov
// FINE: probes
// FINE-NOT: without anycov
int f(int x);

#ifdef A
int f(int x)
{
	if (x > 3)
		return 5;
	return 0;
}
#else
int main(int argc, char **argv)
{
	(void)argv;
	return f(argc);
}
#endif
