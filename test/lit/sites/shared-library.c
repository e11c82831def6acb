// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// In a shared library the hook is reached through the PLT.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -fPIC -shared %inputs/shapes.c -o %t.so
// RUN: %check-records sites %t.so 50
