// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A wrong option in the link step is an error of the link.
// REQUIRES: lto, version-15
// RUN: %cc -fPIC -I%include -c %S/Inputs/stubs.c -o %t.stubs.o
// RUN: %cxx -O2 -flto -c %S/Inputs/two.cc -o %t.o
// RUN: not env ANYCOV_OPTIONS=coverage=trace-px %cxx -O2 -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t.o %t.stubs.o -shared -o %t 2>&1 | %check %s

// CHECK: anycov: coverage=: unknown keyword 'trace-px'
