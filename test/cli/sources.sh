# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Source paths: a recursive build has several files with the same name, with static
# functions of the same name; a file compiled twice with other macros;
# sources that were moved (--source-map).
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

mkdir -p src/a src/b src/include
cat >src/include/h.h <<'END'
static inline int shared(int x) { if (x > 3) return 1; return 2; }
END
cat >src/a/util.c <<'END'
#include "../include/h.h"
static int init(int x)
{
	if (x > 1)
		return 4;
	return 5;
}
int a_main(int x) { return init(x) + shared(x); }
END
cat >src/b/util.c <<'END'
#include "../include/h.h"
#include <stdio.h>
static int init(int x)
{
	for (int i = 0; i < x; i++)
		if (i == 5)
			puts("five");
	if (x == 7)
		return 1;
	return 5;
}
int a_main(int);
int twice_one(int), twice_two(int);
int main(int argc, char **argv)
{
	(void)argv;
	return !(a_main(argc) + init(argc) + shared(7) + twice_one(argc) + twice_two(9));
}
END
cat >src/twice.c <<'END'
static int helper(int x)
{
#ifdef TWO
	if (x > 5)
		return 3;
	if (x > 3)
		return 7;
#endif
	return x;
}
int NAME(int x) { return helper(x); }
END

# states IMAGE: "function@file ran" of the JSON report, and the file's lines by state
cat >states.py <<'END'
import json
image = json.load(open("r.json"))["images"][0]
for f in image["functions"]:
    print(f["name"] + "@" + f["file"], f["blocks"]["covered"], f["blocks"]["total"])
for f in image["files"]:
    print(f["path"], *(str(l["line"]) + ":" + l["state"][0] for l in f["lines"]))
END

some=
for cc in $(with_clang gcc clang-14 clang-19); do
	command -v $cc >/dev/null && have $cc || continue
	some=yes
	for extra in "" -gdwarf-4 -gsplit-dwarf "-ffile-prefix-map=$PWD/src=."; do
		flags="-g -O0 $extra"
		for d in a b; do
			(cd src/$d && "$ANYCOV" cc $cc $flags -c util.c -o util.o)
		done
		(cd src && "$ANYCOV" cc $cc $flags -DNAME=twice_one -c twice.c -o one.o)
		(cd src && "$ANYCOV" cc $cc $flags -DNAME=twice_two -DTWO -c twice.c -o two.o)
		"$ANYCOV" cc $cc src/a/util.o src/b/util.o src/one.o src/two.o -o prog
		expect 0 "$ANYCOV" sites --check prog
		expect 0 "$ANYCOV" run -o p.dump ./prog
		expect 0 "$ANYCOV" report --json -o r.json --lcov r.info --image prog p.dump
		[ ! -s err ] || fail "words: $(cat err)"
		python3 states.py >states
		# Two files util.c, two functions init, one helper with the blocks of both bodies.
		[ "$(grep -c '^init@.*a/util.c' states)" -eq 1 ] || fail "$cc $extra: $(cat states)"
		[ "$(grep -c '^init@.*b/util.c' states)" -eq 1 ] || fail "$cc $extra: $(cat states)"
		[ "$(grep -c '^helper@' states)" -eq 1 ] || fail "$cc $extra: $(cat states)"
		grep -q '^helper@.* [4-9] [7-9]$' states || fail "$cc $extra: $(cat states)"
		grep -q 'b/util.c .*7:n .*9:n .*10:c' states || fail "$cc $extra: $(cat states)"
		grep -q 'a/util.c .*5:n 6:c' states || fail "$cc $extra: $(cat states)"
		grep -q 'twice.c .*5:c .*7:n' states || fail "$cc $extra: $(cat states)"
		# One header, included from any directory.
		[ "$(grep -c 'include/h.h 1:' states)" -eq 1 ] || fail "$cc $extra: $(cat states)"
		[ "$(grep -c '^SF:' r.info)" -eq 4 ] || fail "$cc $extra: $(cat r.info)"
		grep -q '^SF:.*/\.\.' r.info && fail "$cc $extra: untidy names: $(cat r.info)"
		# By default GCC and clang record absolute paths.
		[ "$extra" ] || grep -qx "SF:$PWD/src/include/h.h" r.info || fail "$cc: $(cat r.info)"
	done
	# The sources were moved; the last build recorded paths relative to ".".
	mv src moved
	expect 0 "$ANYCOV" report --html pages --image prog p.dump
	grep -qF 'source was not found' pages/f-util.c-*.html || fail "a source from nowhere"
	for rule in ".=$PWD/moved" "./=moved" "/nowhere=/x --source-map .=$PWD/moved/"; do
		rm -rf pages
		expect 0 "$ANYCOV" report --source-map $rule --html pages --json -o r.json \
			--lcov r.info --image prog p.dump
		grep -qF 'source was not found' pages/f-* && fail "$cc $rule: no source"
		sed 's/<[^>]*>//g' pages/f-util.c-*.html | grep -qF 'if (i ' || fail "$cc $rule: not the source"
		grep -q "^SF:.*moved/b/util.c$" r.info || fail "$cc $rule: $(cat r.info)"
	done
	expect 0 "$ANYCOV" diff --source-map ".=/there" --image prog p.dump p.dump
	mv moved src
done
[ "$some" ] || lacks "gcc or clang"

# Complete directory names; the longest one wins.
(cd src && "$ANYCOV" cc gcc -g -O0 -DNAME=main -c twice.c -o one.o)
"$ANYCOV" cc gcc src/one.o -o prog
expect 1 "$ANYCOV" run -o p.dump ./prog
expect 0 "$ANYCOV" report --source-map "$PWD/sr=/wrong" --source-map "$PWD=/short" \
	--source-map "$PWD/src/=/long/way" --lcov r.info --image prog p.dump
has r.info "SF:/long/way/twice.c"
for bad in x =x x=; do
	expect 2 "$ANYCOV" report --source-map "$bad" --image prog p.dump
	one_sentence
	has err "use OLD=NEW"
done
expect 2 "$ANYCOV" diff --source-map a=b p.dump p.dump
one_sentence

# The same without debug information, from the map alone: nothing is
# damaged, and every function is there.
for cc in gcc clang-19; do
	command -v $cc >/dev/null && have $cc || continue
	for d in a b; do
		(cd src/$d && "$ANYCOV" cc $cc -O0 -c util.c -o util.o)
	done
	(cd src && "$ANYCOV" cc $cc -O0 -DNAME=twice_one -c twice.c -o one.o)
	(cd src && "$ANYCOV" cc $cc -O0 -DNAME=twice_two -DTWO -c twice.c -o two.o)
	"$ANYCOV" cc $cc src/a/util.o src/b/util.o src/one.o src/two.o -o prog
	expect 0 "$ANYCOV" sites --check prog
	expect 0 "$ANYCOV" sites --json prog
	python3 - <<'END' || fail "$cc -g0"
import json
sites = [s for s in json.load(open("out"))["sites"]]
assert all(s["record"] for s in sites)
assert len({s["function"] for s in sites}) == 7, {s["function"] for s in sites}
END
done
