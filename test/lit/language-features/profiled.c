// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A call of mcount in every function (-pg) beside probes.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -pg %s -o a %link && ./a
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -pg %s -o a %link && ./a
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -w -pg %s -o a %link && ./a
#include "../Inputs/arrays_on_the_stack.c"
