# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Images that run elsewhere than they were linked for: --load-offset of 'anycov fetch' and of
# 'anycov report --memory', given and found; with a server of this test and in QEMU.
. "${0%/*}/lib.sh"
server=${0%/*}/gdb_server.py

cat >t.c <<'END'
static volatile int seen;

__attribute__((noinline)) int pick(int n)
{
	if (n < 0)
		return -n;
	return n + seen;
}

int main(void)
{
	for (;;)
		seen = pick(3) & 7;
}
END

# states: line 6 did not run, and lines 5, 7 and 13 did
states()
{
	expect 0 "$ANYCOV" report --image t.elf --lcov t.info "$@"
	lines covered 3 5 7 10 13
	lines uncovered 6
}

# first_section IMAGE: its address, at which the file of 'objcopy -O binary' begins
first_section()
{
	readelf -SW "$1" | sed -n 's/^ *\[ 1\] [^ ]*  *[A-Z]*  *\([0-9a-f]*\) .*/0x\1/p'
}

# wrong TEXT COMMAND...: it fails with one sentence
wrong()
{
	text=$1
	shift
	expect 1 "$@"
	one_sentence
	has err "$text"
}

[ -n "$GCC" ] || lacks "a plugin for a gcc"
cat >start.S <<'END'
	.globl _start
_start:
	call main
	# A word that is moved with the image, and what is beside code and written.
	.balign 8
	.globl moved, mixed
moved:	.quad 0x1234
	.section .mixed, "awx", @progbits
mixed:	.quad 0
	.section .note.GNU-stack
END
# shellcheck disable=SC2046
$GCC -O1 -g -fPIE -ffreestanding -fno-stack-protector $("$ANYCOV" flags --cc $GCC --firmware) -c t.c -o t.o
$GCC -nostdlib -static-pie -Wl,--build-id t.o start.S -o t.elf
readelf -hW t.elf | grep -q DYN || fail "not position-independent"
# The flags, and whether to set them: of block 1 of pick(), which is line 6, it is not.
"$ANYCOV" sites t.elf | awk '$2 == "flag" { print $1, $3 != 1 }' >flags
python3 - <<'END'
import struct, subprocess
# The memory of a machine: the segments of t.elf, 0x200000 above, after main() ran; as loaded at
# 0x600000; and copies with both.
elf = open("t.elf", "rb").read()
phoff, = struct.unpack_from("<Q", elf, 32)
n, = struct.unpack_from("<H", elf, 56)
memory = bytearray(0x10000)
for i in range(n):
    kind, _, offset, address, _, size, _, _ = struct.unpack_from("<IIQQQQQQ", elf, phoff + 56 * i)
    if kind == 1:
        memory[address:address + size] = elf[offset:offset + size]
