#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_firmware.sh ANYCOV SOURCE INCLUDE CC QEMU LINKFLAGS -- FLAGS  An image with flags needs
# no runtime: the flags are in .data and not in the heap, and a copy of RAM in any format shows
# the blocks that were executed.  Sections of bool flags and counters are initialized as well.
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

. "${0%/*}/picolibc.sh"
for section in .data.__anycov_flags:flags __sancov_bools:inline-bool-flag __sancov_cntrs:inline-8bit-counters; do
	# shellcheck disable=SC2046,SC2086
	$cc "$@" $specs -O1 -g $("$anycov" flags --cc "$cc" --firmware --coverage "${section#*:}") \
		-c "$source" -o "${section#*:}.o"
	"${prefix}readelf" -SW "${section#*:}.o" | grep -q " ${section%:*} *PROGBITS" ||
		fail "${section%:*} is not initialized"
done
ram=$(echo "$link" | sed 's/.*__ram=\([0-9a-fx]*\).*/\1/')
# shellcheck disable=SC2086
$cc "$@" $specs -O1 -DCLIENT -DRAM="$ram" -DRAM_BYTES=8192 -c "$source" -o client.o
# shellcheck disable=SC2086
$cc "$@" $specs $link client.o flags.o -o image.elf
# shellcheck disable=SC2086
timeout 30 $qemu -nographic -monitor none -serial none \
	-semihosting-config enable=on,target=native -kernel image.elf </dev/null >raw 2>&1 || true
tr -d "\r" <raw | tee out
grep -q '^work 5$' out || fail "the program does not do what it did"
grep -q overwritten out && fail "the heap and the flags overlap"
end=$("${prefix}nm" image.elf | awk '$3 == "__data_end" { print $1 }')
last=$("$anycov" sites image.elf | awk '$2 == "flag" { print $1 }' | sort | tail -1)
[ -n "$end" ] && [ $((last)) -lt $((0x$end)) ] || fail "the flags are not in .data"

states() # ARGUMENT...
{
	"$anycov" report --image image.elf "$@" -o text --lcov - | grep -E '^(FN)?DA:' ||
		fail "no report: $*"
}
states --memory "ram.bin@$ram" >expected
grep -q "^FNDA:0,never$" expected || fail "never() is not shown as not covered"
grep -q "^FNDA:[1-9].*,work$" expected || fail "work() is not shown as covered"
for format in ihex srec; do
	"${prefix}objcopy" -I binary -O $format --change-addresses "$ram" ram.bin ram.$format
	states --memory ram.$format >other
	cmp expected other || fail "$format gives another report"
done

# Another build, whose flags are at the same addresses: an error, and with --force nothing is
# shown as not covered.
# shellcheck disable=SC2046,SC2086
$cc "$@" $specs -O1 -g $("$anycov" flags --cc "$cc" --firmware --coverage flags) -DNUMBER=5 -c "$source" -o other.o
# shellcheck disable=SC2086
$cc "$@" $specs $link client.o other.o -o other.elf
refused() # STATUS ARGUMENT...
{
	want=$1 status=0
	shift
	"$anycov" report --image other.elf --memory "ram.bin@$ram" "$@" >text 2>err || status=$?
	[ $status = "$want" ] || fail "another build: status $status, not $want: $(cat text err)"
}
refused 1
[ ! -s text ] || fail "a part of a report of another build"
grep -q "or --force$" err || fail "$(cat err)"
refused 3 --force
grep -q "^  functions  *[0-9]*  *[0-9.]*%  *0 " text || fail "--force: not unknown: $(cat text)"
