# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What a copy of memory leaves unknown in pruned code, the report advises to build without pruning;
# of code that is not pruned it does not.
. "${0%/*}/lib.sh"

for prune in lossless none; do
	cat >t.spec <<END
image
function f file=t.c line=1 prune=$prune
block 0 probed succ=1 lines=1
block 1 assumed succ=1,2 lines=2 by=0
block 2 assumed exit lines=3 by=0
flags 0
END
	python3 "$ANYCOV_SOURCE/test/cli/mkflags.py" image t.spec t.image
	python3 "$ANYCOV_SOURCE/test/cli/mkflags.py" memory t.spec t.bin hit=f:0
	expect 0 "$ANYCOV" report --image t.image --memory t.bin
	tr -s ' \n' ' ' <out >words
	has words "calls were active when the memory was copied; copy it when the firmware is idle"
	has words "or use --complete if every call returned"
	[ $prune = none ] || has words ", build with --prune none, which knows more of them,"
	[ $prune = lossless ] || hasnt words "--prune none"
done
