# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov tests: which tests reach a line, a function, a file, a change; which are redundant.  The
# answers are compared with a report of each test alone.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN

repository src
cat >h.h <<'END'
static inline int both(int x)
{
	return x > 2 ? x : -x;
}
END
cat >lib.c <<'END'
#include "h.h"
int one(int x)
{
	return both(x) + 1;
}
int two(int x)
{
	if (x > 100)
		return 7;
	return x + 2;
}
int unused(void)
{
	return 3;
}
END
cat >a.c <<'END'
#include "h.h"
int one(int), two(int);
int main(int c, char **v)
{
	int n = v[1][0] - '0';

	if (n == 1)
		return !one(c);
	if (n == 2)
		return !two(c);
	if (n == 3)
		return !(one(c) + two(c));
	return 0;
}
END
printf '#include "h.h"\nint main(void)\n{\n\treturn both(5) != 5;\n}\n' >b.c
echo 'int unrecorded;' >macros.h
echo text >notes
git add -A
git commit -qm first
for coverage in flags trace-pc; do
	export ANYCOV_FLAGS="--coverage $coverage"
	"$ANYCOV" cc gcc -g -O0 a.c lib.c -o a
	"$ANYCOV" cc gcc -g -O0 b.c -o b
	unset ANYCOV_FLAGS
	rm -rf anycov-data
	expect 0 "$ANYCOV" run --test 'n/1' ./a 1
	expect 0 "$ANYCOV" run --test 'n/2' ./a 2
	expect 0 "$ANYCOV" run --test 'n/3' ./a 3
	expect 0 "$ANYCOV" run --test 'n/none' ./a 4
	expect 0 "$ANYCOV" run --test 'n/again' ./a 4
	expect 0 "$ANYCOV" run --test 'only b' ./b

	# One copy of the image for all tests.
	[ $coverage = trace-pc ] || [ "$(find anycov-data -name 'a-*.image' -links 6 | wc -l)" -eq 6 ] ||
		fail "each test has its own copy of the image"

	# A line, a range, a function, a file.
	expect 0 "$ANYCOV" tests lib.c:4 --names
	printf 'n/1\nn/3\n' | cmp - "$WORK/out" || fail "$coverage: lib.c:4"
	expect 0 "$ANYCOV" tests lib.c:4
	has "$WORK/out" "lib.c:4: 2 of 6 tests"
	expect 0 "$ANYCOV" tests two --names
	printf 'n/2\nn/3\n' | cmp - "$WORK/out" || fail "$coverage: two"
	expect 0 "$ANYCOV" tests lib.c:8-10 --names
	printf 'n/2\nn/3\n' | cmp - "$WORK/out" || fail "$coverage: lib.c:8-10"
	expect 0 "$ANYCOV" tests h.h --names
	printf 'n/1\nn/3\nonly b\n' | cmp - "$WORK/out" || fail "$coverage: h.h"
	expect 0 "$ANYCOV" tests lib.c
	has "$WORK/out" "lib.c: 3 of 6 tests"
	expect 0 "$ANYCOV" tests lib.c:9
	has "$WORK/out" "lib.c:9: no test reaches it"
	expect 0 "$ANYCOV" tests unused one
	has "$WORK/out" "unused: no test reaches it"
	has "$WORK/out" "one: 2 of 6 tests"
	expect 1 "$ANYCOV" tests lib.c:1
	has "$WORK/err" "lib.c:1: has no code"
	expect 1 "$ANYCOV" tests missing.c:1
	one_sentence
	expect 1 "$ANYCOV" tests no_such_function
	one_sentence

	# The greedy cover: n/3 and "only b" reach what all reach, but for the return of n/none.
	expect 0 "$ANYCOV" tests
	has "$WORK/out" "n/3"
	has "$WORK/out" "redundant"
	expect 0 "$ANYCOV" tests --needed --names
	needed=$(sort "$WORK/out")
	expect 0 "$ANYCOV" tests --redundant --names
	[ "$(sort "$WORK/out" | grep -c .)" -ge 1 ] || fail "nothing is redundant"
	! grep -q '^n/3$' "$WORK/out" || fail "n/3 is redundant"
	# What is needed reaches as many lines as all.
	set --
	for test in $(echo "$needed" | sed 's|/|%2F|; s/ /%20/'); do
		set -- "$@" "anycov-data/$test"
	done
	expect 0 "$ANYCOV" report --summary "$@"
	cp "$WORK/out" few
	expect 0 "$ANYCOV" report --summary
	cmp few "$WORK/out" || fail "$coverage: the needed tests reach less"

	# Each answer is that of a report of the test alone.
	expect 0 "$ANYCOV" tests --json
	python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-tests-1.json" "$WORK/out"
	cp "$WORK/out" all.json
	for test in n%2F2 n%2F3 only%20b; do
		expect 0 "$ANYCOV" report --json anycov-data/$test
		name=$(cat anycov-data/$test/.anycov-data)
		python3 - "$name" all.json "$WORK/out" <<'END' || fail "$coverage: $test"
import json
import sys
name, everything, alone = sys.argv[1], json.load(open(sys.argv[2])), json.load(open(sys.argv[3]))
alone = alone.get("merged") or alone["images"][0]
here = [t for t in everything["tests"] if t["test"] == name][0]
print(name, here, alone["lines_total"], alone["blocks_total"])
sys.exit(here["lines"] != alone["lines_total"]["covered"] or here["blocks"] != alone["blocks_total"]["covered"])
END
	done
