# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Dumps have the calls that did not return: what merge, dump and old or damaged dumps make of it, and
# where recording stops in calls.
. "${0%/*}/traces_lib.sh"
cc=$GCC
[ -n "$cc" ] && have $cc || lacks "a plugin for gcc"

# Copies a dump: without a chunk, or with other contents of it; the checksum is right.
cat >edit.py <<'END'
import struct, sys, zlib
source, target, tag, how = sys.argv[1:5]
IMAGE = sys.argv[5].encode() if len(sys.argv) > 5 else b"ends"
first = 0
data = open(source, "rb").read()
out, at, chunks = data[:16], 16, 0
while data[at:at + 4] != b"END ":
    name, context, n, flags = struct.unpack_from("<4sIII", data, at)
    body = data[at + 16:at + 16 + n]
    at += 16 + n
    if name == b"MOD " and body.endswith(b"/" + IMAGE):
        first = struct.unpack_from("<Q", body, 8)[0]
    times = 1
    if name.decode().strip() == tag:
        if how == "drop":
            continue
        if how in ("crowd", "others"):  # half of what a dump may have, and one
            start = 1 << (30 if how == "crowd" else 40)
            ids = ((1 << 22) + 2) * [0]
            ids[::2] = range(start, start + (1 << 21) + 1)
            body += struct.pack("<%dQ" % len(ids), *ids)
        body = {"crowd": body, "others": body, "short": body[:4],
                "odd": body + b"\0" * 8, "bits": b"\x08" + body[1:],
                "empty": body[:8], "missed": b"\x03" + body[1:], "twice": body,
                "call": body[:8] + struct.pack("<QII", 0x1000, 0, 16),
                "wrap": body[:8] + struct.pack("<QII", 2**64 - 1, 1, 16),
                "many": body[:8] + b"".join(struct.pack("<QII", first + 1 + i, 1 + i, 1 << 20)
                                            for i in range(1 << 17)),
                "near": body[:8] + b"".join(struct.pack("<QII", first + 1 + i, 1, 2)
                                            for i in range(1023)),
                "far": body[:8] + struct.pack("<QII", 2**64 - 1, 1, 1)}[how]
        times = 2 if how == "twice" else 1
    for _ in range(times):
        out += struct.pack("<4sIII", name, context, len(body), flags) + body
        chunks += 1
open(target, "wb").write(out + struct.pack("<4sIIIII", b"END ", 0, 8, 0, zlib.crc32(out), chunks))
END
cat >ends.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/anycov.h"
__attribute__((noinline)) static void leave(int how)
{
	if (how == 1)
		exit(0);
	if (how == 2)
		anycov_stop();
	puts("leave ends");
}
__attribute__((noinline)) static void second(int how)
{
	puts("second begins");
	leave(how);
	puts("second ends");
}
int main(int argc, char **argv)
{
	int how = argc > 1 ? atoi(argv[1]) : 0;

	if (how == 3 && fork()) {
		wait(NULL);
		puts("parent");
		return 0;
	}
	if (how == 4)
		abort();
	second(how);
	puts("main ends");
	return 0;
}
END
# shellcheck disable=SC2046
$cc -g -O0 -I "$ANYCOV_SOURCE/include" $("$ANYCOV" flags --cc $cc --for trace) ends.c -o ends \
	$("$ANYCOV" flags --cc $cc --link --for trace) || fail "$cc"
# of DUMP...: the report is in out, its sentences in words
of()
{
	expect 0 "$ANYCOV" report --image ends --lcov t.info "$@"
	tr -s ' \n' ' ' <out >words
}
# all_lines_known: of the last report
all_lines_known()
{
	awk 'NF == 6 && $1 == "lines" { exit $5 != 0 }' out || { cat out; fail "lines are unknown"; }
}

for how in 0 1 2 4; do
	"$ANYCOV" run -o $how.dump ./ends $how >run.out 2>&1 || :
done
of 0.dump
all_lines_known
of 1.dump
has words "calls did not return: exit(), longjmp(), an exception, a signal"
hasnt t.info "DA:18,1"
hasnt t.info "DA:32,1"
of 4.dump
hasnt words "ended in a call"
has t.info "DA:30,1"
has t.info "DA:31,0"
# What follows anycov_stop() is not recorded, and its callers go on.
of 2.dump
has words "processes ended in a call, or left one by longjmp, maybe at any instruction of it"
# Of an old dump nothing is known, of one that says so neither.
for how in drop missed; do
	python3 edit.py 0.dump old.dump CUTS $how
	of old.dump
	has words " unknown: "
	of 0.dump old.dump
	has words " unknown: "
done
python3 edit.py 0.dump old.dump CUTS drop
of old.dump
has words "recording may have ended inside a call"
# Calls of no image, as the C library's, change nothing.
python3 edit.py 0.dump far.dump CUTS far
of far.dump
all_lines_known

