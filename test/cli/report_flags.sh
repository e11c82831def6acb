# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov report --functions on a file of flags or a copy of a memory, written by mkflags.py.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

# report STATUS ARGUMENT...: a text report, and a tracefile with the same result
report()
{
	want=$1
	shift
	expect "$want" "$ANYCOV" report --functions --lcov t.info "$@"
}

cat >t.spec <<'END'
image
# two arms and the block that follows both
function f file=t.c line=1
block 0 succ=1,2 lines=1,2 by=1,2
block 1 probed succ=3 lines=3
block 2 probed succ=3 lines=5
block 3 exit lines=6 by=1,2
flags 1,2
# what follows a call in its block has a flag, or a rule
function g file=t.c line=10
block 0 probed calls succ=1 lines=10,11
part 2 probed calls lines=12
part 3 lines=13 by=1
block 1 probed exit lines=14
flags 0,2,1
# pruned without a rule
function p file=t.c line=30 prune=dom
block 0 probed succ=1 lines=30
block 1 unknown exit lines=31
flags 0
END
mkflags image t.spec t.image
hits=f:1,g:0,p:0

# The rules of the map are valid, however processes ended; so they are with older files, which counted
# ends.
for ends in "version=1" "version=1 started=4 ended=3" "version=2 lanes= started=4 cut=2" \
	"version=1 started=4 how=17 cut=2" "started=4"; do
	mkflags flags t.spec t.flags hit=$hits $ends
	report 0 t.flags
	totals functions 3 3
	totals lines 7 12
	totals blocks 5 8
	has out "/bin/prog "
	reason "1 line, 1 block unknown: pruned by prune=dom"
	hasnt out "--complete"
	lines covered 1 2 3 6 10 11 30
	lines uncovered 5 12 13 14
	lines unknown 31
done
has out "Input: 4 processes"
expect 0 "$ANYCOV" report --functions --image t.image t.flags
totals lines 7 12
# Parts: one by one.
mkflags flags t.spec t.flags hit=g:0,g:2
report 0 t.flags
lines covered 10 11 12
lines uncovered 13 14
mkflags flags t.spec t.flags hit=g:0,g:2,g:1
report 0 --complete t.flags
has err "--complete changes nothing"
lines covered 10 11 12 13 14

# Older builds, whose rules need calls that returned.
cat >old.spec <<'END'
image
function f file=t.c line=1 prune=complete
block 0 calls succ=1,2 lines=1,2 by=1,2
block 1 probed succ=3 lines=3
block 2 probed succ=3 lines=5
block 3 exit lines=6 by=1,2
flags 1,2
function g file=t.c line=10 prune=complete
block 0 probed calls succ=1 lines=10,11
block 1 assumed exit lines=12 by=0
flags 0
function h file=t.c line=20 prune=complete
block 0 calls succ=1 lines=20 by=1
block 1 probed exit lines=21
flags 1
END
mkflags image old.spec old.image
mkflags flags old.spec old.flags hit=f:1,g:0,h:1
report 0 old.flags
reason "2 lines, 2 blocks, 2 edges unknown: recording may have ended inside a call; an older anycov built it: build it again"
lines covered 1 2 3 10 11 20 21
lines uncovered 5
lines unknown 6 12
report 0 --complete old.flags
lines covered 6 12
[ ! -s err ] || fail "--complete is needed"
mkflags flags old.spec old.flags
report 0 old.flags
lines uncovered 3 5 6 10 11 12 21
lines unknown 1 2 20

# Flags that were copied when processes ended: a process that was killed lost its own.
mkflags flags t.spec t.flags hit=$hits how=2 started=4 copied=3
report 3 t.flags
reason "4 lines, 1 branch, 2 blocks, 3 edges unknown: 1 of 4 processes was killed and lost flags"
has out "were copied when processes ended"
lines covered 1 2 3 6 10 11 30
lines unknown 5 12 13 14 31
mkflags flags t.spec t.flags hit=$hits how=2
report 0 t.flags
lines uncovered 5

# Flags that are 0 when they were hit.
sed 's/^flags .*/& value=0/' t.spec >zero.spec
mkflags image zero.spec zero.image
mkflags flags zero.spec zero.flags hit=$hits
report 0 zero.flags
totals lines 7 12

# Both sizes and byte orders.
for kind in "bits=32 order=little machine=40" "bits=64 order=big machine=21" "bits=32 order=big machine=20"; do
	sed "s/^image/image $kind/" t.spec >k.spec
	mkflags image k.spec k.image
	mkflags flags k.spec k.flags hit=$hits
	report 0 k.flags
	totals lines 7 12
done

