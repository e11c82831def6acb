# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What 'anycov cc' built and nothing ran is not covered: programs, plugins, members of archives that
# no link took.  The totals are gcovr's of a build with --coverage -O0.
. "${0%/*}/lib.sh"

cat >common.h <<'END'
static inline int twice(int x)
{
	if (x > 1000)
		return 2000;
	return 2 * x;
}
END
cat >run.c <<'END'
#include "common.h"
int helper(int x);
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 3)
		return twice(argc);
	return helper(argc) - 4;
}
END
cat >helper.c <<'END'
int helper(int x);
int helper(int x)
{
	if (x > 2)
		return 7;
	return x + 3;
}
int alone(int x);
int alone(int x)
{
	return x - 1;
}
END
cat >unlinked.c <<'END'
int unlinked(int x);
int unlinked(int x)
{
	switch (x) {
	case 1:
		return 4;
	default:
		return x;
	}
}
END
cat >other.c <<'END'
#include <stdio.h>
#include "common.h"
int main(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		puts(argv[i]);
	return twice(argc);
}
END
cat >plugin.c <<'END'
int plugin_entry(const char *s);
int plugin_entry(const char *s)
{
	int n = 0;

	while (*s++)
		n++;
	return n;
}
END
cat >build <<'END'
set -e
cc=$1
for f in run helper unlinked other; do
	$cc -I"$2" -c "$2/$f.c" -o $f.o
done
rm -f lib.a
ar rc lib.a helper.o unlinked.o
$cc run.o lib.a -o run
$cc other.o -o other
$cc -shared -fPIC "$2/plugin.c" -o plugin.so
END

# lines: "FILE COVERED TOTAL" of a tracefile
lines()
{
	awk -F: '$1 == "SF" { n = split($2, p, "/"); file = p[n] }
		$1 == "DA" { split($2, d, ","); total[file]++; covered[file] += d[2] > 0 }
		END { for (f in total) print f, covered[f] + 0, total[f] }' "$1" | sort
}

n=0
for cc in $GCC $CLANG; do
	have $cc || continue
	n=$((n + 1))
	mkdir -p $cc/sub
	cd $cc
	# What a configure script tries is removed, and the list is at the root of the tree.
	echo 'int main(void) { return 0; }' >conftest.c
	"$ANYCOV" cc $cc conftest.c -o conftest
	rm conftest*
	[ -e .anycov-build ] || fail "no list"
	[ ! -s .anycov-build ] || fail "a test of the compiler is on the list"
	echo 'int boot(void) { return 1; }' >sub/boot.c
	(cd sub && "$ANYCOV" cc $cc -ffreestanding -c boot.c)
	[ ! -e sub/.anycov-build ] || fail "a second list"
	sh ../build "$ANYCOV cc $cc -O2" .. >build.log 2>&1 || { cat build.log; fail "the build"; }
	[ "$(grep -c '^built ' .anycov-build)" -eq 7 ] || { cat .anycov-build; fail "the list"; }
	cp .anycov-build first
	sh ../build "$ANYCOV cc $cc -O2" .. >build.log 2>&1
	cmp first .anycov-build || fail "a second build adds lines"

	expect 0 "$ANYCOV" run ./run
	expect 0 "$ANYCOV" report --lcov t.info
	lines t.info >ours
	grep -q '^unlinked.c 0 [56]$' ours || { cat ours; fail "a member of an archive"; }
	grep -q '^plugin.c 0 ' ours || { cat ours; fail "a plugin"; }
	grep -q '^helper.c [34] [67]$' ours || { cat ours; fail "what ran"; }
	has "$WORK/out" "Built: 3 images or objects with code that never ran"
	grep -q '^3 images and 1 object$' "$WORK/out" || { cat "$WORK/out"; fail "the heading"; }
	has "$WORK/out" "Not instrumented: 1 file"
	reason "sub/boot.o: freestanding code"
	hasnt "$WORK/out" "  plugin.so"
	expect 0 "$ANYCOV" report --all
	grep -Eq '^  plugin.so  +0/' "$WORK/out" || { cat "$WORK/out"; fail "the image's name"; }
	hasnt "$WORK/out" "(list: "
	# A list above may have other projects, too.
	(cd sub && expect 0 "$ANYCOV" report ../anycov-data)
	has "$WORK/out" "with code that never ran (list: $PWD/.anycov-build)"
	# From elsewhere: the list is found from the images, or named.
	for list in "" "--build $PWD"; do
		(cd /tmp && expect 0 "$ANYCOV" report --no-config $list --lcov "$WORK/elsewhere.info" "$WORK/$cc/anycov-data")
		lines "$WORK/elsewhere.info" >elsewhere
		cmp ours elsewhere || fail "from elsewhere: $list"
	done
	expect 1 "$ANYCOV" report --build sub
	one_sentence
	# What ran alone.
	expect 0 "$ANYCOV" report --no-build --lcov alone.info
	lines alone.info >alone
	! grep -q 'unlinked.c\|plugin.c\|other.c' alone || fail "--no-build"
	expect 0 "$ANYCOV" report --json
	has "$WORK/out" '"never_ran"'

	# The reference.
	if [ $cc = "$GCC" ] && needs gcovr; then
		mkdir gcov
		cd gcov
		sh ../../build "$cc --coverage -O0" ../.. >build.log 2>&1 || { cat build.log; fail "gcov"; }
		./run || fail "./run"
		gcovr -r ../.. --gcov-executable "gcov-${cc#gcc-}" --object-directory . . --csv >csv 2>gcovr.log ||
			{ cat gcovr.log; fail "gcovr"; }
		awk -F, 'NR > 1 { n = split($1, p, "/"); print p[n], $3, $2 }' csv | sort >reference
		cd ..
		diff gcov/reference ours || fail "gcovr has other totals"
	fi

	# A damaged object is named.
	head -c 1000 unlinked.o >cut.o
	mv cut.o unlinked.o
	expect 3 "$ANYCOV" report --summary
	has "$WORK/err" "unlinked.o"
	# A file that is no list (see built_lists.sh).
	echo nonsense >>.anycov-build
	expect 3 "$ANYCOV" report --summary
	has "$WORK/err" ".anycov-build:"
	cd ..
