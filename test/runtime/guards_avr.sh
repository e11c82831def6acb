#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# guards_avr.sh ANYCOV SOURCES INCLUDE CC
# guards.sh for the oldest GCC: an ATmega in simavr.  The PC table stays in flash and its
# addresses count words, as return addresses do.
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
$cc -mmcu=atmega1280 -std=gnu99 -Os -I "$include" "$sources/guards_avr.c" work.o -o image.elf
timeout 30 simavr -m atmega1280 -f 16000000 image.elf >out 2>&1 || true
line=$(sed -n 's/.*\(5 [0-9]*: [0-9 ]*; [0-9 ]*;\).*/\1/p' out)
[ -n "$line" ] || fail "no result: $(head -3 out)"
echo "$line"
guards=$("${cc%gcc}size" -A image.elf | awk '$1 == "__sancov_guards" { print $2 / 4 }')
hit=${line#*:} counted=${hit#*;}
[ "$line" != "${line#5 $guards: 0 }" ] || fail "not $guards guards, the entry's among those hit"
[ "${hit%%;*}" = "${counted%;}" ] || fail "guards${hit%%;*}, counters${counted%;}"
"${cc%gcc}objdump" -h image.elf | awk '$2 == "__sancov_pcs" && $4 !~ /^0000/ { exit 1 }' ||
	fail "the PC table is not in flash"
entry=$("${cc%gcc}objdump" -s -j __sancov_pcs image.elf | awk '/^ [0-9a-f]+ / { print substr($2, 3, 2) substr($2, 1, 2); exit }')
work=$("${cc%gcc}nm" image.elf | awk '$3 == "work" { print $1 }')
[ $((0x$entry * 2)) -eq $((0x$work)) ] || fail "the first PC is $entry, work is at $work"
