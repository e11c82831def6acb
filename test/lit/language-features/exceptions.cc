// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Exceptions through cleanups, catch clauses, noexcept and a constructor that fails.
// RUN: %cov++{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov++{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov++{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

static int alive;

struct part {
	explicit part(int n)
	{
		if (n == 3)
			throw n;
		alive++;
	}
	~part() { alive--; }
};

struct whole {
	part a, b;
	explicit whole(int n) : a(n), b(n + 1) {}
};

static int risky(int n)
{
	part guard(n * 10);
	std::string text(n, 'x');

	if (n % 2)
		throw std::out_of_range(text);
	return std::vector<int>(n + 1, 1).at(n);
}

static int sort_of(int n)
{
	try {
		whole w(n);
		return risky(n);
	} catch (int i) {
		return 100 + i;
	} catch (const std::exception &e) {
		return 200 + (int)std::string(e.what()).size();
	}
}

int main(int argc, char **)
{
	int r = sort_of(argc + 1) + sort_of(argc + 4) + sort_of(argc + 3) + sort_of(argc + 1) * 2;

	/* 2: its second part throws 3.  5: odd.  4: even. */
	if (r != 103 + 205 + 1 + 103 * 2 || alive)
		abort();
	return 0;
}
