// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An unknown option (clang itself rejects one that no pass registered).
// RUN: not %cov{coverage=trace-pc;colour=red} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// GCC: anycov: unknown option 'colour'; valid options are coverage prune place compares hooks counters flags sites mcdc keep-branches fuzzer gated-trace-callbacks drop-ctors stack-depth-callback-min allowlist ignorelist skip-sections map line-tables verbose
// CLANG: {{.*}}Unknown command line argument '-anycov-colour=red'
void f(void)
{
}
