# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# 'anycov fetch' reads the flags of a target through a GDB server, and says what is wrong with one.
. "${0%/*}/lib.sh"
server=${0%/*}/gdb_server.py

cat >t.c <<'END'
int count = 7;

int work(int a)
{
	if (a > 3)
		return count;
	return 1;
}

int left(int a)
{
	return a + 1;
}

void _start(void)
{
	work(count);
}
END
# shellcheck disable=SC2046
gcc -O1 -g -ffreestanding -fno-stack-protector -fno-pie $("$ANYCOV" flags --cc gcc --firmware) -c t.c -o t.o
gcc -nostdlib -static -no-pie t.o -o t.elf
start=0x$(readelf -SW t.elf | sed -n 's/^.* \.data  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
objcopy -O binary -j .data t.elf data.bin

# Of a machine that executed some of it: the flags of work() have their other value.
cp data.bin ram.bin
"$ANYCOV" sites t.elf | awk '$2 == "flag" && $5 == "work" { print $1 }' | head -1 >hit
at=$(($(cat hit) - start))
value=$(od -An -tu1 -j $at -N1 data.bin)
# shellcheck disable=SC2059
printf "\\$((1 - value))" | dd of=ram.bin bs=1 seek=$at conv=notrunc 2>/dev/null

serve() # FILE HOW
{
	rm -f port
	python3 "$server" port "$1" "$start" "$2" &
	while ! [ -s port ]; do sleep 0.05; done
	port=$(cat port)
}

fetch() # STATUS FILE HOW
{
	serve "$2" "$3"
	expect "$1" "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core
	kill $! 2>/dev/null || :
	wait $! 2>/dev/null || :
}

expect 0 "$ANYCOV" report --image t.elf --memory "ram.bin@$start"
cp out want
for how in good tiny short repeats notes news runs; do
	rm -f t.core
	fetch 0 ram.bin $how
	has out "t.core: "
	has out " flags of t.elf, 1 block hit"
	[ ! -s err ] || fail "$how: $(cat err)"
	expect 0 "$ANYCOV" report --image t.elf --memory t.core
	sed '/ram.bin\|t.core/d' want | diff - out || fail "$how: another report"
done
# GDB reads the file as well.
readelf -lW t.core | grep -q LOAD || fail "no segment"

failed() # HOW TEXT
{
	rm -f t.core
	fetch 1 ram.bin "$1"
	one_sentence
	has err "anycov fetch: 127.0.0.1:$port: $2"
	[ ! -e t.core ] || fail "$1: a file was written"
}
failed refuses 'cannot read'
failed digits 'cannot read'
failed more 'cannot read'
failed hangs_up 'closed the connection'
fetch 1 ram.bin resets
one_sentence
has err "t.elf: its memory changed while it was read, as if it was reset or went on; read it again"
[ ! -e t.core ] || fail "resets: a file was written"
failed stalls 'no answer in 5 seconds; is it a GDB server?'
failed huge 'sent a packet that is too long'
failed ended 'the program has ended'
failed silent 'no answer in 5 seconds; is it a GDB server?'
failed floods 'no answer in 5 seconds'
failed sums 'no answer in 5 seconds'
fetch 0 ram.bin stays
has err "127.0.0.1:$port: did not let the target go on"

# Nothing was executed, or it is not the target of this image: an earlier copy is not replaced.
cp t.core good.core
fetch 1 data.bin good
one_sentence
has err "t.core: contains only what t.elf has there"
hasnt err "--force"
head -c "$(stat -c %s data.bin)" /dev/zero >zero.bin
fetch 1 zero.bin good
one_sentence
has err 'was not initialized by start-up code, or is not that of t.elf'
cmp t.core good.core || fail "a failed fetch replaced a copy"

# Whoever is ended lets the target go on first.
rm -f said
serve ram.bin slow
"$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core >out 2>err &
pid=$!
while ! grep -q '^m' said 2>/dev/null; do sleep 0.05; done
kill -TERM $pid
! wait $pid || fail "not ended"
grep -qx D said || fail "the target was not told to go on"
wait

expect 1 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core
has err "127.0.0.1:$port: cannot connect: Connection refused; start the GDB server"
for where in localhost : localhost: 'localhost:x' '[::1:3'; do
	expect 2 "$ANYCOV" fetch --gdb "$where" --image t.elf -o t.core
	has err "--gdb $where: is no HOST:PORT, such as localhost:3333"
done
gcc -nostdlib -static -ffreestanding -fno-pie -no-pie t.c -o plain.elf
expect 1 "$ANYCOV" fetch --gdb localhost:1 --image plain.elf -o t.core
has err 'plain.elf has no flags in its map'
expect 2 "$ANYCOV" fetch --image t.elf -o t.core
has err 'give --gdb HOST:PORT, --image ELF and -o FILE'
expect 1 "$ANYCOV" fetch --gdb localhost:1 --image t.o -o t.core
has err 't.o: is an object; give the image that was linked'
expect 1 "$ANYCOV" fetch --gdb localhost:1 --image t.elf -o ./t.elf
has err './t.elf: is the image; give -o another file'
expect 1 "$ANYCOV" fetch --gdb localhost:1 --image t.elf -o /dev/null
has err '/dev/null: is no file; a copy of memory needs one'
expect 1 "$ANYCOV" fetch --gdb localhost:1 --image t.elf -o none/t.core
one_sentence
has err 'none/t.core: cannot write'
