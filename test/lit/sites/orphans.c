// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A linker that stops at sections its script does not name links the kernel's kind of
// map, from single and from joined objects, with and without dropping unused code.
// RUN: %cc -O2 -fno-pic -I %include -c %inputs/hook_stubs.c -o %t.hooks.o
// RUN: %cov{coverage=trace-pc,trace-cmp;map=kernel} -O2 -g0 -fno-pic -ffunction-sections -c %inputs/shapes.c -o %t.o
// RUN: %cc %t.o %t.hooks.o -nostdlib -static -Wl,-T,%inputs/no-orphans.ld,-e,main,--orphan-handling=error,--unresolved-symbols=ignore-all -o %t.all
// RUN: %anycov sites --check %t.all && %anycov sites %t.all | %check %s
// RUN: %cc -nostdlib -r %t.o -o %t.r.o
// RUN: %cc %t.r.o %t.hooks.o -nostdlib -static -Wl,-T,%inputs/no-orphans.ld,-e,main,--orphan-handling=error,--unresolved-symbols=ignore-all,--gc-sections -o %t.few
// RUN: %anycov sites --check %t.few && %anycov sites %t.few | %check %s
// The script is as strict as it says.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -g0 -fno-pic -ffunction-sections -c %inputs/shapes.c -o %t.code.o
// RUN: not %cc %t.code.o %t.hooks.o -nostdlib -static -Wl,-T,%inputs/no-orphans.ld,-e,main,--orphan-handling=error,--unresolved-symbols=ignore-all -o %t.none 2> %t.err
// RUN: %check{STRICT} %s < %t.err

// CHECK: probes, {{[0-9][0-9]+}} with a record in the map
// STRICT: orphan section {{.*}}anycov_map
