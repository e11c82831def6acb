# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# merge --compress, and files that zstd compressed: read as the ones they expand to; damaged ones
# are an error, and so are those that expand to any size.
. "${0%/*}/lib.sh"
nm "$ANYCOV" | grep -q __asan_init && lacks "a command without AddressSanitizer"
needs zstd || lacks zstd

"$MKDUMP" pc 5 3 3 9 . cmp 5 1 2 3 note hello >a
"$MKDUMP" mod 0x10000 0x11000 0x12000 aa /bin/x pc 0x11010 0x11020 . >m
i=0
while [ $i -lt 400 ]; do
	echo $((0x1000 + 24 * i))
	i=$((i + 1))
done >numbers
"$MKDUMP" pc $(cat numbers) . >many
expect 0 "$ANYCOV" merge -o plain many a
expect 0 "$ANYCOV" merge --compress -o small a many
[ $(($(wc -c <small) * 3)) -lt "$(wc -c <plain)" ] || fail "not small: $(wc -c plain small)"
zstd -dc <small >expanded || fail "zstd does not read it"
cmp expanded plain || fail "it expands to another dump"
expect 0 "$ANYCOV" merge --compress -o again small small
cmp small again || fail "other bytes when it is merged again"
expect 0 "$ANYCOV" merge -o back small
cmp plain back || fail "other bytes when it is expanded"

# Files and pipes, by name and by contents, two in one file.
expect 0 "$ANYCOV" dump plain
sed 1d out >want
expect 0 "$ANYCOV" dump small
sed 1d out | cmp - want || fail "dump of a file"
expect 0 sh -c '"$ANYCOV" dump - <small'
sed 1d out | cmp - want || fail "dump of standard input"
expect 0 sh -c 'cat small | "$ANYCOV" dump -'
sed 1d out | cmp - want || fail "dump of a pipe"
zstd -q a -o a.zst
zstd -q -19 many -o many.zst
cat a.zst many.zst >both
expect 0 "$ANYCOV" merge -o back both
cmp plain back || fail "two in one file"
expect 0 "$ANYCOV" diff both plain
has out "0 addresses newly covered, 0 no longer covered"

# Directories; flags have their image beside them.
cat >s.c <<'TXT'
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
int main(int c, char **v) { return !(v[1][0] == '1' ? one(c) : two(c)); }
TXT
"$ANYCOV" cc gcc -g -O0 s.c -o flags
ANYCOV_FLAGS="--for trace" "$ANYCOV" cc gcc -g -O0 s.c -o hooks
expect 0 "$ANYCOV" run -o d sh -c './flags 1; ./hooks 1'
# Rows that are equal are in the order of the inputs.
expect 0 "$ANYCOV" report --no-build d
sort out >report
expect 0 "$ANYCOV" merge -o p d
expect 0 "$ANYCOV" merge --compress -o c d
ls c/flags-*.flags.zst c/trace-0-0.dump.zst c/flags-*.image.zst >/dev/null || fail "names: $(ls c)"
[ "$(find c -type f | wc -l)" -eq 4 ] || fail "files: $(ls -A c)"
expect 0 "$ANYCOV" report --no-build c
sort out | cmp - report || fail "the report of compressed files"
expect 0 "$ANYCOV" merge -o p2 c
diff -r p p2 || fail "a directory that is expanded"
expect 0 "$ANYCOV" dump c/flags-*.flags.zst
grep -v "^[^ ]*: flags" out >want
expect 0 "$ANYCOV" dump p/flags-*.flags
grep -v "^[^ ]*: flags" out | cmp - want || fail "dump of flags"
mkdir other
for f in d/*.dump d/user-*/*.flags; do
	zstd -q "$f" -o "other/${f##*/}.zst"
