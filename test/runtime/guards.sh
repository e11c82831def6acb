#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# guards.sh ANYCOV SOURCE INCLUDE CC QEMU LINKFLAGS -- FLAGS Guards without constructors:
# builds in two directories have the same numbers, guards take no byte of the image,
# counters are not in the heap, and executed blocks are counted.
set -eu
anycov=$1 source=$2 include=$3 cc=$4 qemu=$5 link=$6
shift 7
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail()
{
	echo "guards.sh: $*" >&2
	exit 1
}

. "${0%/*}/picolibc.sh"
flags=$("$anycov" flags --cc "$cc" --firmware --coverage trace-pc-guard,inline-8bit-counters,pc-table)
for build in one two/deeper; do
	mkdir -p "$dir/$build"
	cd "$dir/$build"
	cp "$source" work.c
	# shellcheck disable=SC2086
	$cc "$@" $specs $flags -O2 -I "$include" -c work.c -o work.o
	# shellcheck disable=SC2086
	$cc "$@" $specs -O2 -DCLIENT -I "$include" -c work.c -o client.o
	# shellcheck disable=SC2086
	$cc "$@" $specs $link work.o client.o -o image.elf
	# shellcheck disable=SC2086
	timeout 30 $qemu -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel image.elf </dev/null >raw 2>&1
	tr -d "\r" <raw | tee out
done
cmp "$dir/one/out" "$dir/two/deeper/out" || fail "another build, other ids"
cd "$dir/one"
"${cc%gcc}nm" image.elf | grep -q module_ctor && fail "a constructor"
guards=$("${cc%gcc}size" -A image.elf | awk '$1 == "__sancov_guards" { print $2 / 4 }')
grep -q '^work 5$' out || fail "the program does not do what it did"
grep -q "^$guards guards: 0 [1-9]" out || fail "not $guards guards, the entry's among those hit"
"${cc%gcc}readelf" -SW image.elf | grep -q " __sancov_guards *NOBITS" || fail "guards take bytes of flash"
# picolibc's heap begins after .bss.  Sections that the script does not name follow it if
# they are NOBITS: the heap would overwrite counters there.
counters=$("${cc%gcc}nm" image.elf | awk '$3 == "__stop___sancov_cntrs" { print $1 }')
bss=$("${cc%gcc}nm" image.elf | awk '$3 == "__bss_end" { print $1 }')
[ -n "$counters" ] && [ -n "$bss" ] || fail "no bounds of the counters or of .bss"
[ $((0x$counters)) -le $((0x$bss)) ] || fail "the counters are in the heap"
# A block was executed if its counter is not 0.
hit=$(sed -n 's/^counters: //p' out | tr ' ' '\n' | awk '$1 { printf " %d", NR - 1 }')
[ "$(sed -n 's/.*guards://p' out)" = "$hit" ] || fail "guards$(sed -n 's/.*guards://p' out), counters$hit"
