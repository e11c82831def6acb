# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov diff of two builds: lines are followed by git's diff, what is newly uncovered is first.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN

repository src
cat >t.c <<'END'
int one(int x)
{
	return x + 1;
}
int two(int x)
{
	return x + 2;
}
int main(int c, char **v)
{
	(void)v;
	if (c > 1)
		return !one(c);
	return !two(c);
}
END
git add t.c
git commit -qm old
for coverage in flags trace-pc; do
	export ANYCOV_FLAGS="--coverage $coverage"
	git checkout -q t.c
	rm -rf old new
	"$ANYCOV" cc gcc -g -O0 t.c -o t
	cp t t.old
	expect 0 "$ANYCOV" run -o old ./t
	# Three lines are inserted above, a function is added, one line is changed.
	{
		printf '/*\n * more\n */\n'
		sed 's/x + 2/x + 2 + (x == 77)/' t.c
		printf 'int three(int x)\n{\n\treturn x + 3;\n}\n'
	} >new.c
	mv new.c t.c
	"$ANYCOV" cc gcc -g -O0 t.c -o t
	expect 0 "$ANYCOV" run -o new ./t x
	unset ANYCOV_FLAGS

	expect 0 "$ANYCOV" diff --image-path . --image t.old --image t --old HEAD old new
	cp "$WORK/out" with
	has with "- function two"
	has with "+ function one"
	has with "- t.c:17 (was 14)"
	has with "+ t.c:6 (was 3)"
	has with "* t.c:10"
	has with "* t.c:21"
	hasnt with " t.c:15"
	hasnt with "(was 12)"
	has with "new and not covered"
	# What is newly uncovered is first.
	sed 's/\(.\).*/\1/' with | uniq | tr -d '\n' | grep -q '^-\*+' || { cat with; fail "order"; }
	expect 1 "$ANYCOV" diff --fail-on-loss --image t.old --image t --old HEAD old new
	# Counted manually.
	has with "3 lines newly covered, 2 no longer covered, 3 new and not covered"
done
# With flags no image is needed: their maps are beside them.
export ANYCOV_FLAGS="--coverage flags"
git checkout -q t.c
"$ANYCOV" cc gcc -g -O0 t.c -o t
expect 0 "$ANYCOV" run -o old ./t
{ echo; cat t.c; } >new.c
mv new.c t.c
"$ANYCOV" cc gcc -g -O0 t.c -o t
expect 0 "$ANYCOV" run -o new ./t
expect 0 "$ANYCOV" diff --old HEAD old new
has "$WORK/out" "0 lines newly covered, 0 no longer covered"
expect 0 "$ANYCOV" diff --fail-on-loss --old HEAD old new
# Renamed, too.
git mv t.c renamed.c
"$ANYCOV" cc gcc -g -O0 renamed.c -o t
expect 0 "$ANYCOV" run -o new ./t
expect 0 "$ANYCOV" diff --fail-on-loss --old HEAD old new
has "$WORK/out" "0 lines newly covered, 0 no longer covered"
expect 1 "$ANYCOV" diff --old no-such-commit old new
one_sentence

# Two trees: git compares the texts.
mkdir ../v1 ../v2
git show HEAD:t.c >../v1/t.c
{ printf '\n\n'; cat ../v1/t.c; } >../v2/t.c
for v in v1 v2; do
	(cd ../$v && "$ANYCOV" cc gcc -g -O0 t.c -o t)
	expect 0 "$ANYCOV" run -o ../data.$v ../$v/t
done
expect 0 "$ANYCOV" diff --fail-on-loss ../data.v1 ../data.v2
has "$WORK/out" "0 lines newly covered, 0 no longer covered"
expect 0 "$ANYCOV" run -o ../data.v2 ../v2/t x
expect 0 "$ANYCOV" diff ../data.v1 ../data.v2
has "$WORK/out" "t.c:16 (was 14)"
# The old text is gone: that of the copy; and without one a sentence.
rm ../v1/t.c
expect 0 "$ANYCOV" diff ../data.v1 ../data.v2
has "$WORK/out" "t.c:16 (was 14)"
[ ! -s "$WORK/err" ] || fail "a copy is there"
rm -r ../v1/.anycov-sources
expect 0 "$ANYCOV" diff ../data.v1 ../data.v2
has "$WORK/err" "lines with one number are taken for the same"
[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one sentence"

# One tree that changed between the builds: the text of then is a copy, too.
mkdir ../tree
cd ../tree
for data in old new; do
	git -C ../src show HEAD:t.c >t.c
	[ $data = old ] || { printf '\n\n' && git -C ../src show HEAD:t.c; } >t.c
	"$ANYCOV" cc gcc -g -O0 t.c -o t
	expect 0 "$ANYCOV" run -o $data ./t
done
expect 0 "$ANYCOV" diff --fail-on-loss old new
has "$WORK/out" "0 lines newly covered, 0 no longer covered"
[ ! -s "$WORK/err" ] || fail "a copy is there"
rm -r .anycov-sources
expect 0 "$ANYCOV" diff old new
has "$WORK/err" "t.c: changed between the two builds"
cd ../src

# Two dumps of two builds are no lists of addresses.
"$MKDUMP" mod 0x10000 0x11000 0x12000 aa /bin/x pc 0x11010 . >m1
"$MKDUMP" mod 0x10000 0x11000 0x12000 ab /bin/x pc 0x11010 . >m2
expect 1 "$ANYCOV" diff m1 m2
one_sentence
has "$WORK/err" "two builds of /bin/x"
