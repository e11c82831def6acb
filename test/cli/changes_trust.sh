# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --changes runs no program that the configuration of the repository or of a submodule names.
. "${0%/*}/lib.sh"

cat >called <<END
#!/bin/sh
echo "\$@" >>$WORK/calls
cat
exit 1
END
chmod +x called

repository "$WORK/library"
seq 1 30 >z.c
git add .
git commit -qm one
repository "$WORK/repo"
seq 1 30 >y.c
git -c protocol.file.allow=always submodule --quiet add ../library lib
git add .
git commit -qm one
sed -i '12s/$/ changed/' lib/z.c
git -C lib commit -qam two
sed -i '3s/$/ changed/' y.c
git commit -qam two
sed -i '5s/$/ changed/' y.c
sed -i '20s/$/ changed/' lib/z.c
cat >../a.spec <<END
image
function main file=y.c dir=$WORK/repo line=1
block 0 probed exit lines=3,4,5
flags 0
function other file=lib/z.c dir=$WORK/repo line=1
block 0 probed exit lines=11,12,20
flags 0
END
mkdir ../d
mkflags image ../a.spec ../d/a-a1.image
mkflags flags ../a.spec ../d/a-a1.flags hit=other:0
expect 0 "$ANYCOV" report --changes HEAD~1 ../d
cp "$WORK/out" "$WORK/plain"
has "$WORK/plain" "2 of 4 changed lines covered"

called=$WORK/called
for at in . lib; do
	(
		cd $at
		git config core.fsmonitor "$called fsmonitor"
		git config core.pager "$called pager"
		git config pager.diff true
		git config core.hooksPath "$WORK/hooks"
		git config diff.external "$called external"
		git config diff.mine.command "$called driver"
		git config diff.mine.textconv "$called textconv"
		echo '*.c diff=mine' >"$(git rev-parse --git-dir)/info/attributes"
	)
done
mkdir ../hooks
for hook in post-index-change post-checkout fsmonitor-watchman; do
	printf '#!/bin/sh\nexec %s hook\n' "$called" >../hooks/$hook
	chmod +x ../hooks/$hook
done
# The index is older than the files, which makes git write it.
touch y.c lib/z.c
# Without the options it would call them.
git diff HEAD~1 >"$WORK/git.out" 2>&1 || :
[ -s "$WORK/calls" ] || fail "the configuration calls nothing"
rm "$WORK/calls"
touch y.c lib/z.c
expect 0 "$ANYCOV" report --changes HEAD~1 ../d
[ ! -e "$WORK/calls" ] || { cat "$WORK/calls"; fail "called"; }
cmp "$WORK/out" "$WORK/plain" || fail "another report"

# A hook of git has the names of its repository's files, which are not those of submodules.
for name in GIT_INDEX_FILE=$PWD/.git/index GIT_DIR=$PWD/.git; do
	expect 0 env "$name" "$ANYCOV" report --changes HEAD~1 ../d
	cmp "$WORK/out" "$WORK/plain" || fail "another report with $name"
	expect 4 env "$name" "$ANYCOV" report -q --changes HEAD~1 --fail-under-changes 90 ../d
done
# A submodule that cannot be read leaves the report incomplete, also for a threshold.
mv lib/.git kept
expect 3 "$ANYCOV" report -q --changes HEAD~1 --fail-under-changes 1 ../d
has "$WORK/err" "submodule lib lacks commits"
expect 0 "$ANYCOV" report -q --allow-incomplete --changes HEAD~1 ../d
mv kept lib/.git

# A submodule that is new has all of its lines; one that is gone is named.
git config --unset core.hooksPath
git config --unset diff.external
git checkout -q -f -b gone
git -c protocol.file.allow=always submodule --quiet add ../library more
expect 0 "$ANYCOV" report --changes HEAD ../d
has "$WORK/out" "more/z.c"
git add -A
git commit -qm more
git rm -q --cached more
rm -rf more
expect 0 "$ANYCOV" report --changes HEAD ../d
has "$WORK/err" "submodule more was removed; what was in it is not part of the report"