# dump shows them.
expect 0 "$ANYCOV" dump 1.dump
has out "CUTS "
has out " calls did not return"
expect 0 "$ANYCOV" dump 2.dump
has out "; others may have ended at any instruction"
expect 0 "$ANYCOV" dump --json 1.dump
python3 - <<'END' || fail "dump --json"
import json
chunks = json.load(open("out"))["dumps"][0]["chunks"]
cuts = [c for c in chunks if c["tag"] == "CUTS"]
assert len(cuts) == 1 and len(cuts[0]["records"]) >= 3, cuts
assert all(int(r["function"], 16) < int(r["address"], 16) <= int(r["end"], 16)
           and r["any_call"] is False for r in cuts[0]["records"])
END

# merge keeps them, and drops them if a dump has none.
of 0.dump 1.dump
cp t.info both.info
expect 0 "$ANYCOV" merge -o merged.dump 1.dump 0.dump
of merged.dump
for f in t both; do
	sed -n 's/^\(DA:[0-9]*,\)[1-9].*/\11/p; /^DA:[0-9]*,0/p' $f.info >$f.lines
done
cmp t.lines both.lines || fail "merge changes the lines"
expect 0 "$ANYCOV" merge -o merged.dump 0.dump old.dump
of merged.dump
has words "recording may have ended inside a call"

# A child's dump with its parent's, in any order and merged; alone it begins in calls.
rm -rf forked
"$ANYCOV" run -o forked --mode pc ./ends 3 >run.out 2>&1
for f in forked/*.dump; do
	expect 0 "$ANYCOV" dump "$f"
	if grep -q "forked by 0000000000000000" out; then parent=$f; else child=$f; fi
done
of "$parent" "$child"
all_lines_known
of "$child" "$parent"
all_lines_known
expect 0 "$ANYCOV" merge -o merged.dump "$child" "$parent"
of merged.dump
all_lines_known
of "$parent"
all_lines_known
of "$child"
has words " unknown: recording began inside a call"
expect 0 "$ANYCOV" merge -o merged.dump "$child"
of merged.dump
has words " unknown: recording began inside a call"
expect 0 "$ANYCOV" merge -o both.dump merged.dump "$parent"
of both.dump
all_lines_known
expect 0 "$ANYCOV" report --image ends --context "$("$ANYCOV" dump "$child" |
	sed -n 's/^PC   context \([0-9]*\):.*/\1/p')" "$parent" "$child"
tr -s ' \n' ' ' <out >words
has words " unknown: recording began inside a call"
# Without its number a process forked nothing that is known.
python3 edit.py "$child" lone.dump PROC drop
of "$parent" lone.dump
has words " unknown: recording began inside a call"

for how in short odd bits twice call wrap; do
	python3 edit.py 1.dump bad.dump CUTS $how
	for command in "report --image ends" dump "merge -o bad.out"; do
		# shellcheck disable=SC2086
		expect 1 "$ANYCOV" $command bad.dump
		one_sentence
	done
done
python3 edit.py "$child" bad.dump PROC short
expect 1 "$ANYCOV" dump bad.dump
has err "damaged: PROC chunk of impossible length"

# More processes than a dump may have are not in what merge makes of two, and it is known that they
# are not.
python3 edit.py "$parent" crowd.dump PROC crowd
python3 edit.py "$child" others.dump PROC others
expect 0 "$ANYCOV" merge -o merged.dump crowd.dump others.dump
rm crowd.dump others.dump
of merged.dump
has words " unknown: recording began inside a call"

# Calls of as many dumps are merged at once, also if their number nearly fills what is reserved.
python3 edit.py 0.dump near.dump CUTS near
for i in $(seq 2000); do
	echo near.dump
done >names
# shellcheck disable=SC2046
expect 0 timeout 30 "$ANYCOV" merge -o merged.dump $(cat names)
expect 0 "$ANYCOV" dump merged.dump
has out "CUTS 1023 calls did not return"

# As many calls as a dump may have, each in all of a thousand functions: not all are taken, in
# seconds, and nothing that may have been cut is shown as not covered.
{
	for i in $(seq 1000); do
		echo "__attribute__((noinline)) int f$i(int x) { if (x > $i) abort(); return x; }"
	done
	echo 'int main(int c, char **v) { (void)v;'
	seq -f 'f%.0f(c);' 1000
	echo 'return 0; }'
} | (echo '#include <stdlib.h>' && cat) >many.c
# shellcheck disable=SC2046
$cc -w -g -O1 $("$ANYCOV" flags --cc $cc --for trace) many.c -o many \
	$("$ANYCOV" flags --cc $cc --link --for trace)
"$ANYCOV" run -o many.data ./many
python3 edit.py many.data/*.dump many.dump CUTS many many
expect 0 timeout 60 "$ANYCOV" report --image many many.dump
tr -s ' \n' ' ' <out >words
has words "processes ended in a call, or left one by longjmp"
