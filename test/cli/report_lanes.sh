# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Files of flags of version 2, in which parts ("lanes") follow the flags: what is set in one of them is
# set, in every byte order, and merging keeps it.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

cat >t.spec <<'END'
image
function g file=t.c line=10
block 0 probed calls exit lines=10,11
part 1 probed lines=12
flags 0,1
function h file=t.c line=20
block 0 probed calls exit lines=20
part 1 probed lines=21
flags 0,1
END

for bytes in "" "bits=32 machine=20 order=big" "order=big"; do
	sed "s/^image.*/image $bytes/" t.spec >this.spec
	mkflags image this.spec t.image
	mkflags flags this.spec a.flags hit=g:0 "lanes=;g:0,g:1" started=3 ended=2
	mkflags flags this.spec b.flags "lanes=h:0;" started=3
	mkflags flags this.spec c.flags hit=h:0 lanes= started=1
	expect 0 "$ANYCOV" report --image t.image --lcov t.info a.flags
	lines covered 10 11 12
	lines uncovered 20 21
	rm -rf merged
	expect 0 "$ANYCOV" merge -o merged b.flags a.flags c.flags
	for files in "a.flags b.flags" "b.flags c.flags a.flags" merged/*.flags; do
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" report --image t.image --lcov t.info $files
		lines covered 10 11 12 20
		lines uncovered 21
	done
done
