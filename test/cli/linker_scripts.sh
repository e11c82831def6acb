# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Linker scripts of firmware that do not place the flags or drop them: 'anycov cc' fails after the
# link, and so does 'anycov budget'; the error has the line to add, which is all that is missing.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int count = 7;

int work(int a)
{
	if (a > 3)
		return count;
	return 1;
}

void _start(void)
{
	work(count);
}
END
# script FILE DATA REST [AT]: a linker script whose .data has DATA, and is copied from flash unless
# AT is given
script()
{
	cat >"$1" <<END
SECTIONS {
	. = 0x1000; .text : { *(.text*) }
	. = 0x20000; .data : ${4-AT(0x8000)} { $2 }
	.bss : { *(.bss*) }
	/DISCARD/ : { $3 *(.note*) *(.comment) *(.ARM*) }
}
END
}
name=.data.__anycov_flags
script unplaced.ld "*(.data)" ""
script loaded.ld "*(.data)" "" ""
script placed.ld "*(.data) *($name*)" ""
script dropped.ld '*(.data)' "*($name*)"
script mapless.ld "*(.data*)" "*(.debug_anycov_map)"
unplaced="its linker script does not place $name, so start-up code does not initialize the flags; add *($name*) to its .data"
dropped="the link dropped all flags; add *($name*) to .data in its linker script, before what drops them"

mkdir slow
printf '#!/bin/sh\necho >got\nexec sleep 10\n' >slow/ld
chmod +x slow/ld
ln -s ld slow/ld.lld

check() # COMPILER ARGUMENT...
{
	unset ANYCOV_FLAGS
	have "$1" || return 0
	export ANYCOV_FLAGS='--for report --firmware'
	cc="$ANYCOV cc $* -O1 -g -ffreestanding -nostdlib -Wl,-e,_start"
	expect 0 $cc -c t.c -o t.o
	# What is compiled and linked at once, as well.
	for from in t.c t.o; do
		expect 1 $cc -Wl,-T,unplaced.ld $from -o t.elf
		has err "anycov cc: t.elf: $unplaced"
		[ ! -e t.elf ] || fail "the image is left, so that make takes it for linked"
		expect 0 $cc -Wl,-T,placed.ld $from -o t.elf
		hasnt err anycov
	done
	expect 0 "$ANYCOV" budget t.elf
	# What a loader puts where it is used is not copied.
	expect 0 $cc -Wl,-T,loaded.ld t.o -o t.elf
	hasnt err anycov
	# Code without a caller, which the link drops with its flags, is no fault of the script.
	echo 'void _start(void) { for (;;) ; }' >start.c
	# shellcheck disable=SC2086
	"$@" -c start.c -o start.o
	sed '/_start/,$d' t.c >idle.c
	expect 0 $cc -ffunction-sections -fdata-sections -c idle.c -o idle.o
	expect 0 $cc -Wl,-T,placed.ld,--gc-sections start.o idle.o -o idle.elf
	[ -e idle.elf ] || fail "an image whose code was all dropped is deleted"
	# The compiler's own status comes first, and code without flags has none to place.
	expect 1 $cc -Wl,-T,unplaced.ld missing.o -o t.elf
	hasnt err 'linker script'
	echo 'void _start(void) { }' >plain.c
	ANYCOV_FLAGS='--coverage trace-pc --firmware' expect 0 $cc -Wl,-T,unplaced.ld plain.c -o plain.elf

	expect 1 $cc -Wl,-T,dropped.ld t.o -o t.elf
	has err "discarded section"
	expect 0 $cc -Wl,-T,mapless.ld t.o -o t.elf
	expect 1 "$ANYCOV" budget t.elf
	has err 'neither strip the image nor drop .debug_anycov_map in its linker script'
	# What else ends is not the link, and what ends the command ends the link.
	rm -f t.elf
	expect 0 sh -c "exit 3 & exec $cc -Wl,-T,placed.ld t.o -o t.elf"
	[ -e t.elf ] || fail "the command ended before the link"
	for s in TERM HUP; do
		rm -f got
		$cc -Wl,-T,placed.ld "-B$PWD/slow/" t.o -o t.elf >out 2>err &
		pid=$!
		until [ -e got ]; do sleep 0.1; done
		driver=$(cat /proc/$pid/task/$pid/children)
		kill -s $s $pid
		wait $pid && fail "the link ended well after SIG$s"
		kill -0 $driver 2>err && fail "the compiler went on after SIG$s"
	done
	for ld in ${1%gcc}ld ld.lld-14 ld.lld-16 ld.lld-19; do
		command -v "$ld" >/dev/null || continue
		expect 0 "$ld" -T unplaced.ld -e _start t.o -o t.elf
		expect 1 "$ANYCOV" budget t.elf
		has err "anycov budget: t.elf: $unplaced"
		# lld before 19 links it.
		"$ld" -T dropped.ld -e _start t.o -o t.elf 2>err || { has err 'discarded section'; continue; }
		for command in budget "fetch --gdb :1 -o t.core --image" sites; do
			expect 1 "$ANYCOV" $command t.elf
			has err "t.elf: $dropped"
			one_sentence
		done
	done
}
check arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
check riscv64-unknown-elf-gcc
check clang-19 --target=thumbv7m-none-eabi -fuse-ld=lld