names = {}
for line in subprocess.run(["nm", "t.elf"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
    word = line.split()
    names[word[-1]] = int(word[0], 16)
loaded = bytes(memory)
memory[names["mixed"]] = 7
memory[names["moved"]:names["moved"] + 8] = struct.pack("<Q", 0x201234)
for line in open("flags"):
    at, hit = int(line.split()[0], 16), int(line.split()[1])
    memory[at] = 1 - memory[at] if hit else memory[at]
open("ran.bin", "wb").write(memory)
open("both.bin", "wb").write(memory + loaded)
open("twice.bin", "wb").write(memory + memory)
open("loaded.bin", "wb").write(loaded)


def registers(name, pc, stack):
    words = [0] * 17
    words[7], words[16] = stack, pc
    open(name, "w").write(struct.pack("<17Q", *words).hex())


stack = 0x200000 + 0xf000
registers("registers.good", 0x200000 + names["pick"], stack)
registers("registers.elsewhere", 0x205000, stack)
registers("registers.none", 0, 0)
registers("registers.stack", 0, stack)
# The stack has an address of the second copy, as after an image moved itself, and of both.
memory[0xf010:0xf018] = struct.pack("<Q", 0x210000 + names["pick"])
open("stack.bin", "wb").write(memory + loaded)
memory[0xf020:0xf028] = struct.pack("<Q", 0x200000 + names["pick"])
open("stacks.bin", "wb").write(memory + loaded)
memory[names["moved"]] ^= 1
open("changed.bin", "wb").write(memory)
END

serve() # FILE REGISTERS
{
	rm -f port registers
	[ -z "$2" ] || cp "registers.$2" registers
	python3 "$server" port "$1" 0x200000 "${how-good}" &
	while ! [ -s port ]; do sleep 0.05; done
	port=$(cat port)
}

# fetch STATUS FILE REGISTERS OPTION...
fetch()
{
	want=$1
	serve "$2" "$3"
	shift 3
	expect "$want" "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core "$@"
	kill $! 2>/dev/null || :
	wait $! 2>/dev/null || :
	[ "$want" -eq 0 ] || one_sentence
}

for offset in 0x200000 2097152 auto; do
	rm -f t.core
	fetch 0 ran.bin good --load-offset $offset
	has out "flags of t.elf at load offset 0x200000, "
	# The copy has the addresses of the image.
	states --memory t.core
	states --memory ran.bin@0x200000 --load-offset $offset
done
# Found by the stack, too.
fetch 0 stack.bin none --load-offset 0x200000
fetch 1 ran.bin elsewhere --load-offset auto
has err "t.elf: its code is not where the target's PC, link register and stack point to"
# The code that is executed comes first, and an address of the stack alone is enough.
fetch 0 stack.bin good --load-offset auto
has out 'at load offset 0x200000, '
fetch 1 stack.bin stack --load-offset auto
has err 'contains only what t.elf has there'
fetch 1 changed.bin good --load-offset auto
has err "t.elf: its code is not where the target's PC"
fetch 1 stacks.bin stack --load-offset auto
has err 't.elf: is in memory at load offsets 0x210000 and 0x200000; give one of them'
fetch 1 ran.bin "" --load-offset auto
has err "127.0.0.1:$port: cannot read register 16"
how=stalls
fetch 1 ran.bin good --load-offset auto
has err "127.0.0.1:$port: no answer in 5 seconds"
unset how
# Wrong ones: no memory, and memory that is not that of the flags.
fetch 1 ran.bin good
has err "127.0.0.1:$port: cannot read"
fetch 1 ran.bin good --load-offset 0x201000
has err 'is not that of t.elf, so all is unknown; let it run past its start-up code, and use the image that it runs, and its load offset'

# Copies of memory.
report="$ANYCOV report --image t.elf"
wrong 'contains 0x200000 to 0x210000, but the flags are at' $report --memory ran.bin@0x200000
wrong 'is not that of t.elf at this load offset, so all is unknown' \
	$report --memory ran.bin@0x200000 --load-offset 0x201000
wrong 'twice.bin@0x200000: contains the flags of t.elf at load offsets 0x200000 and 0x210000; give one of them' \
	$report --memory twice.bin@0x200000 --load-offset auto
# What was not executed yet, as in flash, is none.
states --memory both.bin@0x200000 --load-offset auto
wrong 'loaded.bin@0x600000: contains the flags of t.elf with none set, as in the image'"'s file; copy the RAM" \
	$report --memory loaded.bin@0x600000 --load-offset auto
states --memory both.bin@0x200000 --load-offset 0x200000
# Below the address that it was linked for; Intel HEX.
objcopy -I binary -O ihex --change-addresses 0x100000 ran.bin ran.hex
states --memory ran.hex --load-offset auto
$GCC -nostdlib -static -no-pie -Wl,-Ttext-segment=0x400000 t.o start.S -o high.elf
objcopy -O binary high.elf high.bin
high=$(first_section high.elf)
wrong 'contains the flags of high.elf with none set' \
	"$ANYCOV" report --image high.elf --memory high.bin@0x1000 --load-offset auto
expect 0 "$ANYCOV" report --image high.elf --memory high.bin@0x1000 --load-offset -$((high - 0x1000))
head -c 1000 /dev/zero >zero.bin
wrong 'zero.bin@0: contains the flags of t.elf nowhere' $report --memory zero.bin@0 --load-offset auto
wrong 'zero.bin: has no addresses; give that of the first byte' $report --memory zero.bin --load-offset auto
truncate -s 1 one.bin
wrong 'one.bin@0: contains the flags of t.elf nowhere' $report --memory one.bin@0 --load-offset auto
cat >huge.py <<'END'
import struct
# A core file that says that it has all of the memory.
head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, 1, 0, 0, 0)
open("huge.core", "wb").write(head + struct.pack("<IIQQQQQQ", 1, 6, 0, 0x1000, 0x1000, 1 << 62, 1 << 62, 0))
END
python3 huge.py
wrong 'too much to look for the image in; give --load-offset N' $report --memory huge.core --load-offset auto

# An image with addresses of 32 bits.
# shellcheck disable=SC2046
$GCC -m32 -O1 -g -fno-pie -ffreestanding -fno-stack-protector $("$ANYCOV" flags --cc $GCC --firmware) -c t.c -o t32.o
ld -m elf_i386 -e main t32.o -o t32.elf
wrong '--load-offset 0x100000000: t32.elf has addresses of 32 bits' \
	"$ANYCOV" report --image t32.elf --memory ran.bin@0 --load-offset 0x100000000

# A program's own flags have nothing to be found by.
$GCC -O1 -g $("$ANYCOV" flags --cc $GCC) t.c -o host.elf $("$ANYCOV" flags --cc $GCC --link)
wrong 'its flags are not those of firmware' "$ANYCOV" report --image host.elf --memory ran.bin@0 --load-offset auto

for word in x 0x -x autos 1k ''; do
	expect 2 $report --memory ran.bin@0x200000 --load-offset "$word"
	has err "--load-offset $word: is neither a number"
	expect 2 "$ANYCOV" fetch --gdb :1 --image t.elf -o t.core --load-offset "$word"
	has err "--load-offset $word: is neither a number"
done
expect 2 $report --memory ran.bin@0x200000 --kaslr 0x200000
has err 'with --memory and --trace give --load-offset N'
expect 2 $report --memory ran.bin@0x200000 --module t=0x200000
has err 'with --memory and --trace give --load-offset N'
expect 2 $report --load-offset 0x200000
has err '--load-offset requires --memory or --trace'

# Position-independent firmware in QEMU, at another address than it was linked for.
if ! have arm-none-eabi-gcc; then
	echo "missing: the plugin for arm-none-eabi-gcc"
	exit 0
fi
needs qemu-system-arm || exit 0
cat >start.S <<'END'
	.section .text.start, "ax"
	.globl _start
_start:
	adr r0, 2f
	ldr r1, [r0]
	add sp, r0, r1
	bl main
1:	b 1b
	.balign 4
2:	.word stack_top - 2b
	.bss
	.balign 16
	.space 4096
stack_top:
END
arm="arm-none-eabi-gcc -march=armv7-a -marm -fpie -fvisibility=hidden -O1 -g -ffreestanding"
$arm $("$ANYCOV" flags --cc arm-none-eabi-gcc --firmware) -c t.c -o t.o
$arm -c start.S -o start.o
arm-none-eabi-ld -pie --no-dynamic-linker -e _start start.o t.o -o t.elf
arm-none-eabi-objcopy -O binary t.elf t.bin
first=$(first_section t.elf)
entry=$(readelf -hW t.elf | awk '/Entry point/ { print $4 }')
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
timeout 60 qemu-system-arm -M virt -cpu cortex-a15 -display none -monitor none -serial none \
	-gdb "tcp:127.0.0.1:$port" -device loader,file=t.bin,force-raw=on,addr=$((0x40400000 + first)) \
	-device loader,addr=$((0x40400000 + entry)),cpu-num=0 </dev/null &
qemu=$!
tries=0
until "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core --load-offset auto >out 2>err; do
	tries=$((tries + 1))
	[ $tries -lt 100 ] || { cat err; fail "fetch from QEMU"; }
	sleep 0.1
done
has out 'at load offset 0x40400000, '
states --memory t.core
expect 0 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o t.core --load-offset 0x40400000
states --memory t.core
expect 1 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o wrong.core --load-offset 0x40500000
one_sentence
has err 'is not that of t.elf, so all is unknown'
expect 1 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image t.elf -o wrong.core
one_sentence
[ ! -e wrong.core ] || fail "a failed fetch wrote a copy"
kill $qemu
wait $qemu 2>/dev/null || :
echo "found in QEMU"
