// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: if the linker keeps the copy of a unit that was compiled without anycov, it is
// unknown whether the function was called.
// REQUIRES: run, cxx
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov++{coverage=trace-pc;place=early} -O0 -g -c %s -o ours.o
// RUN: %cxx -O0 -g -DOTHER -c %s -o other.o
// RUN: %cxx other.o ours.o -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --json t.dump > t.json
// RUN: %check %s < t.json
// CHECK: "_Z5shareIiET_S0_"{{.*}}"state":"unknown",{{.*}}"lines":{"total":[[N:[0-9]+]],"covered":0,{{.*}}"unknown":[[N]]}
template <typename T> T share(T n)
{
	if (n > 5)
		return n * 2;
	return n + 1;
}

int other();

#ifdef OTHER
int other()
{
	return share<int>(9);
}
#else
int main()
{
	return share<int>(3) + other() == 22 ? 0 : 1;
}
#endif
