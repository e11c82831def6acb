// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A unit's own declaration of a hook counts: hidden, its calls are direct even
// with -fno-plt, and there is nothing to warn of.
// REQUIRES: x86_64
// RUN: %cov{coverage=trace-pc} -O2 -fPIC -fno-plt -Werror -S %s -o - | %check %s

void __sanitizer_cov_trace_pc(void) __attribute__((visibility("hidden")));

// CHECK-LABEL: f:
// CHECK: call{{q?}} __sanitizer_cov_trace_pc{{$}}
void f(void)
{
}

/* A declaration alone leaves no trace in GCC's tables; a use does. */
void other(void)
{
	__sanitizer_cov_trace_pc();
}
