# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A debugger that does not read the target copies .data of the ELF file, which proves nothing: an
# error, and with --force all is unknown.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int count = 7;
int other[8];

int work(void)
{
	if (count > 3)
		other[1] = 4;
	return count;
}

void _start(void)
{
	work();
}
END
# shellcheck disable=SC2046
gcc -O1 -g -ffreestanding -fno-stack-protector -fno-pie $("$ANYCOV" flags --cc gcc --firmware) -c t.c -o t.o
gcc -nostdlib -static -no-pie t.o -o t.elf
section() # NAME: of .data, its address and size in hexadecimal
{
	readelf -SW t.elf | sed -n 's/^.* \.data  *PROGBITS  *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\) .*/\1 \2/p'
}
start=$(section | cut -d' ' -f1)
objcopy -O binary -j .data t.elf data.bin

refused() # ARGUMENT...
{
	expect 1 "$ANYCOV" report --image t.elf --memory "$@"
	one_sentence
	has err "contains only what t.elf has there, "
}
refused "data.bin@0x$start"
for format in ihex srec; do
	objcopy -I binary -O $format --change-addresses "0x$start" data.bin data.$format
	refused data.$format
done
# A part of it that contains the flags.
first=$("$ANYCOV" sites t.elf | awk '$2 == "flag" { print $1 }' | sort | head -1)
tail -c "+$((first - 0x$start + 1))" data.bin >part.bin
refused "part.bin@$first"
expect 3 "$ANYCOV" report --image t.elf --memory "data.bin@0x$start" --force
awk '$1 == "lines" && ($2 != 0 || $4 != 0 || $5 == 0)' out | grep . && fail "--force: not unknown"

# More than the file has is a target's, and so is any other variable with another value.
{ cat data.bin; head -c 64 /dev/zero; } >ram.bin
expect 0 "$ANYCOV" report --image t.elf --memory "ram.bin@0x$start"
totals lines 0 4
at=$(nm t.elf | awk '$3 == "count" { print $1 }')
cp data.bin changed.bin
printf '\010' | dd of=changed.bin bs=1 seek=$((0x$at - 0x$start)) conv=notrunc 2>/dev/null
expect 0 "$ANYCOV" report --image t.elf --memory "changed.bin@0x$start"
