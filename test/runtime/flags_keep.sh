#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_keep.sh ANYCOV TOP CC  With the lines of docs/firmware-memory.md in a vendor's linker
# script, flags survive a reset of a Cortex-M3; if a byte of them is wrong, they do not.
set -eu
anycov=$1 top=$2 cc=$3
here=$top/test/runtime
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "flags_keep.sh: $*" >&2
	exit 1
}

missing()
{
	echo "missing: $*"
	exit 77
}

command -v qemu-system-arm >/dev/null || missing "qemu-system-arm"
libc="--specs=rdimon.specs -nostartfiles"
# shellcheck disable=SC2086
$cc $libc -include stdio.h -E -x c /dev/null >/dev/null 2>&1 || missing "newlib for $cc"
machine="-mcpu=cortex-m3 -mthumb"
sed -n '/^    \.anycov_flags : {/,/__anycov_flags_load/p' "$top/docs/firmware-memory.md" >lines
[ "$(wc -l <lines)" -eq 6 ] || fail "no lines for a linker script in docs/firmware-memory.md"
sed '/_sidata = LOADADDR/{
	h
	r lines
	d
}' "$here/vendor.ld" >without
# The lines replaced this one, which follows them.
sed '/__anycov_flags_load/a _sidata = LOADADDR(.data);' without >keep.ld
# shellcheck disable=SC2046,SC2086
$cc $machine $libc -Os -g -I"$top/include" $("$anycov" flags --cc "$cc" --firmware --coverage flags) \
	-DWORK -c "$here/flags_keep.c" -o work.o
$cc $machine -Os -c "$here/vendor_start.c" -o start.o
archive=$("$anycov" flags --cc "$cc" --for trace --firmware --link -- $machine)

run() # NAME FLAG...: makes NAME.elf, ram.bin and out
{
	name=$1
	shift
	# shellcheck disable=SC2086
	$cc $machine $libc -Os -I"$top/include" "$@" -c "$here/flags_keep.c" -o main.o
	# shellcheck disable=SC2086
	$cc $machine $libc -T keep.ld -Wl,--gc-sections main.o work.o start.o $archive -o "$name.elf" 2>err ||
		fail "$(cat err)"
	rm -f ram.bin
	timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$name.elf" </dev/null 2>&1 |
		tr -d '\r' >out
	grep -q "^first boot: 0, 12$" out || fail "$name: $(cat out)"
	"$anycov" report --image "$name.elf" --memory ram.bin@0x20000000 --lcov - -o text >lcov || fail "$name: no report"
}

run kept
grep -q "^second boot: 1, 20$" out || fail "not preserved: $(cat out)"
grep -q "^FNDA:[1-9].*,first$" lcov || fail "first() is not covered"
grep -q "^FNDA:[1-9].*,second$" lcov || fail "second() is not covered"
"${cc%gcc}nm" -S kept.elf | awk '$4 == "anycov_flags_keep" { print "flags_keep.sh: " ("0x" $2) " bytes of code" }'
run spoilt -DSPOIL
grep -q "^second boot: 0, 20$" out || fail "flags of a damaged memory are preserved: $(cat out)"
grep -q "^FNDA:0,first$" lcov || fail "first() is covered in a memory that was initialized"
# Without the lines in the script there is nothing to preserve.
cat >main.c <<'END'
#include <stdio.h>
#include "anycov/anycov.h"
int main(void)
{
	puts(anycov_flags_keep() == ANYCOV_ENOSYS ? "nothing to keep" : "kept");
	return 0;
}
END
# shellcheck disable=SC2086
$cc $machine $libc -Os -I"$top/include" main.c start.o -T "$here/vendor.ld" $archive -o none.elf
timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
	-semihosting-config enable=on,target=native -kernel none.elf </dev/null 2>&1 | tr -d '\r' >out
grep -q "^nothing to keep$" out || fail "no error without the lines: $(cat out)"
