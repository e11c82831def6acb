// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// At -O1 every record of a run is the return address of a hook call in the
// disassembly of the image that ran, in both modes, in C and in C++.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 %inputs/shapes.c -o %t %link
// RUN: %anycov run -o %t.dump %t && %check-records records %t %t.dump 50
// RUN: %anycov run --mode cmp -o %t.dump %t && %check-records records %t %t.dump 5
// RUN: %cov++{coverage=trace-pc} -O1 -DSECOND -c %inputs/shapes.cc -o %t.2.o
// RUN: %cov++{coverage=trace-pc} -O1 %inputs/shapes.cc %t.2.o -o %t.cxx %link
// RUN: %anycov run -o %t.dump %t.cxx && %check-records records %t.cxx %t.dump 4
