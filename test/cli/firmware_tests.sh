# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov_test() between the tests of firmware: each is a context in the log of the UART, among the
# tests' own text.  In QEMU, with each compiler.
. "${0%/*}/lib.sh"
here=$(cd "${0%/*}" && pwd)
needs qemu-system-arm || lacks qemu-system-arm
cat >clamp.c <<'END'
int clamp(int n, int low, int high)
{
	if (n < low)
		return low;
	if (n > high)
		return high;
	return n;
}
END
libc="--specs=picolibc.specs --oslib=semihost --crt0=hosted -Wl,--defsym=__flash=0 -Wl,--defsym=__flash_size=0x400000
-Wl,--defsym=__ram=0x20000000 -Wl,--defsym=__ram_size=0x400000 -Wl,--defsym=__stack_size=0x4000"
machine="-mcpu=cortex-m3 -mthumb"
trace="--for trace --place early --firmware"

# test_lines NAME COVERED NOT-COVERED: lines of clamp.c in the report of a test
test_lines()
{
	expect 0 "$ANYCOV" report --image fw.elf --complete --context "$1" uart --lcov lines
	for line in $2; do
		grep -q "^DA:$line,1" lines || { cat lines; fail "$1: line $line is not covered"; }
	done
	for line in $3; do
		grep -q "^DA:$line,0" lines || { cat lines; fail "$1: line $line is covered"; }
	done
}

run() # COMPILER ARGUMENT...
{
	have "$1" && have arm-none-eabi-gcc || return 0
	# shellcheck disable=SC2046,SC2086
	"$@" -Os $("$ANYCOV" flags --cc "$1" $trace) -g -ffreestanding -c clamp.c -o clamp.o
	# shellcheck disable=SC2046,SC2086
	arm-none-eabi-gcc $machine -Os -Wall -Werror -I"$ANYCOV_SOURCE/include" $libc "$here/firmware_tests.c" clamp.o \
		$("$ANYCOV" flags --cc arm-none-eabi-gcc $trace --link -- $machine) -o fw.elf
	rm -f uart
	timeout 100 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial file:uart -kernel fw.elf \
		</dev/null >qemu.out 2>&1 &
	qemu=$!
	tries=0
	until grep -q '^DONE' uart 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || { cat uart; fail "the tests did not end"; }
		sleep 0.1
	done
	kill $qemu
	wait $qemu || :
	grep -q '^OK' uart && grep -q '^ENOMEM' uart || { cat uart; fail "anycov_test() failed"; }
	[ "$(grep -c :PASS uart)" -eq 3 ] || { cat uart; fail "the tests failed"; }
	test_lines test_low "3 4" "5 6 7"
	test_lines test_inside "3 5 7" "4 6"
	test_lines test_inside_again "3 5 7" "4 6"
	expect 1 "$ANYCOV" report --image fw.elf --context none uart
	has err 'context none not found'
	# All tests; what ran after them is in none.
	expect 0 "$ANYCOV" report --image fw.elf --complete uart --lcov lines
	grep -q '^DA:4,1' lines && grep -q '^DA:7,2' lines && grep -q '^DA:6,0' lines || { cat lines; fail "all tests"; }
}
run arm-none-eabi-gcc $machine
run clang-19 --target=thumbv7m-none-eabi -fshort-enums
# The header is C++ as well.
echo '#include "anycov/test.h"' >t.cc
"${CXX:-g++}" -std=c++17 -Wall -Wextra -Werror -I"$ANYCOV_SOURCE/include" -fsyntax-only t.cc
