// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A constructor for each table, of clang's own name; drop-ctors makes none, and
// GCC's guards then take no bytes of the file.
// RUN: %cov{coverage=trace-pc-guard,pc-table} -O2 -c %s -o %t.o && %covtables %t.o | %check-lines{GUARD} %s
// RUN: %cov{coverage=inline-8bit-counters,inline-bool-flag} -O0 -c %s -o %t.o && %covtables %t.o | %check-lines{TWO} %s
// RUN: %cov{coverage=trace-pc-guard,pc-table;drop-ctors} -O2 -c %s -o %t.o && %covtables %t.o | %check-lines{NONE} %s

// GUARD: ctors: sancov.module_ctor_trace_pc_guard
// TWO: ctors: sancov.module_ctor_8bit_counters sancov.module_ctor_bool_flag
// NONE: guards: 1{{( without bytes)?}}
// NONE: pcs: f 1
// NONE-NOT: {{ctors.*}}
void f(void)
{
}
