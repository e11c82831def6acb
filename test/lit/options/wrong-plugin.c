// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc, other-plugin
// A plugin built for another GCC reports it, with the command that prints the right flags; GCC
// itself reports one that needs what this GCC lacks, in one line or two.
// RUN: not %cc -fplugin=%otherplugin -fplugin-arg-anycov-coverage=trace-pc -c %s -o %t.o 2>&1 | tr '\n' ' ' | %check %s
// RUN: test ! -e %t.o

// CHECK: {{anycov: this plugin is for .*; 'anycov flags --cc CC' prints the flags for the right one|error: cannot load plugin .* undefined symbol}}
int x;
