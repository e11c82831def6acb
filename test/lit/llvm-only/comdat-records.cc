// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The record of a site in an inline function is in the function's comdat group.
// REQUIRES: native
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -c %S/Inputs/one.cc -o %t.o
// RUN: %S/Inputs/sites-and-calls %t.o 20
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections -c %S/Inputs/one.cc -o %t.o
// RUN: %S/Inputs/sites-and-calls %t.o 20
