# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A directory of 10,000 files of flags, of as many images, is read in 5 s of processor time; two
# images with one path are two.
. "${0%/*}/lib.sh"

cat >a.spec <<'END'
image
function main file=a.c line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed calls exit lines=3
block 2 probed exit lines=5
flags 0,1,2
END
mkdir d
: >d/.anycov-data
mkflags many a.spec d 10000
[ "$(ls d | grep -c 'flags$')" -eq 10000 ] || fail "the input"
cat >measure.py <<'END'
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
took = used.ru_utime + used.ru_stime
sys.exit(status or (f"{took:.1f} s of processor time" if took > 5 else 0))
END
expect 0 python3 measure.py "$ANYCOV" report --no-build --summary d
has out "lines "
expect 0 python3 measure.py "$ANYCOV" merge -o m d
expect 0 "$ANYCOV" report --no-build d
has out "Input: 10000 processes"

# One path, two build IDs: both are read, and merged by line.
mkdir two
: >two/.anycov-data
sed 's/^image/& id=aa/' a.spec >aa.spec
sed 's/^image/& id=bb/' a.spec >bb.spec
for id in aa bb; do
	mkflags image $id.spec two/p-$id.image
done
mkflags flags aa.spec two/p-aa.flags hit=main:0,main:1 path=/bin/prog
mkflags flags bb.spec two/p-bb.flags hit=main:0,main:2 path=/bin/prog
expect 0 "$ANYCOV" report --no-build --json -o two.json two
has two.json '"merged"'
expect 0 "$ANYCOV" merge -o both two
[ "$(ls both/*.flags | wc -l)" -eq 2 ] || fail "merged into $(ls both)"
