// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// place=early and -flto with the plugin at the compilation alone: the image has the functions and
// no probes, and 'sites' and 'report' name the cause.
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -flto -c %s -o %t.o
// RUN: %cc -O2 -flto %t.o -o %t
// RUN: not %anycov sites %t 2>&1 | %check %s
// RUN: not %anycov sites --json %t 2>&1 >%t.json | %check %s
// RUN: not %anycov report --image %t --memory %t.o 2>&1 | %check %s
// RUN: %cc -O2 %s -o %t && not %anycov sites %t 2>&1 | %check{PLAIN} %s

// CHECK: no probes, although 2 functions were compiled for some; a link with -flto compiles: give it the flags of 'anycov flags', too
// PLAIN: no probes; compile with 'anycov flags'
static int inlined(int x)
{
	return x > 3 ? x : 9;
}

int main(int argc, char **argv)
{
	(void)argv;
	return inlined(argc) == 9 ? 0 : 1;
}
