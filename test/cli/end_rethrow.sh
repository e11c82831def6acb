# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# C++: a handler that throws again leaves by a call of the unwinder that has no line in clang's
# debug information.  It is found by its name, and nothing of the function is unknown.
. "${0%/*}/lib.sh"

cat >r.cc <<'END'
#include <cstdio>
__attribute__((noinline)) static void check(int n)
{
	if (n > 3)
		throw n;
}
__attribute__((noinline)) static void pass(int n)
{
	try {
		check(n);
	} catch (int i) {
		std::printf("passes %d\n", i);
		throw;
	}
}
int main()
{
	try {
		pass(1);
		pass(5);
		std::puts("not reached");
	} catch (int) {
		std::puts("caught");
	}
	return 0;
}
END
cat >lines.py <<'END'
import json
import sys

lines = json.load(open(sys.argv[1]))["images"][0]["files"][0]["lines"]
states = {l["line"]: l["state"] for l in lines}
missed = {21}
assert all(states[n] == "not covered" for n in missed if n in states), states
assert all(s == "covered" for n, s in states.items() if n not in missed), states
END
tried=
for cc in $(with_clang $GCC); do
	cxx=$(echo "$cc" | sed 's/gcc/g++/; s/clang/clang++/')
	have "$cc" && needs "$cxx" || continue
	for options in -O0 -O1 -O2 "-O2 -fno-plt"; do
		"$ANYCOV" cc "$cxx" $options -g r.cc -o r
		"$ANYCOV" run -o d ./r >out || fail "$cxx $options: the program fails"
		expect 0 "$ANYCOV" report --json -o r.json d
		python3 lines.py r.json || fail "$cxx $options: other lines"
		tried=1
	done
done
[ "$tried" ] || lacks "a C++ compiler with a plugin"
