# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A static function of a header is one function of a report, however many units of a program have
# it; covered if one of them is.  gcov's readers count so.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

printf 'static inline int h(int x)\n{\n\treturn x > 5 ? 7 : x;\n}\n' >h.h
printf '#include "h.h"\nint b(int x)\n{\n\treturn h(x);\n}\nint never(void)\n{\n\treturn 3;\n}\n' >b.c
printf '#include "h.h"\nint b(int);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn c > 5 ? h(c) : b(c) - 1;\n}\n' >main.c
some=
for cc in $GCC $CLANG; do
	have "$cc" || continue
	some=yes
	rm -rf anycov-data
	for level in -O0 -O2; do
		"$ANYCOV" cc "$cc" $level -g b.c main.c -o p
		expect 0 "$ANYCOV" run ./p
		expect 0 "$ANYCOV" report --functions --no-build
		totals functions 3 4
		[ "$(grep -c '^  h  ' out)" -eq 1 ] || { cat out; fail "$cc $level: rows of h"; }
		expect 0 "$ANYCOV" report --functions --no-build --json -o r.json
		[ "$(grep -c '"name": *"h"' r.json)" -le 1 ] || fail "$cc $level: JSON"
		expect 0 "$ANYCOV" report --functions --no-build --lcov t.info
		lines covered 4 6
		lines uncovered 8
	done
done
[ "$some" ] || lacks "a compiler with a plugin"
