// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The same plugin by -load and by -fpass-plugin, and a copy of it by another path:
// the options exist once, the hooks are inserted once.
// REQUIRES: native
// RUN: cp %plugin %t.copy.so
// RUN: %cc -Xclang -load -Xclang %plugin -Xclang -load -Xclang %t.copy.so -fpass-plugin=%plugin -fpass-plugin=%t.copy.so -mllvm -anycov-coverage=trace-pc -O1 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s

// CHECK: f: trace_pc
void f(void)
{
}
