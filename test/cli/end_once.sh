# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A callable of std::call_once() or pthread_once() that throws: the exception passes functions of the C
# library, which have a landing pad of their own, and the calls below them are known, too.
. "${0%/*}/ends_lib.sh"

cat >once.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
static std::once_flag flag;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int arg;
__attribute__((noinline)) static void thrower(int x)
{
	if (x > 0)
		throw x;
	puts("thrower ends");
}
__attribute__((noinline)) static void callable(int x)
{
	puts("callable begins");
	thrower(x);
	puts("callable ends");
}
static void plain()
{
	puts("plain begins");
	thrower(arg);
	puts("plain ends");
}
__attribute__((noinline)) static void once(int x)
{
	if (x & 2)
		pthread_once(&control, plain);
	else
		std::call_once(flag, callable, x);
	puts("once ends");
}
int main(int argc, char **argv)
{
	arg = argc > 1 ? atoi(argv[1]) : 0;
	try {
		once(arg);
	} catch (int i) {
		puts("caught");
	}
	puts("main ends");
	return 0;
}
END
once()
{
	cxx=$(echo "$1" | sed 's/gcc/g++/; s/clang/clang++/')
	command -v $cxx >/dev/null || { lacks "$cxx"; return 0; }
	for x in 1 2; do
		record $cxx "$2 -pthread" once.cc $x
		unknown_within 8 33
		hasnt lossless.words "ended in a call"
	done
	record $cxx "$2 -pthread" once.cc 0 1 2
	record $cxx "$2 -pthread" once.cc 0
	all_known
}
for_each_build once
