# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# .anycov of sources that were cloned writes only below its directory, and one that another user left
# above stops no report.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=src/main.c dir=$WORK/top line=1
block 0 probed calls exit lines=2,3
flags 0
END
mkdir -p d top/sub top/out top/.git
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0
d=$WORK/d
echo mine >keepme
mkdir elsewhere
cd top
ln -s ../keepme link
ln -s ../elsewhere away
ln -s ../not-there dangling

refused() # OPTIONS
{
	echo "$1" >.anycov
	for from in . sub; do
		(cd $from && expect 2 "$ANYCOV" report --changes HEAD "$d")
		one_sentence
		has "$WORK/err" "$WORK/top/.anycov:1: --"
		has "$WORK/err" "options in a file write only below its directory"
	done
	[ "$(cat ../keepme)" = mine ] || fail "overwritten: $1"
	[ -z "$(ls ../elsewhere)" ] || fail "written elsewhere: $1"
	[ ! -e ../not-there ] || fail "not-there: $1"
}
refused "--output $WORK/keepme"
refused "-o $WORK/top/../keepme"
refused "-o$WORK/top/none/../../keepme"
refused "--lcov=$WORK/top/link"
refused "--cobertura $WORK/top/dangling"
refused "--llvm-json $WORK/top/away/x.json"
refused "--html $WORK/elsewhere"
refused "--html $WORK/top/away/pages"
refused "--sancov $WORK/topper"
refused "--changes-format github=$WORK/keepme"
refused "-o $WORK/top/.git/config"
refused "--lcov $WORK/top/sub/.git/hooks/post-commit"
# The last of several is the one that counts.
refused "--lcov $WORK/top/x --lcov $WORK/keepme"
echo "--lcov ../keepme" >.anycov
expect 2 "$ANYCOV" report "$d"
[ "$(cat ../keepme)" = mine ] || fail "overwritten"

# Below it, from a directory below it too; what is on the command line goes anywhere.
echo "--lcov $WORK/top/out/t.info --html $WORK/top/out/pages --cobertura -" >.anycov
expect 0 "$ANYCOV" report "$d"
[ -s out/t.info ] && [ -s out/pages/index.html ] || fail "not written"
echo "--lcov ../out/u.info" >.anycov
(cd sub && expect 0 "$ANYCOV" report "$d")
[ -s out/u.info ] || fail "not written from a directory below"
: >.anycov
expect 0 "$ANYCOV" report --lcov ../elsewhere/t.info "$d"
[ -s ../elsewhere/t.info ] || fail "the command line does not go anywhere"
# Links that the tree has where pages are written are replaced.
echo "--html $WORK/top/out/pages" >.anycov
ln -sf ../../../keepme out/pages/index.html
expect 0 "$ANYCOV" report "$d"
[ "$(cat ../keepme)" = mine ] || fail "a page went through a link"
[ ! -L out/pages/index.html ] && [ -s out/pages/index.html ] || fail "no page"
# A pipe is no file, and does not wait for a writer.
rm .anycov
mkfifo .anycov
expect 2 timeout 20 "$ANYCOV" report "$d"
one_sentence
has "$WORK/err" "/.anycov: not a file"
rm .anycov

# Of another user: ignored, with a sentence, and those above it are searched.
[ "$(id -u)" = 0 ] || { echo "missing: root, for files of another user"; exit 0; }
cd sub
echo "--lcov $WORK/top/sub/own.info" >../.anycov
foreign()
{
	rm -f own.info
	expect 0 "$ANYCOV" report "$d"
	[ "$(wc -l <"$WORK/err")" -eq 1 ] || fail "not one line"
	has "$WORK/err" "$WORK/top/sub/.anycov: ignored, it belongs to another user"
	has "$WORK/out" "main.c"
	[ -s own.info ] || fail "the one above is not read"
	rm -rf .anycov
}
echo "--frobnicate" >.anycov
chown 12345 .anycov
chmod 600 .anycov
foreign
mkdir .anycov
chown 12345 .anycov
foreign
# A link of another user to a file of this one.
echo "--lcov stolen.info" >mine
ln -s mine .anycov
chown -h 12345 .anycov
foreign
# One of the user's own to a file of another.
chown 12345 mine
ln -s mine .anycov
foreign
