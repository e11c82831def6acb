# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# 'anycov fetch' reads what a program wrote by SEGGER RTT, from a copy of RAM and through a GDB server
# while it waits for room, and what an ITM sent; each kind of damage is an error of one sentence.
. "${0%/*}/lib.sh"
here=$(cd "${0%/*}" && pwd)

# Control blocks in copies of RAM, of a program without a symbol of it, and of one with.
cat >t.c <<'END'
char before[70000] = { 1 }, memory[1000] = { 1 };
void _start(void) { }
END
gcc -nostdlib -static -ffreestanding -fno-pie -no-pie -g t.c -o t.elf
address=0x$(nm t.elf | sed -n 's/ D memory$//p')
start=0x$(nm t.elf | sed -n 's/ D before$//p')
objcopy -O binary -j .data t.elf data.bin
gcc -nostdlib -static -ffreestanding -fno-pie -no-pie -Dmemory=_SEGGER_RTT t.c -o named.elf

# ram FILE [NAME=VALUE...]: a copy of t.elf's data with a control block and an up-buffer, of 16 bytes
cat >ram.py <<'END'
import struct
import sys

name, start, address, *words = sys.argv[1:]
start, address = int(start, 0), int(address, 0)
v = dict(id=b"SEGGER RTT", at=8, up=2, ring=address + 300, size=16, write=5, read=13, mode=2, first_size=0)
for word in words:
    key, value = word.split("=")
    v[key] = value.encode() if key == "id" else int(value, 0)
data = bytearray(open("data.bin", "rb").read())
block = (v["id"].ljust(16, b"\0") + struct.pack("<ii", v["up"], 1)
         + struct.pack("<QQIIII", 0, 0, v["first_size"], 0, 0, 0)
         + struct.pack("<QQIIII", 0, v["ring"], v["size"], v["write"], v["read"], v["mode"]))
place = address - start + v["at"]
data[place:place + len(block)] = block
ring = address - start + 300
data[ring:ring + 16] = b"56789......01234"[:13] + b"012"
data[ring:ring + 5] = b"34567"
open(name, "wb").write(data)
END
ram()
{
	file=$1
	shift
	python3 ram.py "$file" "$start" "$address" "$@"
}
channel() # STATUS ARGUMENT...
{
	status=$1
	shift
	rm -f t.out
	expect "$status" "$ANYCOV" fetch -o t.out "$@"
	[ "$status" -eq 0 ] && return 0
	one_sentence
	[ ! -e t.out ] || fail "an output in spite of an error: $*"
}
ram good.bin
channel 0 --rtt 1 --image t.elf --memory "good.bin@$start"
[ "$(cat t.out)" = 01234567 ] || fail "the ring has $(cat t.out)"
has out 't.out: 8 bytes'
expect 0 "$ANYCOV" fetch -o - --rtt 1 --image t.elf --memory "good.bin@$start"
[ "$(cat out)" = 01234567 ] || fail "standard output has $(cat out)"
# As an Intel HEX file.
objcopy -I binary -O ihex --change-addresses "$start" good.bin good.hex
channel 0 --rtt 1 --image t.elf --memory good.hex
# By its symbol, and where the symbol is without a block.
named=0x$(nm named.elf | sed -n 's/ D _SEGGER_RTT$//p')
[ "$named" = "$address" ] || fail "named.elf has another layout"
ram named.bin at=0
channel 0 --rtt 1 --image named.elf --memory "named.bin@$start"
channel 1 --rtt 1 --image named.elf --memory "good.bin@$start"
has err "no control block of SEGGER RTT at 0x$(printf %x "$address"), where named.elf has _SEGGER_RTT; read it after SEGGER_RTT_Init()"
# At the end of what is searched at once.
for at in -4480 -4472 -4464; do
	ram edge.bin at=$at
	channel 0 --rtt 1 --image t.elf --memory "edge.bin@$start"
done

bad() # TEXT NAME=VALUE...
{
	text=$1
	shift
	ram bad.bin "$@"
	channel 1 --rtt 1 --image t.elf --memory "bad.bin@$start"
	has err "anycov fetch: bad.bin@$start: "
	has err "$text"
}
damaged='it was overwritten, or the image is not the one that runs'
bad 'no control block of SEGGER RTT in the data of t.elf; link SEGGER_RTT.c' id=SEGGER_RTT
bad 'no control block of SEGGER RTT in the data of t.elf' id=SEGGER-RTT
bad 'has no RTT up-buffer 1; there are 1' up=1
bad 'has no RTT up-buffer 1; there are 0' up=0
bad "up-buffers; $damaged" up=65
bad "up-buffers; $damaged" up=-1
bad 'RTT up-buffer 1 has no memory; the program must call SEGGER_RTT_ConfigUpBuffer() for it' size=0
bad "$damaged" size=5 write=5 read=0
bad "$damaged" size=13 write=0 read=13
bad "$damaged" size=4294967295
bad "$damaged" write=4294967295
bad 'does not contain 0x10 to 0x15; copy more of the memory' ring=0x10 read=0
bad 'does not contain 0xffffffff' ring=0xffffffffffffffff read=0
bad 'RTT up-buffer 1 is empty; read it after the program wrote its dump there' write=3 read=3
channel 1 --rtt 0 --image t.elf --memory "good.bin@$start"
has err 'up-buffer 0 has no memory'
channel 1 --rtt 18446744073709551615 --image t.elf --memory "good.bin@$start"
has err 'has no RTT up-buffer 18446744073709551615; there are 2'
# A damaged image, whose .bss has no end.
python3 - <<'END'
import struct