done
cp d/user-*/*.image other
expect 0 "$ANYCOV" report --no-build other
sort out | cmp - report || fail "files that zstd compressed"
# The images beside flags, too, of which a report needs nothing else.
mv flags away
zstd -q --rm other/*.image
expect 0 "$ANYCOV" report --no-build other/*.flags.zst
grep -q "^  functions  *2 " out || { cat out; fail "a report of an image that zstd compressed"; }
expect 0 "$ANYCOV" report --no-build c/*.flags.zst
cp -p c/*.image.zst kept
expect 0 "$ANYCOV" report --image kept c/*.flags.zst
expect 0 "$ANYCOV" merge --compress -o c2 c
diff -r c c2 || fail "a directory that is merged again"
[ "$(stat -c %y c2/*.image.zst)" = "$(stat -c %y d/user-*/*.image)" ] || fail "the time of an image"
[ $(($(cat c/*.image.zst | wc -c) * 2)) -lt "$(cat d/user-*/*.image | wc -c)" ] || fail "not small: $(ls -l c d)"
head -c 100 kept >"$(ls c2/*.image.zst)"
expect 1 "$ANYCOV" report --no-build c2/*.flags.zst
one_sentence
has err ".image.zst is damaged"
mv away flags
# Without a name that says what they are.
mv other/*.dump.zst other/x
expect 0 "$ANYCOV" report --no-build other
sort out | cmp - report || fail "a compressed file of any name"
# A copy that zstd made beside the file is no recording of its own, unless a run added to the file.
cp -r d twice
zstd -q -k twice/*.dump twice/user-*/*.flags
expect 0 "$ANYCOV" report --no-build twice
sort out | cmp - report || fail "copies are counted"
expect 0 "$ANYCOV" report --no-build --json twice
cp out want
expect 0 "$ANYCOV" report --no-build --json d
cmp out want || fail "copies are counted in JSON"
rm twice/user-*/*.flags
expect 0 "$ANYCOV" run -o twice --append ./flags 2
expect 0 "$ANYCOV" report --no-build twice
totals functions 3 3
has out "2 processes"
# It is a directory of anycov run, which adds to it, and empties it.
expect 0 "$ANYCOV" run -o c --append ./flags 2
expect 0 "$ANYCOV" report --no-build c
totals functions 3 3
expect 0 "$ANYCOV" run -o c ./flags 2
[ -z "$(ls c/*.zst 2>/dev/null)" ] || fail "not emptied: $(ls c)"

# Damaged.
"$MUTATIONS" compressed a.zst
flags=$(ls other/flags-*.flags.zst)
for part in 3 5 20 60 100; do
	head -c $part "$flags" >cut.flags.zst
	expect 1 "$ANYCOV" dump cut.flags.zst
	one_sentence
	has err "cut.flags.zst:"
done
cp -r d bad
head -c 60 small >bad/trace-1-1.dump.zst
cp cut.flags.zst bad/x-0123456789abcdef.flags.zst
expect 3 "$ANYCOV" report --no-build bad
grep -v skipped out >rest
has err "trace-1-1.dump.zst:"
has err "truncated: the compressed data are incomplete; the file was skipped"
has err "x-0123456789abcdef.flags.zst:"
expect 1 "$ANYCOV" merge -o no bad
one_sentence
[ ! -e no ] || fail "an output in spite of an error"
printf '(\265/\375 and no more of zstd' >odd
expect 1 "$ANYCOV" dump odd
one_sentence
has err "odd:0: cannot be decompressed: "
echo "no dump" | zstd -q >odd
expect 1 "$ANYCOV" dump odd
one_sentence
has err "odd:0: compressed, and not an anycov dump"
zstd -q "$flags" -o twice.flags.zst
expect 1 "$ANYCOV" dump twice.flags.zst
one_sentence
cp "$flags" flags.dump
expect 1 "$ANYCOV" merge -o no flags.dump
one_sentence
has err "a file of flags, not a dump"

# A few bytes that expand to gigabytes: soon an error, in little memory.
cat >bombs.py <<'TXT'
import struct, subprocess
def bomb(name, head, part, n):
    z = subprocess.Popen(["zstd", "-q", "-1", "-f", "-o", name], stdin=subprocess.PIPE)
    z.stdin.write(head)
    for _ in range(n):
        z.stdin.write(part)
    z.stdin.close()
    assert z.wait() == 0
dump = b"anycov" + bytes([1, 1, 8, 0]) + bytes(6)
zeros = bytes(1 << 20)
def chunk(tag, n):
    return tag + struct.pack("<III", 0, n, 0)
module = chunk(b"MOD ", 30) + struct.pack("<QQQI", 0, 0, 1, 0) + b"/x"
bomb("zeros", b"", zeros, 100)
bomb("records", dump + chunk(b"PC  ", 4 << 29), zeros, 1100)
bomb("modules", dump, module * 10000, 100)
bomb("code", dump + chunk(b"CODE", (1 << 30) + 12) + struct.pack("<III", 0, 0, 4), zeros, 100)
bomb("lines", b"", b"anycov:" + b"00" * 500000 + b"\n", 100)
head = struct.pack("<IHHIIQQQQQII", 0x616e7966, 1, 0, 0, 4096, 4096, 1 << 30, 0, 1, 1, 0, 1)
bomb("flags.flags.zst", head + bytes(4096 - len(head)), zeros, 300)
TXT
python3 bombs.py
cat >measure.py <<'TXT'
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=open("memory", "w"))
sys.exit(status)
TXT
for bomb in zeros records modules code lines flags.flags.zst; do
	[ "$(wc -c <$bomb)" -lt 2000000 ] || fail "$bomb has $(wc -c <$bomb) bytes"
	expect 1 python3 measure.py "$ANYCOV" merge -o no $bomb
	one_sentence
	has err "$bomb:"
	[ "$(cat memory)" -lt 600 ] || fail "$bomb takes $(cat memory) MiB"
	expect 1 "$ANYCOV" dump $bomb
	one_sentence
done
cp flags.flags.zst d
cp records d/trace-1-1.dump
expect 3 "$ANYCOV" report --no-build d
[ "$(grep -c 'the file was skipped' err)" -eq 2 ] || { cat err; fail "bombs in a directory"; }
head -c 300000000 /dev/zero | zstd -q --ultra --long=31 >window
expect 1 "$ANYCOV" dump window
one_sentence
has err "window:0: cannot be decompressed: Frame requires too much memory"
