/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The body of a coroutine becomes a function of GCC, or has the compiler's own branches. */
// flags: -std=c++20 -fno-exceptions
// gcc-flags: -fcoroutines
// needs: coroutine
#include <coroutine>
#include <cstdio>

struct gen {
	struct promise_type {
		int value;
		gen get_return_object() noexcept // +
		{
			return gen{ std::coroutine_handle<promise_type>::from_promise(*this) }; // +
		}
		std::suspend_always initial_suspend() noexcept { return {}; } // +
		std::suspend_always final_suspend() noexcept { return {}; } // +
		std::suspend_always yield_value(int v) noexcept { value = v; return {}; } // +
		void return_void() noexcept {} // +
		void unhandled_exception() noexcept {}
	};
	std::coroutine_handle<promise_type> h;
	bool next() { h.resume(); return !h.done(); } // +
};

gen count(int n) // +
{
	for (int i = 0; i < n; i++) { // + [++]
		if (i == 100) // + [+-]
			co_yield -1; // -
		co_yield i; // +
	} // clang: +
} // gcc: +

/* Left while it waits. */
gen endless(int n) // +
{
	for (;;) { // clang: +
		co_yield n; // +
		if (n > 5) // + [+-]
			n = 0; // -
	}
}

int main() // +
{
	gen g = count(3), e = endless(1); // +
	while (g.next()) // + [++]
		printf("%d\n", g.h.promise().value); // +
	e.next(); // +
	e.next(); // +
	g.h.destroy(); // +
	e.h.destroy(); // +
	return 0; // +
}
