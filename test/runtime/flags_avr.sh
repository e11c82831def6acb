#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_avr.sh ANYCOV SOURCE CC  An ATmega in simavr: flags are initialized with .data, set, and
# read from a copy of RAM; --gc-sections drops those of a function with it.
set -eu
anycov=$1 source=$2 cc=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "flags_avr.sh: $*" >&2
	exit 1
}

if ! command -v simavr >/dev/null; then
	echo "missing: simavr"
	exit 77
fi
# shellcheck disable=SC2046
$cc -mmcu=atmega1280 -std=gnu99 -Os -g -ffunction-sections \
	$("$anycov" flags --cc "$cc" --firmware --coverage flags) -c "$source" -o work.o
$cc -mmcu=atmega1280 -std=gnu99 -Os -DCLIENT -c "$source" -o client.o
$cc -mmcu=atmega1280 client.o work.o -o all.elf
$cc -mmcu=atmega1280 -Wl,--gc-sections client.o work.o -o image.elf
size_of_data() { "${cc%gcc}objdump" -h "$1" | awk '$2 == ".data" { print "0x" $3 }'; }
"$anycov" sites all.elf >listed
grep -q " unused " listed || fail "unused() has no flags: $(cat listed)"
"$anycov" sites image.elf >listed
grep -q " unused " listed && fail "unused() was dropped and has flags: $(cat listed)"
[ $(($(size_of_data image.elf))) -lt $(($(size_of_data all.elf))) ] || fail "the flags of unused() are in .data"
# simavr's ELF reader ignores the load address of .data.
"${cc%gcc}objcopy" -O ihex image.elf image.hex
timeout 30 simavr -m atmega1280 -f 16000000 image.hex >out 2>&1 || true
tr -d '\033\r' <out | sed 's/\[[0-9;]*m//g' >text
grep -q "w9" text || fail "another result: $(head -3 text)"
sed -n 's/^\(\([0-9a-f][0-9a-f]\)\{8,\}\)\.*$/\1/p' text | head -1 >hex
[ -s hex ] || fail "no copy of RAM: $(cat text)"
python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(open("hex").read()))' >ram.bin
start=0x$("${cc%gcc}nm" image.elf | awk '$3 == "__data_start" { print substr($1, 5) }')
"$anycov" report --image image.elf --memory ram.bin@$start -o report --lcov lcov || fail "no report"
grep -q "^FNDA:[1-9].*,work$" lcov || fail "work() is not covered: $(cat report)"
grep -q "^FNDA:0,never$" lcov || fail "never() is not shown as not covered"
grep -q "unused" lcov && fail "unused() is in the report"
echo "flags_avr.sh: $(wc -c <ram.bin) bytes of .data"
