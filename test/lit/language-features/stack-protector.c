// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A canary in every function, beside probes.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -fstack-protector-all %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -fstack-protector-all %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w -fstack-protector-all %s -o %t %link && %t
#include "../Inputs/arrays_on_the_stack.c"
