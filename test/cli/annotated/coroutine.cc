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

/* What the user asks and awaits is his; the return at the end is not the one that he wrote. */
struct ready {
	int value;
	bool await_ready() noexcept { return true; } // +
	void await_suspend(std::coroutine_handle<>) noexcept {} // -
	bool await_resume() noexcept { return true; } // +
};

gen asks(int n) // +
{
	ready r{ n }; // +
	if (r.await_ready()) // + [+-]
		n++; // +
	if (co_await r) // + [+-]
		n++; // +
	if (n == 100) { // + [+-]
		n = 0; // -
		co_return; // -
	}
	co_yield n; // +
	n--; // +
} // gcc: +

int main() // +
{
	gen g = count(3), e = endless(1), a = asks(1); // +
	while (a.next()) // + [++]
		printf("%d\n", a.h.promise().value); // +
	while (g.next()) // + [++]
		printf("%d\n", g.h.promise().value); // +
	e.next(); // +
	e.next(); // +
	g.h.destroy(); // +
	e.h.destroy(); // +
	a.h.destroy(); // +
	return 0; // +
}
