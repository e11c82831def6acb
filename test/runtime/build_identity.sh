#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# build_identity.sh ANYCOV SOURCE INCLUDE CC QEMU LINKFLAGS -- FLAGS  A dump of firmware is
# reported with the ELF file that was run, and with no other: not even with one that differs in
# a constant of code that was not executed.  As a file, as text on the console, merged, as RAM.
set -eu
anycov=$1 source=$2 include=$3 cc=$4 qemu=$5 link=$6
shift 7
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "build_identity.sh: $*" >&2
	exit 1
}

. "${0%/*}/picolibc.sh"
flags=$("$anycov" flags --cc "$cc" --for trace --firmware)
archive=$("$anycov" flags --cc "$cc" --for trace --firmware --link -- "$@")
build() # NAME WORK-FLAGS MAIN-FLAGS FLAG...
{
	out=$1 work=$2 main=$3
	shift 3
	# shellcheck disable=SC2086
	$cc "$@" $specs -O1 -g $flags -I "$include" -DWORK $work -c "$source" -o work.o
	# shellcheck disable=SC2086
	$cc "$@" $specs -O1 -g -I "$include" $main -c "$source" -o main.o
	# shellcheck disable=SC2086
	$cc "$@" $specs $link main.o work.o $archive -o "$out"
}
run_image() # IMAGE: makes fw.dump and console
{
	# shellcheck disable=SC2086
	timeout 30 $qemu -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" </dev/null >console 2>&1 || fail "$1: $(cat console)"
	grep -q "^work 10" console || [ "$1" != a.elf ] || fail "$1: $(cat console)"
}
report() # STATUS ARGUMENT...: output in out and err
{
	want=$1 status=0
	shift
	"$anycov" report "$@" >out 2>err || status=$?
	[ $status = "$want" ] || fail "report $*: status $status, not $want: $(cat out err)"
}
build a.elf "" "" "$@"
build b.elf -DNUMBER=5 "" "$@"
build c.elf -DLONGER "" "$@"
build plain.elf "" -DNO_CODE "$@"
run_image a.elf
mv fw.dump a.dump
mv console a.text
"$anycov" dump a.dump | grep -q "^CODE " || fail "no checksums of the code"
"$anycov" merge -o merged.dump a.dump a.text || fail "merge"
"$anycov" dump merged.dump | grep -q "^CODE " || fail "merge drops the checksums of the code"
for input in a.dump a.text merged.dump; do
	report 0 --strict --image a.elf $input
	for other in b c; do
		report 1 --image $other.elf $input
		[ ! -s out ] || fail "$other.elf, $input: a part of a report"
		grep -q "$input: recorded by another build: its code at 0x[0-9a-f]* .* $other.elf; use the ELF file" err ||
			fail "$other.elf, $input: $(cat err)"
		report 3 --force --image $other.elf $input
		grep -q "another build" err || fail "--force is not mentioned"
		grep -q "^  functions  *[0-9]*  *[0-9.]*%  *0 " out || fail "--force: not unknown: $(cat out)"
	done
done
# Recording began in main(), so every call of these functions was complete.
report 0 --complete --image a.elf a.dump
grep -q "^  functions  *1 .* 1  *0  *2$" out || fail "never() is not shown as not covered: $(cat out)"
run_image b.elf
if "$anycov" merge -o none a.dump fw.dump 2>err; then
	fail "merge of two builds"
fi
grep -q "another build than the previous dumps" err || fail "$(cat err)"
# A copy of the buffer in RAM: addresses that no hook of the image returns to.
size=$("$anycov" dump a.dump | sed -n 's/.*: \([0-9]*\)-bit words.*/\1/p')
"$anycov" dump --rawcover a.dump >pcs
python3 - $((size / 8)) <<'END'
import struct, sys
v = [int(x, 16) for x in open("pcs")]
code = "<%d%s" % (len(v) + 3, "Q" if sys.argv[1] == "8" else "I")
open("ram.bin", "wb").write(struct.pack(code, len(v), *v, 0, 0))
END
report 0 --strict --image a.elf --raw auto ram.bin
report 1 --image c.elf --raw auto ram.bin
grep -q "ram.bin: recorded by another build: no hook of c.elf returns to" err || fail "$(cat err)"
report 3 --force --image c.elf --raw auto ram.bin
# Code that cannot be read: a program may leave it out.
run_image plain.elf
"$anycov" dump fw.dump | grep -q "^CODE " && fail "checksums although the program wants none"
report 0 --strict --image plain.elf fw.dump
echo "build_identity.sh: $(wc -c <a.dump) bytes, $("$anycov" dump a.dump | grep "^CODE ")"
