// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang
// ANYCOV_OPTIONS reaches the pass where no flag does (lld); the plugin is loaded
// without options of its own.
// RUN: env "ANYCOV_OPTIONS=coverage=trace-pc;prune=none" %cc -fpass-plugin=%plugin -O2 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s
// RUN: not env ANYCOV_OPTIONS=coverage=nonsense %cc -fpass-plugin=%plugin -O2 -c %s -o %t.o 2>&1 | %check{ERR} %s

// ERR: anycov: coverage=: unknown keyword 'nonsense'; valid keywords are func bb edge trace-pc
// CHECK: f: trace_pc
void f(void)
{
}
