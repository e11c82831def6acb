// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// C++ for ARM goes on with an exception by __cxa_end_cleanup, behind the exit hook.
// REQUIRES: gcc-12-arm-none-eabi
// RUN: %cov{coverage=trace-pc-entry-exit} -x c++ -O2 -fchecking -S %s -o %t && %check %s < %t
void g(int);

// CHECK: {{^}}_Z1fi:
// CHECK: bl{{[[:space:]]}}__sanitizer_cov_trace_pc_exit
// CHECK: bl{{[[:space:]]}}__cxa_end_cleanup
void f(int a)
{
	g(a);
	try {
		g(a);
	} catch (int) {
		g(2);
	}
}