# All outputs.
mkflags flags t.spec t.flags hit=f:1,g:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report --functions --json --edges -o t.json t.flags
/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" "$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" t.json || fail schema
has t.json '"started":2,"copied":true'
has t.json '"reason":"flags-lost","lost":true,'
has t.json '"text":"1 of 2 processes was killed and lost flags, or has not ended"'
has t.json '{"line":5,"state":"unknown","reason":"flags-lost","hits":0}'
expect 3 "$ANYCOV" report --functions --html pages t.flags
has pages/index.html "unknown: 1 of 2 processes was killed and lost flags, or has not ended; let"
has pages/functions.html "? unknown"
has "$(ls pages/f-t.c-*.html)" "unknown: 1 of 2 processes was killed and lost flags"
expect 1 "$ANYCOV" report --functions --sancov t.sancov t.flags
has err "flags have no addresses of code"
one_sentence

# A copy of a memory, and the address of its first byte.
mkflags memory t.spec m.bin hit=f:1,g:0
report 0 --image t.image --memory m.bin
has out "Input: 1 copy of a memory"
lines covered 1 2 3 6 10 11
lines uncovered 5 12 13 14 30
lines unknown 31
{ head -c 4096 /dev/zero; cat m.bin; head -c 100 /dev/zero; } >ram.bin
report 0 --image t.image --memory ram.bin@0x3000
lines covered 3
# Of two boards: together.
mkflags memory t.spec m2.bin hit=g:1
report 0 --image t.image --memory m.bin --memory m2.bin@0x4000
lines covered 3 13 14
lines uncovered 12
bad_memory() # TEXT ARGUMENT...
{
	text=$1
	shift
	expect 1 "$ANYCOV" report --functions --image t.image "$@"
	one_sentence
	has err "$text"
}
bad_memory "give the address of the first byte: ram.bin@ADDRESS" --memory ram.bin
for at in 0x2f9b 0x4001 0x2000 0xfffffffffffff000; do
	bad_memory "but the flags are at 0x4000 to 0x4006" --memory ram.bin@$at
done
mkflags poke m.bin 2 a5
bad_memory "m.bin:2: byte 0xa5 is not a flag" --memory m.bin
: >empty.bin
for at in "" @0x4000; do
	bad_memory "empty.bin: is empty; copy the memory again" --memory empty.bin$at
done
bad_memory "none.bin: cannot open" --memory none.bin
bad_memory "not a file of a memory" --memory /dev/null
printf 'int main(void) { return 0; }\n' >plain.c
"$ANYCOV" cc gcc -g plain.c -o plain
expect 1 "$ANYCOV" report --functions --image plain --memory m.bin
one_sentence
has err "m.bin: plain has no flags in its map"
expect 2 "$ANYCOV" report --functions --memory m.bin
one_sentence
expect 1 "$ANYCOV" report --functions --image t.image --image old.image --memory m.bin
one_sentence
has err "m.bin: contains the flags of none of 2 images"

# Damaged files: one sentence, with the place.
damaged() # TEXT KEY=VALUE...
{
	text=$1
	shift
	mkflags flags t.spec bad.flags "$@"
	expect 1 "$ANYCOV" report --functions --image t.image bad.flags
	one_sentence
	has err "bad.flags:"
	has err "$text"
}
poked() # TEXT OFFSET HEX
{
	mkflags flags t.spec bad.flags
	mkflags poke bad.flags "$2" "$3"
	expect 1 "$ANYCOV" report --functions --image t.image bad.flags
	one_sentence
	has err "$1"
}
damaged ":4: unsupported version 4" version=4
damaged ":4: unsupported version 0" version=0
damaged ":24: damaged: impossible number of flags" n=0
damaged ": truncated: 6 of 7 flags" n=7
damaged ":134: damaged: data after the last flag" more="$(printf '00%.0s' $(seq 64))"
damaged ":48: damaged: impossible numbers of processes" started=1 copying=2
damaged ":48: damaged: impossible numbers of processes" copying=1 copied=2 how=3
damaged ":48: damaged: more processes ended than started" version=1 started=1 ended=2
damaged ":56: damaged: not 0" reserved=1
damaged ":60: unsupported way" how=4
damaged ":60: unsupported way" version=1 how=256
damaged "truncated before the lanes" version=2
damaged "truncated in the lanes" version=2 more="$(printf '00%.0s' $(seq 58))01$(printf '00%.0s' $(seq 63))"
damaged "damaged: impossible number of lanes" version=2 more="$(printf '00%.0s' $(seq 58))11$(printf '00%.0s' $(seq 63))"
damaged "damaged: data after the last lane" lanes=f:0 more="$(printf '00%.0s' $(seq 64))"
damaged "has 6 flags at 0x5000, but t.image has 6 at 0x4000" address=20480
damaged "has 5 flags at 0x4000, but t.image has 6 at 0x4000" n=5
damaged ":32: damaged: impossible address" address=18446744073709551615
poked "bad.flags:0: not a file of flags" 0 00
poked ":6: damaged: build ID of impossible length" 6 ffff
poked ":8: damaged: path of impossible length" 8 ffffffff
poked ":12: damaged: impossible page size" 12 00000000
poked ":12: damaged: impossible page size" 12 41000000
poked ":16: damaged: flags are not after the names" 16 4000
poked ":16: damaged: flags are not after the names" 16 8100
poked ":16: truncated before the flags" 16 0001
poked ":24: damaged: impossible number of flags" 24 ffffffffffffffff
poked ":68: damaged: NUL in the path" 70 00
poked "bad.flags:130: byte 0x07 is not a flag" 130 07
mkflags flags t.spec whole.flags
for n in $(seq 0 133); do
	head -c "$n" whole.flags >cut.flags
	expect 1 "$ANYCOV" report --functions --image t.image cut.flags
	one_sentence
	has err "cut.flags:"
