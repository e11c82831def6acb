# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Copies of RAM that are cut, moved, of another build, of a target that was reset, or whose flags
# start-up code did not initialize, and linker scripts that drop what a report needs: each is an
# error of one sentence, and nothing is shown as not covered.
. "${0%/*}/lib.sh"

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
flags=$("$ANYCOV" flags --cc gcc --firmware)
cc="gcc -O1 -g -ffreestanding -fno-stack-protector -fno-pie -fcf-protection=none"
# shellcheck disable=SC2086
$cc $flags -c t.c -o t.o
sed 's/return a + 1;/if (a) return 4; return a + 1;/' t.c >u.c
# shellcheck disable=SC2086
$cc $flags -c u.c -o u.o
# script DATA REST: links t.o by a linker script whose .data has DATA
script()
{
	cat >t.ld <<END
SECTIONS {
	. = 0x1000; .text : { *(.text*) }
	. = 0x20000; .data : { $1 }
	.bss : { *(.bss*) }
	$2
}
END
	ld -T t.ld -e _start t.o -o t.elf
}
script '*(.data*)' '/DISCARD/ : { *(.note*) *(.comment) }'
ld -T t.ld -e _start u.o -o u.elf
objcopy -O binary -j .data t.elf data.bin
python3 - <<'END'
import subprocess
flags = subprocess.run("$ANYCOV sites t.elf | awk '$2 == \"flag\" { print $1 }'", shell=True, stdout=subprocess.PIPE,
                       text=True, check=True).stdout.split()
data = bytearray(open("data.bin", "rb").read())
at = int(flags[0], 16) - 0x20000
data[at] = 1 - data[at]
open("ram.bin", "wb").write(data)
END
at=0x20000
size=$(stat -c %s ram.bin)

wrong() # TEXT ARGUMENT...
{
	text=$1
	shift
	expect 1 "$ANYCOV" report --image "$@"
	one_sentence
	has err "$text"
}

expect 0 "$ANYCOV" report --image t.elf --memory ram.bin@$at
# Cut, in each format.
head -c $((size - 2)) ram.bin >cut.bin
wrong 'is missing' t.elf --memory cut.bin@$at
for format in ihex srec; do
	objcopy -I binary -O $format --change-addresses $at ram.bin ram.$format
	expect 0 "$ANYCOV" report --image t.elf --memory ram.$format
	grep -v "^:......00\|^S[123]" ram.$format >cut.$format || :
	[ -s cut.$format ] || fail "cut.$format"
	expect 1 "$ANYCOV" report --image t.elf --memory cut.$format
	one_sentence
	head -c 20 ram.$format >cut.$format
	expect 1 "$ANYCOV" report --image t.elf --memory cut.$format
	one_sentence
done
# Moved: by a byte, and by an address that is none of the flags'.
{ cat ram.bin; head -c 64 /dev/zero; } >long.bin
wrong 'so all is unknown' t.elf --memory long.bin@$((at - 1))
wrong 'so all is unknown' t.elf --memory ram.bin@$((at + 1))
wrong 'is missing' t.elf --memory ram.bin@0x90000
# Of another build.
wrong 'is missing' u.elf --memory ram.bin@$at
expect 1 "$ANYCOV" report --image u.elf --memory long.bin@$at
one_sentence
# Of a target that was reset: the flags are as start-up code left them, or as they were at power-on.
wrong 'contains only what t.elf has there' t.elf --memory data.bin@$at
for byte in '\000' '\377' '\245'; do
	head -c "$size" /dev/zero | tr '\000' "$byte" >power.bin
	wrong 'was not initialized by start-up code, or is not that of t.elf' t.elf --memory power.bin@$at
done
hasnt err 'linker script'

# A script without a line for the flags, which are then no part of .data.
script '*(.data)' '/DISCARD/ : { *(.note*) *(.comment) }'
head -c 200 /dev/zero >power.bin
wrong 'does not place .data.__anycov_flags: add *(.data.__anycov_flags*) to its .data)' t.elf --memory power.bin@$at
# One that drops them is an error of the link, which names them.
if script '*(.data)' '/DISCARD/ : { *(.data.__anycov_flags*) *(.note*) }' 2>err; then
	fail "flags that are dropped link"
fi
has err '.data.__anycov_flags'
# One that drops the map.
script '*(.data*)' '/DISCARD/ : { *(.debug_anycov_map) *(.note*) }'
wrong 'neither strip the image nor drop .debug_anycov_map in its linker script' t.elf --memory ram.bin@$at
