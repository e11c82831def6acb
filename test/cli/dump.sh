# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov dump: prints a valid dump, and nothing of a damaged one.
. "${0%/*}/lib.sh"

"$MKDUMP" pc 0x1000 0x2002 . cmp 5 0x41 0x42 0x3000 mod 0x10000 0x11000 0x12000 a1b2c3 /bin/x \
	note "hello" >good
expect 0 "$ANYCOV" dump good
has out "64-bit words, little-endian"
has out "0x0000000000001000"
has out "0x0000000000003000  4 bytes  const 0x41 'A' : 0x42 'B'"
has out "MOD  /bin/x 0x11000-0x12000, load bias 0x10000, build ID a1b2c3"
has out "hello"
expect 0 "$ANYCOV" dump --rawcover good
printf '0x1000\n0x2002\n0x3000\n' | cmp - out || fail "rawcover"
expect 0 "$ANYCOV" dump --json good
python3 - <<'END' || fail "JSON"
import json
d = json.load(open("out"))
assert d["schema"] == "anycov-dump-1"
c = d["dumps"][0]["chunks"]
assert [x["tag"] for x in c] == ["PC", "CMP", "MOD", "NOTE"], c
assert c[0]["records"] == ["0x1000", "0x2002"]
assert c[1]["records"][0] == {"pc": "0x3000", "bytes": 4, "const": True, "float": False,
                              "arg1": "0x41", "arg2": "0x42"}
assert c[2]["records"][0]["build_id"] == "a1b2c3"
assert c[3]["records"] == ["hello"]
END
expect 0 sh -c "\"$ANYCOV\" dump --rawcover - <good"
expect 0 sh -c "cat good | \"$ANYCOV\" dump --rawcover -"
has out "0x2002"

# Every word size, both byte orders; chunks of other tags are skipped.
for word in 2 4 8; do
	for order in "" big; do
		"$MKDUMP" $order word $word tag ZZZZ something pc 0x1234 0xfffe . >d
		expect 0 "$ANYCOV" dump --rawcover d
		printf '0x1234\n0xfffe\n' | cmp - out || fail "word $word $order"
	done
done
"$MKDUMP" lost pc 1 . >d
expect 0 "$ANYCOV" dump d
has out "records may be missing"
# Concatenated dumps; many records; an empty dump.
cat good good >two
expect 0 "$ANYCOV" dump --rawcover two
[ "$(wc -l <out)" -eq 6 ] || fail "two dumps in a file"
"$MKDUMP" >empty
expect 0 "$ANYCOV" dump --rawcover empty
[ ! -s out ] || fail "an empty dump"
"$MKDUMP" pc $(seq 1 30000) . >d
expect 0 "$ANYCOV" dump --rawcover d
[ "$(wc -l <out)" -eq 30000 ] || fail "many records"

# Control characters of a note are not printed.
"$MKDUMP" note "$(printf 'a\033[31mb')" >d
expect 0 "$ANYCOV" dump d
has out "a?[31mb"

bad()
{
	for style in "" --json --rawcover; do
		expect 1 "$ANYCOV" dump $style "$@"
		one_sentence
		has err "anycov dump: "
	done
}

# Truncated (mutations.c truncates at every byte and flips every bit).
for n in 0 5 6 15 16 40 $(($(wc -c <good) - 1)); do
	head -c $n good >cut
	expect 1 "$ANYCOV" dump cut
	one_sentence
	has err "anycov dump: cut:"
done
# Other files, a wrong END, data after it.
echo "no dump at all" >foreign
bad foreign
has err "foreign:0:"
bad "$ANYCOV"
bad .
bad no-such-file
bad good foreign
(cat good; printf x) >more
bad more
(cat good; head -c 40 good) >more
bad more
: >nothing
bad nothing

# A raw KCOV buffer.
printf '\002\000\000\000\000\000\000\000\020\000\000\000\000\000\000\000\040\000\000\000\000\000\000\000' >raw
expect 0 "$ANYCOV" dump --raw 8 --rawcover raw
printf '0x10\n0x20\n' | cmp - out || fail "raw words of 8 bytes"
has err "a buffer was full"
expect 0 "$ANYCOV" dump --raw 8 raw
has out "buffer full: records may be missing"
(cat raw; printf 'unused memory behind the records') >longer
expect 0 "$ANYCOV" dump --raw 8 --rawcover longer
printf '0x10\n0x20\n' | cmp - out || fail "raw, unused memory"
hasnt err "full"
printf '\000\001\022\064' >raw2
expect 0 "$ANYCOV" dump --raw 2 --big-endian --rawcover raw2
printf '0x1234\n' | cmp - out || fail "raw words of 2 bytes"
head -c 20 raw >cut
expect 1 "$ANYCOV" dump --raw 8 cut
one_sentence
expect 1 "$ANYCOV" dump --raw 8 --mode cmp raw
one_sentence
expect 1 "$ANYCOV" dump --raw 8 foreign
has err "record count"
# A full disk is an error, not half a result.
if [ -w /dev/full ]; then
	expect 1 sh -c "\"$ANYCOV\" dump good >/dev/full"
fi

# A console log, also one that begins with the dump.
"$MKDUMP" pc 0x1000 0x2002 . >whole
od -An -v -tx1 whole | tr -d ' \n' | fold -w 32 | sed -e 's/^/anycov:/' -e '$s/$/\n/' >log
"$ANYCOV" dump whole | tail -n +2 >want
expect 0 "$ANYCOV" dump log
tail -n +2 out | cmp - want || fail "a log that begins with the dump"
(echo boot; cat log) >log2
expect 0 "$ANYCOV" dump log2
tail -n +2 out | cmp - want || fail "a log with a dump in it"
# In parts, through a pipe.
while read -r line; do echo "$line"; sleep 0.01; done <log2 | "$ANYCOV" dump - >out 2>err ||
	{ cat err; fail "a log by a pipe"; }
tail -n +2 out | cmp - want || fail "a log by a pipe"
# A file that is not a dump is not kept in memory, also with very long lines.
truncate -s 400M nothing
limit=250000
# AddressSanitizer reserves terabytes of addresses.
grep -q __asan_init "$ANYCOV" && limit=unlimited
expect 1 sh -c "ulimit -v $limit; \"$ANYCOV\" dump nothing"
one_sentence
has err "nothing:0: not an anycov dump"

# Chunks of older runtimes, of processes.
"$MKDUMP" pc 0x1000 . tag PROC 0123456701234567 tag OPEN 0123456701234567 >old
expect 0 "$ANYCOV" dump old
has out "0x0000000000001000"
expect 0 "$ANYCOV" merge -o merged old old
expect 0 "$ANYCOV" dump --json merged
hasnt out OPEN
"$MKDUMP" pc 0x1000 . tag CUTS 00000000aaaa >bad
expect 1 "$ANYCOV" dump bad
one_sentence
has err "CUTS chunk of impossible length"
