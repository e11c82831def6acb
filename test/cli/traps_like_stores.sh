# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# sites=trap records what stores record: the same lines of the same run, also in a shared library that
# is loaded and unloaded twice, and in processes that come later; of one that is killed they know as much
# or less, never another answer.
. "${0%/*}/lib.sh"

cat >plugin.c <<'END'
int work(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		if (i % 3 == 2)
			sum += i;
		else
			sum ^= i;
		if (sum < 0)
			return -1;
	}
	return sum;
}
END
cat >main.c <<'END'
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int arms(int x)
{
	int y = 0;
	if (x & 1)
		y = 3;
	if (x & 2)
		y += 5;
	else
		y -= 1;
	switch (x) {
	case 1:
		return y * 2;
	case 2:
		return y * 3;
	case 7:
		y = 9;
	}
	return y;
}
int main(int argc, char **argv)
{
	int sum = 0;
	for (int turn = 0; turn < 2; turn++) {
		void *plugin = dlopen("./plugin.so", RTLD_NOW);
		int (*work)(int) = plugin ? (int (*)(int))dlsym(plugin, "work") : NULL;
		if (!work)
			return 1;
		sum += work(turn + argc);
		dlclose(plugin);
	}
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "kill"))
			raise(SIGKILL);
		sum += arms(atoi(argv[i]));
	}
	printf("%d\n", sum);
	return 0;
}
END

# records COMPILER LEVEL SITES: into lines.SITES, counted as covered or not
records()
{
	rm -rf data
	flags="--cc $1 --sites $3"
	# shellcheck disable=SC2046,SC2086
	"$1" -g "$2" -fPIC -shared $("$ANYCOV" flags $flags) plugin.c -o plugin.so \
		$("$ANYCOV" flags $flags --link -- -shared) || fail "$*"
	# shellcheck disable=SC2046,SC2086
	"$1" -g "$2" $("$ANYCOV" flags $flags) main.c -o prog $("$ANYCOV" flags $flags --link) -ldl || fail "$*"
	expect 0 "$ANYCOV" run -o data ./prog 1
	expect 0 "$ANYCOV" run -o data --append ./prog 2 1
	expect 0 "$ANYCOV" report data --lcov first."$3"
	expect 137 "$ANYCOV" run -o data --append ./prog 7 kill
	expect 0 "$ANYCOV" report data --allow-incomplete --lcov killed."$3"
	for part in first killed; do
		sed -n '/^SF/p; s/^\(DA:[0-9]*\),0$/\1 no/p; s/^\(DA:[0-9]*\),[1-9].*/\1 yes/p' "$part.$3" |
			awk '/^SF/ { file = $0; next } { print file ":" $0 }' | LC_ALL=C sort >"$part.lines.$3"
		grep -q " yes" "$part.lines.$3" || fail "$*: nothing is covered"
	done
	# The first two runs have 1 and 2, never 7, and none of them a negative sum.
	for state in "plugin.c:DA:6 yes" "plugin.c:DA:10 no" "main.c:DA:17 yes" "main.c:DA:19 yes" \
		"main.c:DA:21 no"; do
		grep -q "/$state\$" "first.lines.$3" || { cat "first.lines.$3"; fail "$*: not $state"; }
	done
}

tried=
case $(uname -m) in
x86_64 | aarch64) ;;
*) lacks "an x86-64 or aarch64 machine" ;;
esac
for cc in $GCC; do
	have $cc || continue
	for level in -O0 -O2; do
		records $cc $level store
		records $cc $level trap
		cmp first.lines.store first.lines.trap || fail "$cc $level"
		# Stores of a killed process are apart from those of others, so less is in doubt.
		comm -13 killed.lines.store killed.lines.trap | grep . && fail "$cc $level, killed: only traps have this"
		comm -23 killed.lines.store killed.lines.trap | comm -23 - first.lines.store | grep . &&
			fail "$cc $level, killed: only stores have this, and did not before"
	done
	tried=1
done
[ -n "$tried" ] || lacks "a plugin for gcc"
