# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Sources with odd names, a line of 200 MB, a source that is gone, one path with two builds.
. "${0%/*}/lib.sh"

cc=$GCC
have $cc || cc=$CLANG
have $cc || lacks "a compiler with a plugin"
odd='a<b>"&
..x'
mkdir "$odd"
printf 'int f(int x)\n{\n\tif (x > 3)\n\t\treturn 1;\n\treturn x;\n}\n' >"$odd/f<i>;.c"
printf 'int f(int x);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn f(c) - 1;\n}\n' >main.c
"$ANYCOV" cc $cc -c "$odd/f<i>;.c" -o f.o
"$ANYCOV" cc $cc -c main.c -o main.o
"$ANYCOV" cc $cc f.o main.o -o p
expect 0 "$ANYCOV" run ./p
expect 0 "$ANYCOV" report --lcov t.info --html pages
[ "$(wc -l <out)" -eq "$(grep -c . out)" ] || fail "a line break in a name was printed"
has out 'f<i>;.c'
grep -c '^SF:' t.info | grep -qx 2 || { cat t.info; fail "a name is a line of its own"; }
cat pages/*.html >all.html
hasnt all.html 'a<b>'
hasnt all.html 'f<i>;'
expect 0 "$ANYCOV" report --json -o t.json
python3 -c 'import json; json.load(open("t.json"))' || fail "JSON"

# A line that no pager shows, then no source at all.
head -c 200000000 /dev/zero | tr '\0' x >>main.c
expect 0 "$ANYCOV" report --html pages
expect 0 "$ANYCOV" report main.c
[ "$(wc -c <out)" -lt 10000 ] || fail "a line of 200 MB was printed"
# Without a copy: too long is not missing.
mv .anycov-sources kept
expect 0 "$ANYCOV" report main.c
has out "the source has more than 64 MiB: lines with code are shown"
hasnt out source-map
expect 0 "$ANYCOV" report --html pages
grep -q 'The source has more than 64 MiB' pages/f-main.c-* || fail "the page of a long source"
mv kept .anycov-sources
rm main.c
expect 0 "$ANYCOV" report --html pages --lcov t.info
has t.info "DA:4,0"
has t.info "DA:5,1"

# Two programs at one path, of sources with one name: the first was made in this tree, too.
for n in 1 2; do
	mkdir made$n
	printf 'int made%s(void);\nint made%s(void)\n{\n\treturn 0;\n}\nint main(void)\n{\n\treturn made%s();\n}\n' \
		$n $n $n >made$n/t.c
	(cd made$n && "$ANYCOV" cc $cc -g t.c -o ../made)
	expect 0 "$ANYCOV" run -o made.d --append ./made
done
expect 0 "$ANYCOV" report --summary made.d
has err "/made: there are recordings of several builds"
hasnt err "did not make it"
# So they were if the file is stripped or gone.
strip made
expect 0 "$ANYCOV" report --summary made.d
hasnt err "did not make it"
rm made
expect 0 "$ANYCOV" report --summary made.d
hasnt err "did not make it"

# Two builds of one program.
"$ANYCOV" cc $cc -DOTHER -O1 f.o main.o -Wl,--defsym=other=1 -o p
expect 0 "$ANYCOV" run --append ./p
expect 0 "$ANYCOV" report --html pages
[ "$(grep -Ec '^  p \([0-9a-f]{8}\) ' out)" -eq 2 ] || { cat out; fail "images of one path"; }
[ "$(grep -Eo '>p \([0-9a-f]{8}\)<' pages/images.html | sort -u | wc -l)" -eq 2 ] || fail "images of one path, HTML"
expect 0 "$ANYCOV" report --summary
has err "/p: there are recordings of several builds"
one=$(wc -l <err)
[ "$one" -eq 1 ] || fail "it is named $one times"
