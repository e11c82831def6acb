# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Where no function has lines (clang -g0), nothing is known of them: --fail-under-lines is not met.
. "${0%/*}/lib.sh"

have "$CLANG" || lacks "clang"
printf 'int main(int c, char **v)\n{\n\t(void)v;\n\treturn c > 3;\n}\n' >x.c
expect 0 "$ANYCOV" cc "$CLANG" -g0 x.c -o x
expect 0 "$ANYCOV" run ./x
expect 4 "$ANYCOV" report --fail-under-lines 90
has err "the lines are unknown (no debug information): below --fail-under-lines 90"
expect 0 "$ANYCOV" report --fail-under-functions 100
grep -Eq '^  lines +unknown$' out || { cat out; fail "the number of lines is not unknown"; }
expect 0 "$ANYCOV" report --fail-under-lines 0