done
expect 0 "$ANYCOV" tests --json lib.c:4 unused
python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-tests-1.json" "$WORK/out"

# In reports: JSON has the tests of each line, lcov a record for each test, which it adds up.
expect 0 "$ANYCOV" report --tests --json
python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" "$WORK/out"
python3 - "$WORK/out" <<'END' || fail "tests of a line in JSON"
import json
import sys
d = json.load(open(sys.argv[1]))
lines = [f for f in d["merged"]["files"] if f["path"].endswith("lib.c")][0]["lines"]
of = {line["line"]: sorted(d["tests"][i] for i in line["tests"]) for line in lines}
print(of)
sys.exit(of[4] != ["n/1", "n/3"] or of[9] != [] or of[10] != ["n/2", "n/3"])
END
expect 0 "$ANYCOV" report -q --tests --lcov tests.info
has tests.info TN:n_1
has tests.info TN:only_b
if needs genhtml lcov; then
	genhtml_quietly --show-details tests.info -o pages
	case $(genhtml --version) in
	*" 2.0"*) echo "missing: genhtml (lcov) that shows tests: 2.0 shows none of any tracefile" ;;
	*) grep -rq 'only_b' pages || fail "genhtml shows no test" ;;
	esac
	expect 0 lcov --summary tests.info
	cp "$WORK/err" summary
	cat "$WORK/out" >>summary
	expect 0 "$ANYCOV" report -q --lcov plain.info
	expect 0 lcov --summary plain.info
	cat "$WORK/err" "$WORK/out" | grep 'lines\.\|functions\.' >plain
	grep 'lines\.\|functions\.' summary | cmp - plain || { cat summary plain; fail "lcov adds up to other totals"; }
fi
expect 2 "$ANYCOV" report --tests

# What changed: text that is no source, a source, a header without code, a file that is removed.
expect 0 "$ANYCOV" tests --changes HEAD --names
[ ! -s "$WORK/out" ] || fail "tests of no change"
echo more >>notes
expect 0 "$ANYCOV" tests --changes HEAD --names
[ ! -s "$WORK/out" ] || fail "tests of text"
sed -i 's/x + 2/x + 3/' lib.c
expect 0 "$ANYCOV" tests --changes HEAD --names
printf 'n/1\nn/2\nn/3\n' | cmp - "$WORK/out" || fail "tests of lib.c"
expect 0 "$ANYCOV" tests --changes HEAD
has "$WORK/out" "3 of 6 tests reach files that changed since HEAD"
git checkout -q lib.c
git rm -q b.c
expect 0 "$ANYCOV" tests --changes HEAD --names
printf 'only b\n' | cmp - "$WORK/out" || fail "tests of a removed file"
git reset -q --hard
git mv lib.c moved.c
printf 'int more;\n' >>moved.c
expect 0 "$ANYCOV" tests --changes HEAD --names
printf 'n/1\nn/2\nn/3\n' | cmp - "$WORK/out" || fail "tests of a file that moved"
git reset -q --hard
echo '#define M' >>macros.h
expect 3 "$ANYCOV" tests --changes HEAD --names
has "$WORK/err" "macros.h: changed, and no code of it was recorded"
git reset -q --hard
expect 1 "$ANYCOV" tests --changes no-such-commit
one_sentence

# Selections, and recordings without a name.
expect 0 "$ANYCOV" tests --exclude lib.c h.h --names
expect 1 "$ANYCOV" tests --exclude lib.c lib.c:4
expect 0 "$ANYCOV" run --append ./a 2
expect 0 "$ANYCOV" tests two
has "$WORK/out" "(no test)"
has "$WORK/out" "two: 2 of 6 tests"
expect 0 "$ANYCOV" tests two --names
printf 'n/2\nn/3\n' | cmp - "$WORK/out" || fail "a recording without a name"

# A test whose process was killed leaves its doubt to its own lines; a damaged file is named.
echo x >anycov-data/n%2F1/bad.flags
expect 3 "$ANYCOV" tests lib.c:4
has "$WORK/err" "bad.flags"
expect 0 "$ANYCOV" tests --allow-incomplete lib.c:4
rm -r anycov-data
expect 0 "$ANYCOV" run ./a 1
expect 1 "$ANYCOV" tests
has "$WORK/err" "no test was recorded with its name"
rm -r anycov-data
expect 2 "$ANYCOV" tests
expect 2 "$ANYCOV" tests --json --names
expect 2 "$ANYCOV" tests --needed two

# A launcher gives the name in the environment; --test wins.
ANYCOV_TEST='of the environment' expect 0 "$ANYCOV" run ./a 1
ANYCOV_TEST='of the environment' expect 0 "$ANYCOV" run --test given ./a 2
expect 0 "$ANYCOV" tests --names one
printf 'of the environment\n' | cmp - "$WORK/out" || fail "ANYCOV_TEST"
expect 0 "$ANYCOV" tests --names two
printf 'given\n' | cmp - "$WORK/out" || fail "--test and ANYCOV_TEST"
ANYCOV_TEST=x expect 0 "$ANYCOV" run -o one.dump ./a 1
