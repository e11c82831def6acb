# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Calls of C++ that are cut where objects have to be destroyed: such a call is the end of a block,
# after other calls in it.  An exception that passes has no line where it leaves a function.  Lines
# are covered or not as in gcov, also where link time optimization inlined functions with flags
# into others.
. "${0%/*}/ends_lib.sh"
{ [ -n "$GCC" ] && have "$GCC" && command -v "gcov${GCC#gcc}" >/dev/null; } || lacks "gcov"
# Lines that begin with a brace are left out: GCC and clang have other code there.
cat >objects.cc <<'END'
#include <stdlib.h>
static volatile int sum, mode;
struct failure {
	int v;
};
static int cut(int n)
{
	if (mode == n)
		exit(0);
	if (mode == n + 100)
		throw failure{n};
	return n;
}
struct guard {
	int n;
	explicit guard(int n) : n(n)
	{
		cut(n);
		sum++;
	}
	~guard() noexcept(false)
	{
		sum += n;
		if (mode == n + 200)
			exit(0);
		sum += 2;
	}
};
struct base {
	int b;
	base()
	{
		b = cut(20);
		sum++;
		cut(21);
		sum++;
	}
	virtual ~base()
	{
		sum++;
		if (mode == 22)
			exit(0);
		sum++;
	}
};
struct left : virtual base {
	int l;
	left()
	{
		l = cut(23);
		sum++;
	}
	~left()
	{
		sum += 3;
	}
};
struct right : virtual base {
	int r;
	right()
	{
		r = cut(24);
		cut(25);
		sum++;
	}
};
struct both : left, right {
	guard g;
	both() : g(26)
	{
		sum++;
		cut(27);
		sum++;
	}
	~both() noexcept
	{
		sum += 7;
	}
};
static __attribute__((noinline)) int guards(int n)
{
	guard a(1);
	sum++;
	{
		guard b(2);
		sum++;
		cut(3);
		sum++;
	}
	for (int i = 0; i < n; i++) {
		guard c(4 + i);
		if (i == 1)
			continue;
		sum++;
		cut(8);
		sum++;
	}
	guard d(9);
	sum++;
	return n;
}
static __attribute__((noinline)) int passes(int n)
{
	auto add = [&](int x) {
		sum += x;
		return n;
	};
	sum += add(1);
	cut(51);
	sum += guard(52).n + cut(53);
	return n;
}
static __attribute__((noinline)) int tries()
{
	int k = 0;
	try {
		k++;
		cut(10);
		k++;
		try {
			cut(11);
			k++;
			cut(12);
			k++;
		} catch (failure &e) {
			k += e.v;
			cut(13);
			k++;
		}
		cut(14);
		k++;
	} catch (failure &e) {
		k += 3;
		cut(15);
		k++;
	}
	k++;
	return k;
}
template <typename T> struct box {
	T v;
	explicit box(T v) : v(v)
	{
		sum++;
	}
	T get()
	{
		cut(30);
		return v;
	}
	T twice()
	{
		T a = get();
		cut(31);
		return a + v;
	}
};
static __attribute__((noinline)) int lambdas(int n)
{
	auto f = [&](int x) {
		sum++;
		cut(32);
		return x + n;
	};
	auto g = [f](int y) {
		sum++;
		int r = f(y);
		cut(33);
		return r;
	};
	int a = g(2);
	sum += a;
	cut(34);
	return a;
}
int main(int argc, char **argv)
{
	mode = argc > 1 ? atoi(argv[1]) : 0;
	try {
		guards(5);
		sum++;
		passes(3);
		tries();
		sum++;
		both d;
		sum++;
		right r;
		sum++;
		left l;
		sum++;
	} catch (failure &e) {
		sum += 4;
		cut(40);
		sum++;
	}
	box<int> b(3);
	box<long> c(4);
	sum += b.twice();
	sum += c.get();
	lambdas(3);
	cut(41);
	sum++;
	return 0;
}
END

place=
# compare COMPILER FLAGS: all reports of $program in such a build are as gcov's
compare()
{
	for gcov in gcov.[0-9]*; do
		# shellcheck disable=SC2046
		record "$(cxx "$1")" "-std=c++17 -w $2" $program $(echo "${gcov#gcov.}" | tr ',' ' ')
		for report in lossless none; do
			cat "$gcov" "left_out.${1%%-*}" | awk '
				NR == FNR { gcov[$1] = $2; next }
				$1 in gcov && gcov[$1] != 2 && gcov[$1] != $2' \
				- $report.lines >wrong
			[ ! -s wrong ] ||
				{ cat $report wrong; fail "$program: $gcov: $cc $flags: not as in gcov"; }
			[ "$(wc -l <$report.lines)" -ge 60 ] ||
				{ cat $report; fail "$program: $gcov: $cc $flags: most is unknown"; }
		done
	done
}

# compare_all SOURCE RUNS...: each compiler; RUNS are arguments of processes with commas in between
compare_all()
{
	program=$1
	shift
	rm -f gcov.[0-9]*
	for runs; do
		# shellcheck disable=SC2046
		gcov $program $(echo "$runs" | tr ',' ' ')
		mv gcov.lines "gcov.$runs"
	done
	compare "$GCC" -O0
	compare "$GCC" -O2
	compare "$GCC" "-O2 -flto"
	for clang in $(clangs); do
		compare "$clang" -O0
		compare "$clang" -O2
		command -v "ld.lld${clang#clang}" >/dev/null || continue
		compare "$clang" "-O2 -flto -fuse-ld=lld${clang#clang}"
		compare "$clang" "-O2 -flto=thin -fuse-ld=lld${clang#clang}"
	done
}
awk '/^\t*}/ { print NR, 2 }' objects.cc >left_out.gcc
cp left_out.gcc left_out.clang
# shellcheck disable=SC2086
compare_all objects.cc \
	${CUT_RUNS-0 1 2 9 13 20 24 26 30 32 33 113 125 127 151 202 205 1,111,0 20,205,0}

# Random programs (mkobjects.py); CUT_SEEDS names other ones.  gcov counts what is executed at the
# end of an object's scope for the statement before; clang has that of a temporary object in one
# piece for all ways out.
for seed in ${CUT_SEEDS-18}; do
	python3 "$ANYCOV_SOURCE/test/cli/mkobjects.py" $seed >random$seed.cc
	awk '/^\t*(}|{|return|case|default|for|break|continue)/ { print NR, 2 }' \
		random$seed.cc >left_out.gcc
	awk '/= guard\(/ { print NR, 2 }' random$seed.cc | cat left_out.gcc - >left_out.clang
	compare_all random$seed.cc 1 2,3 7
done
