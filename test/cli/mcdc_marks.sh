# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The statements by which GCC's plugin follows conditions into the code are gone when it is
# optimized: of nested functions, OpenMP, coroutines, functions without probes, with -fanalyzer,
# -fnon-call-exceptions and -flto.  Nor do they change warnings, nor does what --mcdc adds.
. "${0%/*}/lib.sh"
[ -n "$GCC" ] && have "$GCC" || lacks "a GCC"
cat >t.c <<'END'
int f(int n, int a);
__attribute__((no_sanitize_coverage)) int skipped(int a, int b);
int skipped(int a, int b)
{
	return a && b;
}
int f(int n, int a)
{
	int sum = 0, unset;
	int inner(int x)
	{
		return x > n && a ? 1 : 2;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		if (i > 5 && (a || i < 7))
			sum += inner(i);
	if (n > 3 || a)
		unset = 1;
	return sum && skipped(sum, n) && unset;
}
int main(void)
{
	return f(9, 1) > 99;
}
END
cat >t.cc <<'END'
#include <coroutine>
struct task {
	struct promise_type {
		task get_return_object() { return {}; }
		std::suspend_never initial_suspend() { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
};
task count(int a, int b)
{
	if (a && b)
		co_await std::suspend_never{};
}
int main(int c, char **)
{
	count(c, c - 1);
	return 0;
}
END
mark=1634629988 # "anyd", the first operand of each
# shows SOURCE FLAG...: its code at the end has none; with them while it is made, which shows that
# they are looked for as they are
shows()
{
	rm -f ./*.dump
	# shellcheck disable=SC2086
	expect 0 "$ANYCOV" cc $cc -g -Wall -Wextra "$@" -fdump-tree-gimple=gimple.dump \
		-fdump-tree-optimized=optimized.dump -c -o t.o
	has gimple.dump "$mark"
	hasnt optimized.dump "$mark"
}
export ANYCOV_FLAGS
for ANYCOV_FLAGS in "" --mcdc; do
	for level in -O0 -O2; do
		cc=$GCC
		shows t.c $level
		shows t.c $level -fopenmp
		shows t.c $level -fanalyzer
		shows t.c $level -fnon-call-exceptions -fexceptions
		shows t.c $level -flto -ffat-lto-objects
		"$GCC" -Wall -Wextra $level -c t.c -o t.o 2>plain.txt
		"$ANYCOV" cc "$GCC" -Wall -Wextra $level -c t.c -o t.o 2>with.txt
		diff plain.txt with.txt || fail "$level $ANYCOV_FLAGS: warnings"
		has plain.txt warning
		cc=$(echo "$GCC" | sed 's/gcc/g++/')
		if have "$cc" && "$cc" -std=c++20 -fcoroutines -fsyntax-only t.cc 2>coroutines.log; then
			shows t.cc $level -std=c++20 -fcoroutines
		fi
	done
done
expect 0 "$ANYCOV" cc "$GCC" -g -O2 -flto t.c -fdump-tree-optimized=lto.dump -o t
! grep -l "$mark" ./*lto* 2>found || fail "-flto"
