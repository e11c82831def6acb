# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# merge gives the same bytes in any order, grouping and repetition.  Longer with LAWS_ROUNDS
# (scripts/check --all).
. "${0%/*}/lib.sh"
needs zstd || lacks zstd

python3 "$ANYCOV_SOURCE/test/cli/laws.py" "$ANYCOV" "${LAWS_SEED:-1}" "${LAWS_ROUNDS:-40}"

# What the counts of processes of a merge are; sums of a report do not wrap around.
cat >counts.py <<'END'
import struct
def flags(name, version, started, *rest):
    head = struct.pack("<IHHIIQQQQ", 0x616e7966, version, 20, 6, 4096, 4096, 8, 0x4000, started)
    head += struct.pack("<QII" if version < 3 else "<IIII", *rest)
    open(name, "wb").write((head + bytes(range(20)) + b"/bin/p").ljust(4096, b"\0") + b"\1".ljust(4096, b"\0"))
flags("a.flags", 3, 10, 0, 0, 0, 1)
flags("b.flags", 3, 3, 3, 2, 0, 3)
flags("c.flags", 1, 2**64 - 1, 2**64 - 1, 0, 2)
flags("d.flags", 1, 2**64 - 1, 0, 0, 2)
END
python3 counts.py
expect 0 "$ANYCOV" merge -o ab a.flags b.flags
expect 0 "$ANYCOV" dump ab/p-*.flags
has out "10 processes started, 3 of these to copy flags at the end, 2 did"
expect 0 "$ANYCOV" merge -o abc ab c.flags a.flags
expect 0 "$ANYCOV" dump abc/p-*.flags
has out "18446744073709551615 processes started, 4294967295 of these to copy flags at the end, 4294967294 did"
expect 0 "$ANYCOV" merge -o abcd ab c.flags d.flags a.flags
expect 0 "$ANYCOV" dump abcd/p-*.flags
has out "18446744073709551615 processes started, 4294967295 of these to copy flags at the end, 0 did"
