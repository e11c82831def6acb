# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Calls that an exception leaves, also through functions without a landing pad and from the C++
# library, are known: nothing is unknown in other functions.
. "${0%/*}/ends_lib.sh"

cat >throw.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>
extern "C" __attribute__((noinline)) int plain(int x, int (*fn)(int))
{
	if (x > 100)
		puts("plain: big");
	x = fn(x);
	puts("plain: after");
	return x;
}
struct Guard {
	int v;
	~Guard() { if (v) puts("guard"); }
};
__attribute__((noinline)) static int thrower(int x)
{
	if (x == 1)
		throw 5;
	if (x == 2)
		throw std::runtime_error("two");
	if (x == 3)
		std::vector<int>().at(7);
	puts("thrower ends");
	return x;
}
__attribute__((noinline)) static int guarded(int x)
{
	Guard g = { x };
	int r = plain(x, thrower);
	puts("guarded: after");
	return r;
}
__attribute__((noinline)) static int middle(int x)
{
	try {
		int r = guarded(x);
		puts("middle: after");
		return r;
	} catch (int &i) {
		puts("caught int");
		return i;
	}
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	try {
		x = middle(x);
		puts("main: after");
		if (x == 4)
			throw 7;
	} catch (std::exception &e) {
		puts(e.what());
	} catch (...) {
		puts("other");
	}
	puts("main ends");
	return 0;
}
END
throws()
{
	cxx=$(echo "$1" | sed 's/gcc/g++/; s/clang/clang++/')
	command -v $cxx >/dev/null || { lacks "$cxx"; return 0; }
	for x in 1 3 4; do
		record $cxx "$2" throw.cc $x
		unknown_within 5 45
		hasnt lossless.words "ended in a call"
	done
	record $cxx "$2" throw.cc 0
	all_known
}
for_each_build throws
