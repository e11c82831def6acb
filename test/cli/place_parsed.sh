# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# place=parsed leaves GCC's front end as it is: what each thing that place=early does is for
# (gcc-plugin/as_written.cc).  With clang both are the same.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_FLAGS

cat >p.cc <<'E2'
static int unused(int n)
{
	return n + 1;
}
static constexpr int evaluated(int n)
{
	return n > 2 ? 7 : 9;
}
static int merged(int a)
{
	if (a == 3 || a == 4)
		return 1;
	return 0;
}
static int jumps(int n)
{
	for (;;) {
		if (n > 3)
			break;
		n++;
	}
	return n;
}
static int operands(int a, int b)
{
	return a > 1 &&
	       b > 1 &&
	       a > b;
}
static int nested(int a)
{
	switch (a) {
	case 1:
		a++;
		switch (a) {
		case 1:
			return 1;
		}
	}
	return 0;
}
int main(int argc, char **)
{
	return merged(argc) + jumps(argc) + operands(argc - 1, argc) + evaluated(5) +
	       nested(argc) > 99;
}
E2

# shows PLACE LINE STATE OUTCOMES: a line of the last report, "none" if it has no code
shows()
{
	python3 - "$2" >shown <<'E2'
import json
import sys
with open("r.json") as f:
    lines = json.load(f)["images"][0]["files"][0]["lines"]
found = [x for x in lines if x["line"] == int(sys.argv[1])]
print(*[x["state"].replace("not covered", "-").replace("covered", "+") for x in found] or ["none"],
      sum(len(b["outcomes"]) for x in found for b in x.get("branches", [])))
E2
	[ "$(cat shown)" = "$3 $4" ] || fail "$cc $1: line $2 is '$(cat shown)', not '$3 $4'"
}

# report PLACE LEVEL
report()
{
	rm -rf anycov-data
	ANYCOV_FLAGS="--for report --place $1" "$ANYCOV" cc "$cc" "$2" -g -w -x c++ p.cc -o p
	expect 0 "$ANYCOV" run ./p
	expect 0 "$ANYCOV" report --quiet --no-build --json -o r.json anycov-data
}

# as_early PLACE: the lines that differ, as the source has them
as_early()
{
	shows "$1" 3 - 0         # a function that nothing calls
	shows "$1" 7 + 2         # a function that the parser could evaluate
	shows "$1" 11 + 4        # two conditions
	shows "$1" 19 + 0        # a jump
	shows "$1" 26 + 2        # operands
	shows "$1" 27 - 2
	shows "$1" 35 + 2        # a switch in another one
}

for cc in $GCC; do
	have "$cc" || continue
	report early -O2
	as_early early
	report parsed -O2
	shows parsed 3 none 0
	shows parsed 7 none 0
	shows parsed 11 + 2
	shows parsed 19 none 0
	shows parsed 26 + 0
	shows parsed 27 + 4
	shows parsed 35 none 0
	report parsed -O0
	shows parsed 3 - 0
	shows parsed 11 + 4
	shows parsed 19 + 0
	shows parsed 26 - 2
done
for cc in $CLANG; do
	have "$cc" || continue
	report parsed -O2
	shows parsed 11 + 4
	shows parsed 19 + 0
done