done
expect 1 "$ANYCOV" report --functions --image t.image none.flags
one_sentence
has err "none.flags: cannot open"

mkflags flags t.spec whole.flags lanes="f:1;g:0" started=2 ended=1
size=$(wc -c <whole.flags)
for n in $(seq 134 7 $((size - 1))); do
	head -c "$n" whole.flags >cut.flags
	expect 1 "$ANYCOV" report --functions --image t.image cut.flags
	one_sentence
done
mkflags poke whole.flags $((size - 64)) 07
expect 1 "$ANYCOV" report --functions --image t.image whole.flags
one_sentence
has err "whole.flags:128: byte 0x07 is not a flag"

# Another build, another byte order, an image without flags.
mkflags image t.spec other.image id=ffff
expect 1 "$ANYCOV" report --functions --image other.image t.flags
one_sentence
has err "t.flags: build ID a1b2c3d4 does not match other.image (ffff); use the image that was run, or --force"
report 3 --force --image other.image t.flags
lines covered 1 2 3 6 10 11
lines unknown 5 12 13 14 30
has err "nothing is shown as not covered"
reason "unknown: records of another build prove nothing (--force)"
sed 's/^flags 0/flags 0,1/' t.spec >more.spec
mkflags image more.spec more.image id=ffff
report 3 --force --image more.image t.flags
expect 1 "$ANYCOV" report --functions --image k.image t.flags
one_sentence
has err "t.flags: the byte order differs from that of k.image"
expect 1 "$ANYCOV" report --functions --image plain t.flags
one_sentence

# The image: beside the file, where it was run, in a directory, or none.
mkdir alone where
mkflags flags t.spec alone/x.flags path="$PWD/where/prog"
expect 1 "$ANYCOV" report --functions alone/x.flags
one_sentence
has err "alone/x.flags: no image: alone/x.image is missing, $PWD/where/prog is missing; add --image prog"
mkflags image t.spec where/prog id=ffff
expect 1 "$ANYCOV" report --functions alone/x.flags
one_sentence
has err "$PWD/where/prog is another build"
echo text >alone/x.image
expect 1 "$ANYCOV" report --functions alone/x.flags
one_sentence
has err "alone/x.image is damaged or no ELF file"
mkflags image t.spec where/prog
expect 0 "$ANYCOV" report --functions alone/x.flags
mkdir -p path/moved
mv where/prog path/moved
expect 1 "$ANYCOV" report --functions --image-path path alone/x.flags
expect 0 "$ANYCOV" report --functions --image-path where --image-path path/moved alone/x.flags
has out "where/prog "

# A file that was given a wrong name is known by its contents.
cp t.flags named
expect 3 "$ANYCOV" report --functions --image t.image named
# Without a build ID the image must be given, or be beside.
mkflags image t.spec n.image id=
mkflags flags t.spec n.flags id=
expect 0 "$ANYCOV" report --functions n.flags
expect 0 "$ANYCOV" report --functions --image n.image n.flags

# anycov dump prints the file: its header and the addresses of the flags that are 1.
mkflags flags t.spec t.flags hit=f:1,g:0 started=3 how=3 copying=2 copied=1
expect 0 "$ANYCOV" dump t.flags
has out "image /bin/prog, build ID a1b2c3d4"
has out "3 processes started, 2 of these to copy flags at the end, 1 did"
has out "6 flags from 0x4000 on, 2 of them 1"
has out "  0x4002"
expect 1 "$ANYCOV" dump cut.flags
one_sentence
expect 2 "$ANYCOV" dump --json t.flags
one_sentence

