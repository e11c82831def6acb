#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_firmware.sh ANYCOV SOURCE INCLUDE CC QEMU LINKFLAGS -- FLAGS  An image with flags needs
# no runtime: the flags are in initialized RAM and not in the heap, and those of the blocks
# that were executed are hit.  Sections of bool flags and counters are initialized as well.
set -eu
anycov=$1 source=$2 cc=$4 qemu=$5 link=$6
shift 7
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
prefix=${cc%gcc}

fail()
{
	echo "flags_firmware.sh: $*" >&2
	exit 1
}

specs="--specs=picolibc.specs --oslib=semihost --crt0=hosted"
# shellcheck disable=SC2086
if ! $cc $specs -E -x c /dev/null >/dev/null 2>&1; then
	echo "missing: picolibc for $cc"
	exit 77
fi
for section in __anycov_flags:flags __sancov_bools:inline-bool-flag __sancov_cntrs:inline-8bit-counters; do
	# shellcheck disable=SC2046,SC2086
	$cc "$@" $specs -O1 -g $("$anycov" flags --cc "$cc" --firmware --coverage "${section#*:}") \
		-c "$source" -o "${section#*:}.o"
	"${prefix}readelf" -SW "${section#*:}.o" | grep -q " ${section%:*} *PROGBITS" ||
		fail "${section%:*} is not initialized"
done
# shellcheck disable=SC2086
$cc "$@" $specs -O1 -DCLIENT -c "$source" -o client.o
# shellcheck disable=SC2086
$cc "$@" $specs $link client.o flags.o -o image.elf
# shellcheck disable=SC2086
timeout 30 $qemu -nographic -monitor none -serial none \
	-semihosting-config enable=on,target=native -kernel image.elf </dev/null >raw 2>&1 || true
tr -d "\r" <raw | tee out
grep -q '^work 5$' out || fail "the program does not do what it did"
grep -q overwritten out && fail "the heap and the flags overlap"
stop=$("${prefix}nm" image.elf | awk '$3 == "__stop___anycov_flags" { print $1 }')
heap=$("${prefix}nm" image.elf | awk '$3 == "__heap_start" { print $1 }')
[ -n "$stop" ] && [ -n "$heap" ] || fail "no bounds of the flags or of the heap"
[ $((0x$stop)) -le $((0x$heap)) ] || fail "the flags are in the heap"
# Flags follow each other in the image as "sites" lists them.
"$anycov" sites image.elf | awk '$2 == "flag" { print $5 }' >functions
sed -n 's/^flags: //p' out | tr ' ' '\n' >values
[ "$(wc -l <functions)" -eq "$(wc -l <values)" ] || fail "not as many flags as the map lists"
hit=$("$anycov" sites --json image.elf | sed -n 's/.*"hit_value":\([01]\).*/\1/p' | sort -u)
paste -d' ' functions values | awk -v hit="$hit" '
	$1 == "never" && $2 == hit { wrong = 1 }
	$1 == "work" && $2 == hit { n++ }
	END { exit wrong || n < 2 }' || fail "the flags are not those of the executed blocks"
