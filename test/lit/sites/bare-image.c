// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: bare
// A bare-metal image of each cross compiler: the addresses that the disassembler
// shows are those of `anycov sites`, behind the linker's relaxation too.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -nostdlib -I %include %inputs/shapes.c %inputs/hook_stubs.c -fno-builtin -o %t %barelink
// RUN: %check-records sites %t 50
// RUN: %cov{coverage=trace-pc,trace-cmp} -Os -nostdlib -I %include %inputs/shapes.c %inputs/hook_stubs.c -fno-builtin -o %t %barelink
// RUN: %check-records sites %t 40
