# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# merge gives the same bytes in any order, grouping and repetition.  Longer with LAWS_ROUNDS
# (scripts/check --all).
. "${0%/*}/lib.sh"
needs zstd || lacks zstd

python3 "$ANYCOV_SOURCE/test/cli/laws.py" "$ANYCOV" "${LAWS_SEED:-1}" "${LAWS_ROUNDS:-40}"

# What the counts of processes of a merge are; sums of a report do not wrap around.
cat >counts.py <<'END'
import struct
def flags(name, started, ended, cut):
    head = struct.pack("<IHHIIQQQQQII", 0x616e7966, 1, 20, 6, 4096, 4096, 8, 0x4000, started, ended, cut, 1)
    open(name, "wb").write((head + bytes(range(20)) + b"/bin/p").ljust(4096, b"\0") + b"\1".ljust(4096, b"\0"))
flags("a.flags", 10, 10, 2**32 - 1)
flags("b.flags", 3, 2, 1)
flags("c.flags", 2**64 - 1, 2**64 - 1, 0)
END
python3 counts.py
expect 0 "$ANYCOV" merge -o ab a.flags b.flags
expect 0 "$ANYCOV" dump ab/p-*.flags
has out "10 processes started, 9 ended, 4294967295 of these with incomplete calls"
expect 0 "$ANYCOV" merge -o abc ab c.flags a.flags
expect 0 "$ANYCOV" dump abc/p-*.flags
has out "18446744073709551615 processes started, 18446744073709551614 ended, 4294967295 of these"