# Other formats have addresses of their own.
mkflags memory t.spec m.bin hit=f:1,g:0
{ head -c 4096 /dev/zero; cat m.bin; head -c 100 /dev/zero; } >ram.bin
for format in ihex srec; do
	objcopy -I binary -O $format --change-addresses 0x3000 ram.bin ram.$format
	report 0 --image t.image --memory ram.$format
	lines covered 1 2 3 10 11
	head -20 ram.$format >short.$format
	bad_memory "but the flags are at 0x4000 to 0x4006" --memory short.$format
	objcopy -I binary -O $format --change-addresses 0x8000 ram.bin other.$format
	bad_memory "other.$format: contains 0x8000 to 0x906a" --memory other.$format
	sed '5s/..\(.\)$/77\1/' ram.$format >sum.$format
	bad_memory "sum.$format:5: wrong checksum" --memory sum.$format
	{ head -c 100 ram.$format; echo; sed 1,3d ram.$format; } >cut.$format
	bad_memory "cut.$format:3: wrong length" --memory cut.$format
	{ cat ram.$format; echo hello; } >text.$format
	bad_memory ": not a line of a HEX file" --memory text.$format
done
cat >core.py <<'EOF'
import struct, sys
data = open("ram.bin", "rb").read()
kind, vaddr, paddr = int(sys.argv[2]), int(sys.argv[3], 0), int(sys.argv[4], 0)
head = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", kind, 62, 1, 0, 64, 0, 0, 64, 56, 1, 64, 0, 0)
head += struct.pack("<IIQQQQQQ", 1, 6, 256, vaddr, paddr, len(data), len(data), 1)
open(sys.argv[1], "wb").write(head.ljust(256, b"\0") + data)
EOF
python3 core.py ram.core 4 0x3000 0
report 0 --image t.image --memory ram.core
lines covered 1 2 3 10 11
python3 core.py ram.core 4 0 0x3000
report 0 --image t.image --memory ram.core
lines covered 1 2 3 10 11
bad_memory "is an ELF file but no core file" --memory t.image
head -c 50 ram.core >cut.core
bad_memory "cut.core: damaged ELF file" --memory cut.core
head -c 4000 ram.core >cut.core
bad_memory "0x4000 is missing" --memory cut.core

# Firmware: a byte beside a function's flags shows that its memory was initialized.
sed 's/^flags .*/& seal=0xa7/' t.spec >sealed.spec
mkflags image sealed.spec s.image
mkflags memory sealed.spec s.bin hit=f:1,g:0
report 0 --image s.image --memory s.bin
lines covered 1 2 3 10 11
size=$(stat -c %s s.bin)
bad_seal() # TEXT FILE
{
	expect 1 "$ANYCOV" report --functions --image s.image --memory "$2"
	one_sentence
	has err "$1"
}
for fill in '\0' '\1' '\377' '\125'; do
	head -c "$size" /dev/zero | tr '\0' "$fill" >fill.bin
	bad_seal "was not initialized by start-up code" fill.bin
done
last=$(od -An -v -tu1 -w1 s.bin | grep -n 167 | tail -1 | cut -d: -f1)
mkflags poke s.bin $((last - 1)) 00
bad_seal "s.bin:$((last - 1)): byte 0x00 is not what the image has beside a function's flags" s.bin

# Flags that any odd number sets, after the seal.
sed 's/^flags .*/& seal=0xa7 value=2/' t.spec >odd.spec
mkflags image odd.spec s.image
mkflags memory odd.spec s.bin hit=f:1,g:0
report 0 --image s.image --memory s.bin
lines covered 1 2 3 10 11
first=$(od -An -v -tu1 -w1 s.bin | grep -n 91 | head -1 | cut -d: -f1)
for byte in 01 ff 5d; do
	mkflags poke s.bin $((first - 1)) $byte
	report 0 --image s.image --memory s.bin
	lines covered 1 2 3 10 11
done
mkflags poke s.bin $((first - 1)) 5c
bad_seal "byte 0x5c is not a flag, which is 0 or odd" s.bin
mkflags poke s.bin $((first - 1)) 5b
mkflags poke s.bin 0 5b
bad_seal "s.bin:0: byte 0x5b is not what the image has beside a function's flags" s.bin
head -c "$(stat -c %s s.bin)" /dev/zero >fill.bin
bad_seal "was not initialized by start-up code" fill.bin
sed 's/^flags .*/& value=2/' t.spec >even.spec
mkflags image even.spec s.image
bad_seal "flags at an even address" s.bin
