# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# sites=trap: arms that do the same, whose code the compiler may share, have a trap each: only the arm
# that was executed is covered.
. "${0%/*}/lib.sh"

cat >arms.c <<'END'
#include <stdlib.h>
struct node { int kind, left, right, deep; };
__attribute__((noinline)) static int store(struct node *n, int way)
{
	if (way == 0) {
		n->kind = 7;
		n->left = 3;
		n->right = 2;
		n->deep = 9;
	} else if (way < n->deep) {
		n->kind = 7;
		n->left = 3;
		n->right = 2;
		n->deep = 9;
	} else if (way > n->right) {
		n->kind = 7;
		n->left = 3;
		n->right = 2;
		n->deep = 9;
	}
	return n->left;
}
__attribute__((noinline)) static int look(struct node *n, int way)
{
	if (way == 0) {
		if (n->left == 3 && n->right != 5)
			n->deep++;
	} else if (way < n->deep) {
		if (n->left == 3 && n->right != 5)
			n->deep++;
	} else if (way > n->right) {
		if (n->left == 3 && n->right != 5)
			n->deep++;
	}
	return n->left;
}
int main(int argc, char **argv)
{
	struct node n = { 1, 3, 5, 4 };
	int way = atoi(argv[argc - 1]);
	return !(store(&n, way) + look(&n, way));
}
END

# covered SITES: the covered lines of the functions, by one way
covered()
{
	flags="--cc $cc --for report --sites $1"
	# shellcheck disable=SC2046,SC2086
	$cc -g $level $("$ANYCOV" flags $flags) arms.c -o arms $("$ANYCOV" flags $flags --link) || fail "$cc $level $1"
	rm -rf data
	expect 0 "$ANYCOV" run -o data ./arms "$way"
	expect 0 "$ANYCOV" report data --lcov "lcov.$1"
	sed -n 's/^DA:\([0-9]*\),[1-9].*/\1/p' "lcov.$1" | awk '$1 < 37' >"lines.$1"
	# The arms of both functions, by their first lines.
	for line in 6 11 16 26 29 32; do
		case " $arms " in
		*" $line "*) has "lcov.$1" "DA:$line,1" ;;
		*) has "lcov.$1" "DA:$line,0" ;;
		esac
	done
}

tried=
case $(uname -m) in
x86_64 | aarch64) ;;
*) lacks "an x86-64 or aarch64 machine" ;;
esac
for cc in $GCC; do
	have $cc || continue
	for level in -O1 -O2 -Os; do
		for way in 0 2 8; do
			case $way in
			0) arms="6 26" ;;
			2) arms="11 29" ;;
			8) arms="16 29" ;;
			esac
			covered store
			covered trap
			cmp lines.store lines.trap || fail "$cc $level, way $way"
		done
	done
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc"