data = bytearray(open("t.elf", "rb").read())
sections, = struct.unpack_from("<Q", data, 40)
number, = struct.unpack_from("<H", data, 60)
for at in range(sections, sections + 64 * number, 64):
    if struct.unpack_from("<Q", data, at + 8)[0] & 1:
        struct.pack_into("<I", data, at + 4, 8)
        struct.pack_into("<Q", data, at + 32, 0xfffffffffffffff0)
open("endless.elf", "wb").write(data)
END
ram lost.bin id=none
channel 1 --rtt 1 --image endless.elf --memory "lost.bin@$start"
has err 'no control block of SEGGER RTT in the first 64 MiB of the data of endless.elf'
# A copy that is cut anywhere.
size=$(stat -c %s good.bin)
for cut in $((size - 1000)) $((size - 980)) $((size - 900)) $((size - 690)) 100 0; do
	head -c "$cut" good.bin >cut.bin
	channel 1 --rtt 1 --image t.elf --memory "cut.bin@$start"
done
channel 1 --rtt 1 --image t.elf --memory none.bin@0
channel 1 --rtt 1 --image t.c --memory "good.bin@$start"
channel 1 --rtt 1 --image t.elf --gdb 127.0.0.1:1
has err 'cannot connect'
cp t.elf same.elf
expect 1 "$ANYCOV" fetch --rtt 1 --image same.elf --memory "good.bin@$start" -o ./same.elf
has err 'is the image; give -o another file'
for words in "--rtt x --image t.elf --memory good.bin" "--rtt 1 --image t.elf" "--rtt 1 --memory good.bin" \
	"--rtt 1 --image t.elf --memory good.bin --gdb :1" "--rtt 1 --itm 1 --image t.elf --memory good.bin" \
	"--rtt 1 --image t.elf --gdb :1 --load-offset 4" "--memory good.bin --image t.elf" "--itm 1" "--swo t.c" \
	"--itm 32 --swo t.c" "--itm x --swo t.c" "--itm 1 --swo t.c --image t.elf" "--itm 1 --swo t.c --gdb :1"; do
	# shellcheck disable=SC2086
	channel 2 $words
done

# Packets of an ITM: two ports, sizes of 1, 2 and 4 bytes, and all that is not of a program.
cat >swo.py <<'END'
import random
import struct
import sys

what = sys.argv[1]
text = open("text", "rb").read()
r = random.Random(1)
noise = [b"\0\0\0\0\0\x80", b"\0" * 9 + b"\x80", b"\x10", b"\xc0\x81\x01", b"\x05\x07", b"\x17abcd", b"\x08",
         b"\x88\x80\x01", b"\x94\x80\x80\x03", b"\xb4\xff\x01", b"\x0bABCD", b"\x09A"]
out, i = b"\0" * 5 + b"\x80", 0
while i < len(text):
    n = min(r.choice((1, 2, 4)), len(text) - i)
    n = 2 if n == 3 else n
    out += bytes([0 << 3 | {1: 1, 2: 2, 4: 3}[n]]) + text[i:i + n]
    i += n
    out += r.choice(noise)
if what == "overflow":
    out = out[:60] + b"\x70" + out[60:]
    out = b"\x70" + out
if what == "cut":
    out += b"\x03ab"
if what == "formatted":
    out = b"\xff\x7f\x04" * 20
open("swo.bin", "wb").write(out)
END
cp "$0" text
python3 swo.py good
channel 0 --itm 0 --swo swo.bin
cmp t.out text || fail "ITM: other bytes"
expect 0 "$ANYCOV" fetch --itm 1 --swo swo.bin -o t.out
tr -d ABCD <t.out >rest
[ -s t.out ] && [ ! -s rest ] || fail "ITM: port 1"
for what in overflow cut; do
	python3 swo.py $what
	expect 3 "$ANYCOV" fetch --itm 0 --swo swo.bin -o t.out
