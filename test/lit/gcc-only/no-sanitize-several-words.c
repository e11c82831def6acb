// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no_sanitize with several arguments, one of which is "coverage" (GCC 9 and later).
// REQUIRES: version-9
// RUN: %cov{coverage=trace-pc} -O2 -Werror -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK: a:
__attribute__((no_sanitize("address", "coverage"))) void a(void)
{
}
