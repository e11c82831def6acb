// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang, other-plugin
// A plugin built for another LLVM is rejected by clang.
// RUN: not %cc -fpass-plugin=%otherplugin -O1 -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: {{anycov: this plugin is for LLVM [0-9]+ and the compiler is LLVM [0-9]+; .anycov flags --cc CC. prints the flags for the right one|unable to load plugin}}
int x;
