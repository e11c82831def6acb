// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: gcc
// The address and the undefined behaviour sanitizer together, and probes.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O2 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
#include "../Inputs/arrays_on_the_stack.c"
