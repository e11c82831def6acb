// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, run
// Lean hooks change no result, at any level: the program of run/meaning.c with the
// runtime's own lean hook, which records all the time.
// RUN: %cc -O1 %S/../run/meaning.c -o %t.plain && %run %t.plain > %t.expected
// RUN: %cc -O2 -DANYCOV_LEAN=1 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %include/../runtime/hooks/hook_lean.S -o %t.hook.o
// RUN: %cc -O2 -DANYCOV_LEAN=1 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %include/../runtime/hooks/hook_pc.c -o %t.pc.o
// RUN: %cc -O2 -DANYCOV_PORT_BASIC_MODES -I%include/../runtime/port/baremetal -I%include/../runtime -I%include -c %inputs/record_always.c -o %t.always.o
// RUN: %cov{coverage=trace-pc;hooks=lean} -O0 -c %S/../run/meaning.c -o %t.o
// RUN: %cc %t.o %t.hook.o %t.pc.o %t.always.o -o %t && %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc;hooks=lean} -O1 -c %S/../run/meaning.c -o %t.o
// RUN: %cc %t.o %t.hook.o %t.pc.o %t.always.o -o %t && %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-omit-frame-pointer -c %S/../run/meaning.c -o %t.o
// RUN: %cc %t.o %t.hook.o %t.pc.o %t.always.o -o %t && %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc;hooks=lean} -O3 -c %S/../run/meaning.c -o %t.o
// RUN: %cc %t.o %t.hook.o %t.pc.o %t.always.o -o %t && %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=edge,trace-pc,trace-cmp;prune=lossless;hooks=lean} -Os -c %S/../run/meaning.c -o %t.o
// RUN: %cc %t.o %t.hook.o %t.pc.o %t.always.o -o %t && %run %t > %t.out && diff %t.expected %t.out
