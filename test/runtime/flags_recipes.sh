#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_recipes.sh ANYCOV SOURCE CC LINKFLAGS -- FLAGS  GDB and QEMU copy the RAM of a
# Cortex-M3 in the ways of docs/firmware.md; each copy gives the same report, one that was made
# before start-up code ran gives none.
set -eu
anycov=$1 source=$2 cc=$3 link=$4
shift 5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "flags_recipes.sh: $*" >&2
	exit 1
}

for tool in gdb-multiarch qemu-system-arm; do
	command -v $tool >/dev/null || {
		echo "missing: $tool"
		exit 77
	}
done
. "${0%/*}/picolibc.sh"
# shellcheck disable=SC2046,SC2086
$cc "$@" $specs -O1 -g $("$anycov" flags --cc "$cc" --firmware --coverage flags) -c "$source" -o flags.o
# shellcheck disable=SC2086
$cc "$@" $specs -O1 -DCLIENT -DRAM=0x20000000 -DRAM_BYTES=64 -c "$source" -o client.o
# shellcheck disable=SC2086
$cc "$@" $specs $link client.o flags.o -o image.elf
cat >commands <<'END'
set pagination off
target remote ./gdb.socket
dump binary memory early.bin 0x20000000 0x20002000
break _exit
continue
dump binary memory gdb.bin 0x20000000 0x20002000
dump ihex memory gdb.hex 0x20000000 0x20002000
dump srec memory gdb.srec 0x20000000 0x20002000
generate-core-file gdb.core
monitor pmemsave 0x20000000 0x2000 "qemu.bin"
monitor dump-guest-memory qemu.core
END
timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
	-semihosting-config enable=on,target=native -kernel image.elf -S \
	-chardev socket,path=gdb.socket,server=on,wait=off,id=gdb -gdb chardev:gdb \
	</dev/null >qemu.out 2>&1 &
qemu=$!
n=0
while [ ! -S gdb.socket ] && [ $n -lt 100 ]; do
	sleep 0.1
	n=$((n + 1))
done
timeout 50 gdb-multiarch -nx -q -batch -x commands image.elf >gdb.out 2>&1 || fail "$(cat gdb.out)"
wait $qemu || true
for copy in gdb.bin@0x20000000 gdb.hex gdb.srec gdb.core qemu.bin@0x20000000 qemu.core; do
	"$anycov" report --image image.elf --memory $copy -o text --lcov - >lcov.info || fail "$copy: no report"
	grep -q "^FNDA:0,never$" lcov.info || fail "$copy: never() is not shown as not covered"
	grep -q "^FNDA:[1-9].*,work$" lcov.info || fail "$copy: work() is not shown as covered"
	[ -s first.info ] || cp lcov.info first.info
	cmp -s lcov.info first.info || fail "$copy gives another report"
done
if "$anycov" report --image image.elf --memory early.bin@0x20000000 >text 2>err; then
	fail "a report of RAM that was not initialized"
fi
grep -q "was not initialized by start-up code" err || fail "$(cat err)"
