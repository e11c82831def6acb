#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# guards_avr.sh ANYCOV SOURCES INCLUDE CC guards.sh for the oldest GCC: an ATmega in simavr.
# The PC table stays in flash, and its addresses count words, like return addresses.
set -eu
anycov=$1 sources=$2 include=$3 cc=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "guards_avr.sh: $*" >&2
	exit 1
}

command -v simavr >/dev/null || fail "no simavr (package simavr)"
flags=$("$anycov" flags --cc "$cc" --firmware --coverage trace-pc-guard,inline-8bit-counters,pc-table)
# shellcheck disable=SC2086
$cc -mmcu=atmega1280 $flags -O2 -I "$include" -c "$sources/guards_main.c" -o work.o
link=$("$anycov" flags --cc "$cc" --firmware --link --coverage trace-pc-guard,inline-8bit-counters,pc-table -- -mmcu=atmega1280)
# shellcheck disable=SC2086
$cc -mmcu=atmega1280 -std=gnu99 -Os -I "$include" "$sources/guards_avr.c" work.o $link -o image.elf
# simavr's ELF reader ignores the load address of .data.
"${cc%gcc}objcopy" -O ihex image.elf image.hex
timeout 30 simavr -m atmega1280 -f 16000000 image.hex >out 2>&1 || true
line=$(sed -n 's/.*\(5 [0-9]*: [0-9 ]*; [0-9 ]*;\).*/\1/p' out)
[ -n "$line" ] || fail "no result: $(head -3 out)"
echo "$line"
grep -q 'variables whole' out || fail "the program's variables changed: $(head -3 out)"
nm() { "${cc%gcc}nm" image.elf | awk -v n="$1" '$3 == n { print $1 }'; }
guards=$(((0x$(nm __stop___sancov_guards) - 0x$(nm __start___sancov_guards)) / 4))
hit=${line#*:} counted=${hit#*;}
[ "$line" != "${line#"5 $guards: 0 "}" ] || fail "not $guards guards, the entry's among those hit"
[ "${hit%%;*}" = "${counted%;}" ] || fail "guards${hit%%;*}, counters${counted%;}"
"${cc%gcc}objdump" -h image.elf | awk '$2 == "__sancov_pcs" && $4 !~ /^0000/ { exit 1 }' ||
	fail "the PC table is not in flash"
entry=$("${cc%gcc}objdump" -s -j __sancov_pcs image.elf | awk '/^ [0-9a-f]+ / { print substr($2, 3, 2) substr($2, 1, 2); exit }')
work=$("${cc%gcc}nm" image.elf | awk '$3 == "work" { print $1 }')
[ $((0x$entry * 2)) -eq $((0x$work)) ] || fail "the first PC is $entry, work is at $work"