done
has err 'ends in a packet; bytes of the port may be missing'
channel 1 --itm 5 --swo swo.bin
has err "has no packet of stimulus port 5; is it what the ITM sent, without the TPIU's formatter?"
channel 1 --itm 0 --swo none.bin
expect 1 "$ANYCOV" fetch --itm 0 --swo swo.bin -o ./swo.bin
has err 'is the input; give -o another file'
python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(2).randbytes(300000))' >swo.bin
expect 3 "$ANYCOV" fetch --itm 0 --swo swo.bin -o t.out

# A program that waits for the debugger: each compiler's trace comes out of a ring of 61 bytes.
needs qemu-system-arm || exit 0
cat >work.c <<'END'
int work(int a)
{
	if (a > 3)
		return 4;
	return 1;
}
END
libc="--specs=picolibc.specs --oslib=semihost --crt0=hosted -Wl,--defsym=__flash=0 -Wl,--defsym=__flash_size=0x400000
-Wl,--defsym=__ram=0x20000000 -Wl,--defsym=__ram_size=0x400000 -Wl,--defsym=__stack_size=0x4000"
machine="-mcpu=cortex-m3 -mthumb"
trace="--for trace --place early --firmware"
run() # COMPILER ARGUMENT...
{
	have "$1" && have arm-none-eabi-gcc || return 0
	# shellcheck disable=SC2046,SC2086
	"$@" -Os $("$ANYCOV" flags --cc "$1" $trace) -g -ffreestanding -c work.c -o work.o
	# shellcheck disable=SC2046,SC2086
	arm-none-eabi-gcc $machine -Os -I"$ANYCOV_SOURCE/include" $libc "$here/rtt_firmware.c" work.o \
		$("$ANYCOV" flags --cc arm-none-eabi-gcc $trace --link -- $machine) -o fw.elf
	port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
	timeout 100 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -gdb "tcp:127.0.0.1:$port" \
		-kernel fw.elf </dev/null >qemu.out 2>&1 &
	qemu=$!
	tries=0
	until "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image fw.elf --rtt 1 -o fw.dump >out 2>err; do
		tries=$((tries + 1))
		grep -q 'cannot connect\|no control block' err && [ $tries -lt 200 ] || fail "fetch: $(cat err)"
		sleep 0.1
	done
	[ ! -s err ] || fail "fetch: $(cat err)"
	expect 0 "$ANYCOV" report --image fw.elf --complete fw.dump --lcov lines -o text
	kill $qemu
	wait $qemu || :
	grep -q '^DA:4,0' lines && grep -q '^DA:5,1' lines || fail "$1: $(cat lines)"
}
run arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
run clang-19 --target=thumbv7m-none-eabi

# A ring where there is no memory, for whose address QEMU answers zeros if it does not translate it.
have arm-none-eabi-gcc || exit 0
cat >lost.c <<'END'
struct ring { const char *name; char *bytes; unsigned size, write_at, read_at, flags; };
struct { char id[16]; int up, down; struct ring rings[1]; } _SEGGER_RTT = {
	"SEGGER RTT", 1, 0, { { 0, (char *)0x30000000, 64, 8, 0, 2 } } };
void reset(void) { for (;;) ; }
__attribute__((section(".vectors"))) void *vectors[] = { (void *)0x20010000, (void *)reset };
END
echo 'SECTIONS { . = 0; .text : { KEEP(*(.vectors)) *(.text*) } . = 0x20000000; .data : { *(.data*) } }' >lost.ld
# simulate ELF
simulate()
{
	port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
	timeout 100 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -gdb "tcp:127.0.0.1:$port" \
		-kernel "$1" </dev/null >qemu.out 2>&1 &
	qemu=$!
}
# taken STATUS ELF OUTPUT: in a simulator that is there
taken()
{
	tries=0
	while expect "$1" "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image "$2" --rtt 0 -o "$3" &&
		grep -q 'cannot connect' err; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "$(cat err)"
		sleep 0.1
	done
}
# shellcheck disable=SC2086
arm-none-eabi-gcc $machine -O1 -ffreestanding -nostdlib -T lost.ld lost.c -o lost.elf
simulate lost.elf
taken 1 lost.elf t.out
has err 'cannot read 8 bytes at 0x30000000: the server answers "E'
one_sentence
kill $qemu
wait $qemu || :

# A full ring stays so if there is no file for it, and may lack bytes if the program does not wait.
sed 's/0x30000000, 64, 8, 0, 2/0x20008000, 9, 8, 0, 0/' lost.c >full.c
# shellcheck disable=SC2086
arm-none-eabi-gcc $machine -O1 -ffreestanding -nostdlib -T lost.ld full.c -o full.elf
simulate full.elf
until python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))" 2>err; do
	sleep 0.1
done
taken 1 full.elf none/t.out
taken 3 full.elf t.out
has err 'RTT up-buffer 0 was full, and the program does not wait'
has out 't.out: 8 bytes'
kill $qemu
wait $qemu || :
