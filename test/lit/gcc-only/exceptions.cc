// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Landing pads and the blocks behind them have probes at every level.
// REQUIRES: cxx, native
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -g -fchecking %s -o %t %link && %run %t && %check-records sites %t 12
// RUN: %cov++{coverage=edge,trace-pc,trace-cmp} -O2 -g -fchecking %s -o %t %link && %run %t && %check-records sites %t 12
// RUN: %cov++{coverage=edge,trace-pc-guard,pc-table,trace-pc-entry-exit,control-flow} -O2 -g -fchecking %s -o %t.o -c
// RUN: %cov++{coverage=trace-pc-entry-exit} -O2 -fnon-call-exceptions -fchecking %s -o %t.o -c

struct counted {
	static int alive;
	counted() { alive++; }
	~counted() { alive--; }
};
int counted::alive;

__attribute__((noinline)) int may(int a)
{
	counted c;

	if (a == 3)
		throw 3;
	if (a == 4)
		throw "four";
	return a;
}

__attribute__((noinline)) int caught(int a)
{
	try {
		return may(a);
	} catch (int e) {
		return 10 * e;
	} catch (...) {
		return -1;
	}
}

int main()
{
	return !(caught(1) == 1 && caught(3) == 30 && caught(4) == -1 && !counted::alive);
}
