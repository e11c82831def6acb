// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no_sanitize("coverage") among other words: the others keep their meaning, an
// unknown one its warning.
// REQUIRES: version-8
// RUN: %cov{coverage=trace-pc} -O2 -Werror -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: not %cov{coverage=trace-pc} -O2 -Werror -DUNKNOWN -c %s -o %t.o 2>&1 | %check{WARN} %s

// CHECK-DAG: a:
__attribute__((no_sanitize("coverage,address"))) void a(void)
{
}

// CHECK-DAG: b: trace_pc
__attribute__((no_sanitize("address"))) void b(void)
{
}

#ifdef UNKNOWN
// WARN: nonsense
__attribute__((no_sanitize("nonsense,coverage"))) void c(void)
{
}
#endif
