// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A unit without code has neither tables nor constructors.
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,pc-table,control-flow} -O2 -c %s -o %t.o && %covtables %t.o > %t.txt && test ! -s %t.txt
int x;
