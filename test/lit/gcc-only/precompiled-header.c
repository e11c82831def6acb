// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A precompiled header made with the plugin serves a unit with the plugin.  (GCC 5
// refuses its own where addresses are random.)
// UNSUPPORTED: gcc-5-avr
// RUN: mkdir -p %t.dir && echo 'static inline int twice(int a) { return a ? 2 * a : 7; }' > %t.dir/h.h
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 %t.dir/h.h -o %t.dir/h.h.gch
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -Winvalid-pch -Werror -I%t.dir -c %s -o %t.o
// RUN: %hookcalls %t.o | %check %s
#include "h.h"

// CHECK-DAG: f: trace_pc trace_pc{{$}}
// CHECK-DAG: twice: trace_pc trace_const_cmp{{[24]}} trace_pc
int f(int a)
{
	return twice(a);
}
