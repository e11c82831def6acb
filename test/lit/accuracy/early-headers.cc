// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: an inline function of a header is one function of the report, whichever unit's copy
// the linker keeps, and whichever unit's copy was inlined.
// REQUIRES: run, cxx
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov++{coverage=trace-pc;place=early} -O2 -g -c %s -o one.o
// RUN: %cov++{coverage=trace-pc;place=early} -O0 -g -DTWO -c %s -o two.o
// RUN: %cxx one.o two.o -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --json t.dump > t.json
// RUN: %check %s < t.json
// CHECK-NOT: "name":"_Z5shareIiET_S0_"
// CHECK: "_Z5shareIiET_S0_"{{.*}}"state":"covered","blocks":{"total":[[N:[0-9]+]],
// CHECK-NOT: "name":"_Z5shareIiET_S0_"
template <typename T> T share(T n)
{
	if (n > 5)
		return n * 2;
	return n + 1;
}

int other();

#ifdef TWO
volatile int from = 9;
int other()
{
	return share<int>(from);
}
#else
extern volatile int from;
int main()
{
	return share<int>(from - 6) + other() == 22 ? 0 : 1;
}
#endif
