# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Constructors and destructors of which place=early makes one function, or not: programs do what
# they do without anycov, and all units find them, whatever units without anycov have.
. "${0%/*}/lib.sh"

# CI1 and CI2 of an inherited constructor: without the argument for the virtual base.
cat >inherited.cc <<'END'
struct virtual_base {
	int *p;
	virtual_base(int *q) : p(q)
	{
	}
	virtual ~virtual_base()
	{
	}
};
struct middle : virtual virtual_base {
	using virtual_base::virtual_base;
	int m = 5;
};
struct last : middle {
	int *z;
	last(int *a, int *b) : virtual_base(a), middle(b), z(b)
	{
	}
};
int main()
{
	int x = 7, y = 9;
	middle m(&x);
	last l(&x, &y);
	return !(*m.p == 7 && m.m == 5 && *l.p == 7 && *l.z == 9);
}
END
# An implicit instantiation, an explicit one, and a use of the latter.
cat >box.h <<'END'
extern int sum;
template <typename T> struct box {
	T v;
	box(T x) : v(x)
	{
		sum++;
	}
	virtual ~box()
	{
		sum--;
	}
};
END
printf '#include "box.h"\nstruct more : box<long> {\n\tmore() : box<long>(3) {}\n};\nvoid use()\n{\n\tmore m;\n}\n' >implicit.cc
printf '#include "box.h"\ntemplate struct box<long>;\n' >explicit.cc
cat >main.cc <<'END'
#include "box.h"
extern template struct box<long>;
int sum;
void use();
int main()
{
	box<long> *b = new box<long>(2);
	use();
	delete b;
	return sum;
}
END
tried=
for cc in $(printf '%s\n' $CLANG clang-19 | sort -u); do
	have "$cc" || continue
	cc=clang++${cc#clang}
	command -v "$cc" >/dev/null || continue
	tried=1
	for level in -O0 -O2; do
		expect 0 "$ANYCOV" cc "$cc" -g $level inherited.cc -o inherited
		expect 0 ./inherited
		for unit in implicit explicit main; do
			expect 0 "$ANYCOV" cc "$cc" -g $level -c $unit.cc
			expect 0 "$cc" -g $level -c $unit.cc -o $unit.plain.o
		done
		for units in "implicit.o explicit.o" "explicit.o implicit.o" \
			"implicit.plain.o explicit.o" "explicit.plain.o implicit.o explicit.o" \
			"implicit.o explicit.plain.o"; do
			rm -rf anycov-data
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc "$cc" $units main.o -o prog
			expect 0 "$ANYCOV" run ./prog
		done
	done
done
[ -n "$tried" ] || lacks "a C++ compiler of LLVM with a plugin"
