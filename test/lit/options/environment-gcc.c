// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// GCC reads ANYCOV_OPTIONS if the plugin has no arguments.
// RUN: env ANYCOV_OPTIONS=coverage=trace-pc %cc -fplugin=%plugin -O2 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s
// RUN: not env ANYCOV_OPTIONS=coverage=nonsense %cc -fplugin=%plugin -O2 -c %s -o %t.o 2>&1 | %check{ERR} %s

// ERR: anycov: coverage=: unknown keyword 'nonsense'; valid keywords are func bb edge trace-pc
// CHECK: f: trace_pc
void f(void)
{
}
