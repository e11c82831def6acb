# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report reads options from .anycov, in the words of the command line.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=src/main.c dir=$WORK/top line=1
block 0 probed calls exit lines=2,3
flags 0
function help file=lib/help.c dir=$WORK/top line=1
block 0 probed exit lines=2,3
flags 0
END
mkdir -p top/.git top/build/deep/d
d=$WORK/top/build/deep/d
mkflags image a.spec $d/a-a1.image
mkflags flags a.spec $d/a-a1.flags hit=main:0
echo "--frobnicate" >.anycov # above the repository: not read

cd top/build
expect 0 "$ANYCOV" report $d
totals lines 2 4
cat >../.anycov <<'END'
# What we test.
--exclude 'lib/*'   # no helpers

--lcov=t.info
END
expect 0 "$ANYCOV" report $d
totals lines 2 2
[ -s t.info ] || fail "--lcov was not read"
# Patterns start from its directory, wherever the command runs.
cd deep
expect 0 "$ANYCOV" report $d
totals lines 2 2
expect 0 "$ANYCOV" report --lcov other.info $d
[ -s other.info ] || fail "the command line does not win"
expect 0 "$ANYCOV" report --no-config $d
totals lines 2 4
# The nearest one is read.
: >.anycov
expect 0 "$ANYCOV" report $d
totals lines 2 4

wrong() # LINE TEXT
{
	printf '# comment\n%s\n' "$1" >.anycov
	expect 2 "$ANYCOV" report $d
	cp "$WORK/err" err
	[ "$(wc -l <err)" -eq 1 ] || fail "not one line of error"
	has err "$2"
	has err ".anycov:2:"
	expect 0 "$ANYCOV" report --no-config $d
	expect 0 "$ANYCOV" report --help
}
wrong "--frobnicate" "unknown option --frobnicate"
wrong "--exclude" "missing value GLOB"
wrong "other-data" "other-data is not an option"
wrong "--json=yes" "takes no value"
rm .anycov
mkdir .anycov
expect 2 "$ANYCOV" report $d
has "$WORK/err" "/.anycov: not a file"
