# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A copy of memory: a function that was never called is not covered, without a flag at its entry.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
volatile int count = 7;
int other[8];
void put(int);

int never(int n)
{
	int s = 0;
	while (n) {
		if (n & 1)
			s += n;
		put(s);
		n >>= 1;
	}
	put(n);
	return s;
}

void put(int x)
{
	other[2] = x;
}

void _start(void)
{
	if (count > 100)
		never(count);
	put(1);
}
END
tried=0
for cc in gcc $(with_clang clang-14 clang-19); do
	have "$cc" || continue
	for level in -O0 -O1 -O2; do
		# shellcheck disable=SC2046
		"$cc" $level -fno-inline -g -ffreestanding -fno-stack-protector -fno-pie \
			$("$ANYCOV" flags --cc "$cc" --firmware) -c t.c -o t.o
		"$cc" -nostdlib -static -no-pie t.o -o t.elf
		start=0x$(readelf -SW t.elf | sed -n 's/^.* \.data  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
		objcopy -O binary -j .data t.elf ram.bin
		at=$(nm t.elf | awk '$3 == "count" { print $1 }')
		printf '\010' | dd of=ram.bin bs=1 seek=$((0x$at - start)) conv=notrunc 2>/dev/null
		expect 0 "$ANYCOV" report --image t.elf --memory "ram.bin@$start" --lcov x.info
		for line in 5 7 8 9 10 11 12 14 15; do
			! grep -q "^DA:$line,[^0]" x.info || fail "$cc $level: line $line is covered"
			grep -q "^DA:$line,0" x.info || fail "$cc $level: line $line is unknown"
		done
		tried=$((tried + 1))
	done
done
[ $tried -ge 3 ] || fail "only $tried builds"
