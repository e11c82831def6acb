// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: (gcc && version-11) || version-16
// Coroutines: a generator that suspends in a loop, an exception that leaves one, values
// that live across suspensions.
// RUN: %cov++{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -std=c++20 %s -o %t %link && %t
// RUN: %cov++{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -std=c++20 %s -o %t %link && %t
// RUN: %cov++{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w -std=c++20 %s -o %t %link && %t
#include <coroutine>
#include <cstdlib>
#include <stdexcept>

struct numbers {
	struct promise_type {
		int value = 0;
		numbers get_return_object()
		{
			return {std::coroutine_handle<promise_type>::from_promise(*this)};
		}
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(int n)
		{
			value = n;
			return {};
		}
		void return_void() {}
		void unhandled_exception() { throw; }
	};
	std::coroutine_handle<promise_type> h;
	~numbers() { h.destroy(); }
};

static numbers count(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += i;
		if (i % 3 != 1)
			co_yield sum;
	}
	if (n > 8)
		throw std::runtime_error("too many");
}

static int total(int n)
{
	numbers g = count(n);
	int all = 0;

	try {
		for (g.h.resume(); !g.h.done(); g.h.resume())
			all += g.h.promise().value;
	} catch (const std::runtime_error &) {
		all += 1000;
	}
	return all;
}

int main(int argc, char **)
{
	return total(argc + 5) != 0 + 3 + 6 + 15 || total(argc + 8) != 0 + 3 + 6 + 15 + 21 + 36 + 1000;
}
