// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every compiler and target: each function has flags, and a record that names their blocks.
// RUN: %cov{coverage=flags} -O0 -c %inputs/shapes.c -o %t.o && %anycov sites %t.o | %check %s
// RUN: %cov{coverage=flags;prune=lossless} -O2 -c %inputs/shapes.c -o %t.o && %anycov sites %t.o | %check %s
// RUN: %cov{coverage=flags;flags=test} -Os -c %inputs/shapes.c -o %t.o && %anycov sites %t.o | %check %s

// CHECK-DAG: {{__anycov_flags[.a-z_]*[+]0x[0-9a-f]+ +flag +[0-9]+ .*}} main
// CHECK-DAG: {{__anycov_flags[.a-z_]*[+]0x[0-9a-f]+ +flag +[12] .*}} equal_tails
// CHECK: [[N:[0-9]+]] probes, [[N]] with a record in the map