done
[ $n -gt 0 ] || lacks "a compiler with a plugin"

# Without a configure script the list is where the outermost make runs.
cc=$GCC
have $cc || cc=$CLANG
mkdir -p tree/a/b
printf 'all:\n\t$(MAKE) -C a\n' >tree/Makefile
printf 'all:\n\t$(MAKE) -C b\n' >tree/a/Makefile
printf 'all:\n\t%s cc %s -c t.c\n' "$ANYCOV" "$cc" >tree/a/b/Makefile
echo 'int t(void) { return 0; }' >tree/a/b/t.c
make -C tree >make.log 2>&1 || { cat make.log; fail "make"; }
has tree/.anycov-build "built a/b/t.o"

# In parallel, whole lines; and where nothing can be written the build goes on.
mkdir many fixed
cd many
for i in $(seq 24); do
	echo "int f$i(void); int f$i(void) { return $i; }" >f$i.c
done
: >.anycov-build
echo f*.c | tr ' ' '\n' | xargs -P 8 -n 1 "$ANYCOV" cc $cc -c
[ "$(sort -u .anycov-build | grep -c '^built f[0-9]*\.o$')" -eq 24 ] || { cat .anycov-build; fail "lines"; }
cd ../fixed
echo 'int main(void) { return 0; }' >t.c
ln -s ../other.c .anycov-build
"$ANYCOV" cc $cc t.c -o t
grep -q built ../other.c && fail "a link was followed"
./t || fail "./t"

# The list of a directory above, of another project, is named and counts nothing, unless --build
# names it.  A copy of a program elsewhere, stripped, or linked again, is still of its list.
mkdir -p "$WORK/above/project" "$WORK/above/copies"
cd "$WORK/above"
printf 'int helper(void) { return 1; }\n' >helper.c
printf 'int helper(void); int main(void) { return helper() - 1; }\n' >main.c
printf 'int idle(void); int idle(void) { return 5; }\n' >idle.c
"$ANYCOV" cc $cc -g main.c helper.c -o main
"$ANYCOV" cc $cc -g -c idle.c main.c helper.c
cd project
printf 'int main(void) { return 0; }\n' >alone.c
$cc $("$ANYCOV" flags --cc $cc) alone.c -o alone $("$ANYCOV" flags --cc $cc --link)
expect 0 "$ANYCOV" run ./alone
expect 0 "$ANYCOV" report
has "$WORK/err" ".anycov-build: lists nothing of what was recorded, and is not counted; --build counts it"
has "$WORK/out" "alone.c"
hasnt "$WORK/out" "idle.c"
hasnt "$WORK/out" "Built:"
expect 0 "$ANYCOV" report --build ..
has "$WORK/out" "idle.c"
rm -rf anycov-data
cp ../main ../copies/copy
$cc ../main.o ../helper.o -o ../copies/again $("$ANYCOV" flags --cc $cc --link)
for program in copy again; do
	expect 0 "$ANYCOV" run ../copies/$program
	expect 0 "$ANYCOV" report
	hasnt "$WORK/err" "is not counted"
	has "$WORK/out" "idle.c"
	has "$WORK/out" "Built: 1"
	rm -rf anycov-data
done
