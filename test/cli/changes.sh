# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --changes: the lines that changed since the branch left a commit, by git.
. "${0%/*}/lib.sh"

repository repo
mkdir -p "src/a b"
seq 1 30 >src/x.c
seq 1 30 >"src/a b/\"y\".c"
seq 1 9 >src/gone.c
git add .
git commit -qm one
git branch other
git checkout -q other
sed -i '29s/$/ of another/' src/x.c
git commit -qam two
git checkout -q main
# The change: committed, staged and in the working tree; lines that look like those of a diff.
sed -i '2s/$/ changed/; 4s/$/ changed/' src/x.c
git rm -q src/gone.c
git commit -qam three
sed -i '5s/^/++ b\/src\/z.c\n/; 10,12s/$/ changed/' src/x.c
seq 101 105 >src/new.c
seq 1 3 >notes.txt
git add src/new.c notes.txt
sed -i '20s/^/@@ -1 +1 @@\n/; 7d' "src/a b/\"y\".c"
cd ..

cat >a.spec <<END
image
function main file=src/x.c dir=$WORK/repo line=1
block 0 probed calls succ=1 lines=2,3,4,5,6
block 1 probed succ=2 lines=11,12
block 2 probed exit lines=13,29
flags 0,1,2
function y file=y.c dir=$WORK/repo line=1
block 0 probed exit lines=19,20
flags 0
END
mkdir d
: >d/.anycov-data
mkflags image a.spec d/a-a1.image
mkflags flags a.spec d/a-a1.flags hit=main:0
cd repo

expect 0 "$ANYCOV" report --changes main~1 ../d
# Changed are 2, 4 and 5; then 11 to 13, which are not covered.
has "$WORK/out" "Changes since main~1"
has "$WORK/out" "3 of 6 changed lines covered (50.0 %), 3 not covered, 0 unknown"
has "$WORK/out" "  src/x.c  3/6  50.0%"
has "$WORK/out" "    not covered: 11-13"
has "$WORK/out" "  src/new.c"
has "$WORK/out" "unknown: no code of it here"
hasnt "$WORK/out" notes.txt
hasnt "$WORK/out" gone.c
hasnt "$WORK/out" z.c
# Pages mark these lines, and name the commit that is checked out.
expect 0 "$ANYCOV" report -q --changes main~1 --html "$WORK/pages" ../d
cat "$WORK/pages"/f-x.c-*.html >"$WORK/page"
grep -oE '<tr id="L[0-9]+"[^>]*><td class="ln changed" title="changed"' "$WORK/page" |
	grep -oE 'L[0-9]+' | tr "\n" " " >"$WORK/marked"
[ "$(cat "$WORK/marked")" = "L2 L4 L5 L11 L12 L13 " ] || fail "marks of changed lines"
has "$WORK/pages/index.html" "Lines that changed since main~1 are marked: 3 of 6 with code are covered."
has "$WORK/pages/index.html" ", with commit $(git rev-parse --short=12 HEAD) checked out: "
expect 0 "$ANYCOV" report -q --html "$WORK/unmarked" ../d
hasnt "$(ls "$WORK"/unmarked/f-x.c-*)" 'class="ln changed"'
# What the other branch did since is not a part of this change.
expect 0 "$ANYCOV" report --changes other ../d
has "$WORK/out" "3 of 6 changed lines covered"
sed 1d "$WORK/out" >"$WORK/rows" # without the commit
hasnt "$WORK/rows" 29
# Quiet: the exit status alone, with the reason.
expect 4 "$ANYCOV" report -q --changes other --fail-under-changes 60 ../d
one_sentence
expect 0 "$ANYCOV" report -q --changes other --fail-under-changes 50 ../d
[ ! -s "$WORK/out" ] || fail "-q is not quiet"
# Anywhere in the repository; other outputs are of everything.
cd src
expect 0 "$ANYCOV" report --changes other --lcov t.info ../../d
has "$WORK/out" "3 of 6"
has t.info "DA:29,0"
rm t.info
cd ..
expect 0 "$ANYCOV" report --changes HEAD ../d
has "$WORK/out" "1 of 4 changed lines covered (25.0 %)"
expect 0 "$ANYCOV" report --changes other --exclude src ../d -o "$WORK/none" --include y.c
has "$WORK/none" "no changed line has code"
# Through a symbolic link.
ln -s repo ../link
sed "s|$WORK/repo|$WORK/link|" ../a.spec >../b.spec
mkdir ../l
mkflags image ../b.spec ../l/b-b1.image
mkflags flags ../b.spec ../l/b-b1.flags hit=main:0
expect 0 "$ANYCOV" report --changes other ../l
has "$WORK/out" "3 of 6"

# Thresholds.
expect 0 "$ANYCOV" report --changes other --fail-under-changes 50 ../d
expect 4 "$ANYCOV" report --changes other --fail-under-changes 50.1 ../d
has "$WORK/err" "3 of 6 changed lines covered (50.0 %), 0 unknown: below --fail-under-changes 50.1"
expect 2 "$ANYCOV" report --fail-under-changes 50 ../d
has "$WORK/err" "requires --changes"

# Errors.
expect 1 "$ANYCOV" report --changes nowhere ../d
one_sentence
has "$WORK/err" "--changes nowhere: not a commit of this repository"
expect 1 "$ANYCOV" report --changes=--output=x ../d
one_sentence
git checkout -q --orphan alone
git commit -qm alone
expect 1 "$ANYCOV" report --changes main ../d
one_sentence
has "$WORK/err" "has no commit in common with HEAD"
cd ..
mkdir "$WORK/plain"
cd "$WORK/plain"
export GIT_CEILING_DIRECTORIES="$WORK"
expect 1 "$ANYCOV" report --changes main ../d
one_sentence
has "$WORK/err" "git shows no working tree here"

# Changes of submodules: committed there, and in their working trees; not the lines around them.
cd "$WORK"
git init -q -b main library
cd library
seq 1 30 >z.c
git add .
git commit -qm one
cd ..
git init -q -b main user
cd user
git -c protocol.file.allow=always submodule --quiet add ../library lib
git commit -qm one
cd lib
sed -i '12s/$/ changed/' z.c
git commit -qam two
cd ..
git commit -qam two
sed -i '20s/$/ changed/' lib/z.c
cat >../c.spec <<END
image
function main file=lib/z.c dir=$WORK/user line=1
block 0 probed exit lines=10,11,12,13,19,20,21
flags 0
END
mkdir ../s
mkflags image ../c.spec ../s/c-c1.image
mkflags flags ../c.spec ../s/c-c1.flags hit=
expect 0 "$ANYCOV" report --changes main~1 ../s
has "$WORK/out" "0 of 2 changed lines covered (0.0 %), 2 not covered"
has "$WORK/out" "lib/z.c"
has "$WORK/out" "not covered: 12, 20"
# Commits that the submodule lacks.
git -C lib checkout -q -f main~1
old=$(git -C lib rev-parse main)
git -C lib update-ref -d refs/heads/main
git -C lib reflog expire --expire=now --all
git -C lib gc -q --prune=now
git -C lib cat-file -e "$old" 2>/dev/null && fail "the commit is still there"
expect 3 "$ANYCOV" report --changes HEAD ../s
has "$WORK/err" "submodule lib lacks commits"
has "$WORK/err" "what changed in it is not part of the report"
