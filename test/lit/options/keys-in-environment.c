// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Both compilers know the same options.
// RUN: rm -f %t.o
// RUN: not env "ANYCOV_OPTIONS=colour=red" %cov{} -O2 -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o
// RUN: env "ANYCOV_OPTIONS=coverage=trace-pc;prune=none;compares=all;hooks=c;keep-branches;gated-trace-callbacks;drop-ctors;stack-depth-callback-min=0;map=code;line-tables=calls;verbose" %cov{} -O2 -c %s -o %t.o

// CHECK: anycov: unknown option 'colour'; valid options are coverage prune place compares hooks counters flags sites mcdc keep-branches fuzzer gated-trace-callbacks drop-ctors stack-depth-callback-min allowlist ignorelist skip-sections map line-tables verbose
void f(void)
{
}
