# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov report of a directory: a program that was stripped is named and its flags are skipped; what
# only it may have executed is unknown, and the others are reported.
. "${0%/*}/lib.sh"

cat >two.c <<'EOF'
int two(int x) {
	if (x > 1)
		return 7;
	return 1; }
EOF
cat >a.c <<'EOF'
int two(int x);
int main(int c, char **v) { (void)v; return two(c) != 1; }
EOF
cat >b.c <<'EOF'
int two(int x);
int main(int c, char **v) { (void)v; return two(c + 1) != 7; }
EOF
for name in a b two; do
	expect 0 "$ANYCOV" cc $GCC -c $name.c -o $name.o
done
expect 0 "$ANYCOV" cc $GCC a.o two.o -o a
expect 0 "$ANYCOV" cc $GCC b.o two.o -o b
strip b
expect 0 "$ANYCOV" run sh -c './a; ./b'
expect 3 "$ANYCOV" report
[ "$(wc -l <err)" -eq 1 ] || fail "not one line for a stripped image"
has err "/b has no flags in its map; build it with 'anycov flags --for report' and do not strip it; the file was skipped"
has out "1 file could not be used"
reason "1 input could not be read; record again what it contained, or remove it"
expect 3 "$ANYCOV" report --json
python3 - out <<'EOF'
import json, sys
lines = {}
for f in json.load(open(sys.argv[1]))["merged"]["files"]:
    for l in f["lines"]:
        lines[f["path"].split("/")[-1], l["line"]] = l["state"]
# two.c:3 was executed by b alone.
assert lines["two.c", 3] == "unknown", lines
assert lines["two.c", 4] == "covered", lines
assert lines["a.c", 2] == "covered", lines
assert lines["b.c", 2] == "unknown", lines
EOF
expect 0 "$ANYCOV" report --allow-incomplete
# Nothing is left of it if it is the only one.
rm anycov-data/user-*/a-*
expect 1 "$ANYCOV" report
hasnt err "no debug information"
