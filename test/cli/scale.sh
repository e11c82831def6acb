# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Many dumps: merge compared to sort -u on the same addresses, in processor time
# and in memory; the same bytes in any order and grouping.  SCALE_DUMPS=1000 is
# the full size (100 million records).
. "${0%/*}/lib.sh"

dumps=${SCALE_DUMPS:-80}
least=${SCALE_LEAST:-8} # times as fast; 12 are measured, and sort falls behind as its input grows
mkdir fleet
"$MKFLEET" fleet $dumps 100000 500000
cat >measure.py <<'END'
import os, resource, subprocess, sys
subprocess.run(sys.argv[2:], check=True)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
open(sys.argv[1], "w").write(f"{u.ru_utime + u.ru_stime} {u.ru_maxrss}\n")
END
# The best of three, because other processes disturb such short measurements.
for i in 1 2 3; do
	python3 measure.py merge.$i "$ANYCOV" merge -o all fleet/*.dump
done
sort -n merge.[123] | sed -n 1p >merge.cost
"$ANYCOV" dump --rawcover fleet/*.dump >pcs
LC_ALL=C python3 measure.py sort.cost sort -u -o sorted pcs
rm pcs
"$ANYCOV" dump --rawcover all | LC_ALL=C sort >merged
cmp merged sorted || fail "merge and sort -u differ"
read -r merge_time merge_memory <merge.cost
read -r sort_time sort_memory <sort.cost
python3 - $merge_time $merge_memory $sort_time $sort_memory $least $dumps <<'END' || fail "too slow or too large"
import sys
mt, mm, st, sm, least, dumps = map(float, sys.argv[1:])
print(f"{dumps / 10:.1f} million records: merge {mt:.2f} s {mm / 1024:.0f} MiB, "
      f"sort -u {st:.2f} s {sm / 1024:.0f} MiB: {st / mt:.1f} times as fast in {mm / sm:.3f} of the memory")
sys.exit(st < least * mt or mm * 10 > sm)
END
# In reverse order; in groups; one after the other, like a reduce step.
expect 0 "$ANYCOV" merge -o back $(ls fleet/*.dump | sort -r)
cmp all back || fail "the order matters"
expect 0 "$ANYCOV" merge -o g1 fleet/1*.dump
expect 0 "$ANYCOV" merge -o g2 $(ls fleet/*.dump | grep -v 'fleet/1')
expect 0 "$ANYCOV" merge -o grouped g2 g1
cmp all grouped || fail "the grouping matters"
rm -r fleet sorted merged
