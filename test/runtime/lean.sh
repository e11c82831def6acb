#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# lean.sh ROOT WORK: lean_regs.c on every target that has a compiler and an emulator installed,
# with each port and each variant of the hook.  Prints what it could not run.
set -eu
root=$1 work=$2
mkdir -p "$work"
fails=0 ran=0

regs() { # NAME RUNNER PORT COMPILER FLAG...
	name=$1 runner=$2 port=$3
	shift 3
	if ! command -v "$1" >/dev/null || ! command -v "${runner%% *}" >/dev/null; then
		echo "missing: $1 or ${runner%% *}"
		return 0
	fi
	program=$work/$(echo "$name" | tr ' ' -)
	if [ "$port" = host ] || [ "${runner#*-L}" != "$runner" ]; then
		if ! echo 'int main(void) { return 0; }' | "$1" -include stdint.h -x c - -o "$program" 2>/dev/null; then
			echo "missing: a C library for $1"
			return 0
		fi
	fi
	plain='' part=$root/runtime/hooks/hook_pc.c
	case $name in
	*slow*) part=$root/test/runtime/lean_slow.c ;;
	esac
	[ "$port" = host ] || plain=-DANYCOV_PORT_BASIC_MODES
	ran=$((ran + 1))
	hook=$root/runtime/hooks/hook_lean.S
	case $name in
	linux*) hook="$root/runtime/port/linux/kernel/hook_lean.S -I $root/test/runtime/lean_linux" ;;
	esac
	# The hook's C part with the flags of the runtime's builds; its frame must unwind.
	# shellcheck disable=SC2086
	"$@" -O2 -DANYCOV_LEAN=1 $plain -I "$root/runtime/port/$port" -I "$root/runtime" -I "$root/include" \
		-Wall -Wextra -Wl,-z,noexecstack $hook "$part" \
		"$root/test/runtime/lean_regs.S" "$root/test/runtime/lean_regs.c" -o "$program"
	status=0
	$runner "$program" || status=$?
	if [ $status != 0 ]; then
		echo "lean.sh: $name: exit status $status"
		fails=$((fails + 1))
	fi
}

cc=${CC:-cc}
case $($cc -dumpmachine) in
x86_64-*)
	regs "x86-64" env host "$cc" -mgeneral-regs-only
	regs "x86-64 executable" env host "$cc" -mgeneral-regs-only -DANYCOV_LEAN_LOCAL_EXEC
	regs "x86-64 slow" env host "$cc" -DANYCOV_PORT_UNIQUE_MODES=1
	regs "x86-64 cet" env host "$cc" -fcf-protection
	linux="-DCONFIG_X86_64 -DANYCOV_PORT_UNIQUE_MODES=1 -DLEAN_LINUX -DANYCOV_CMP_MODES_ODD -no-pie -fno-pie"
	# shellcheck disable=SC2086
	regs "linux x86-64 slow" env host "$cc" $linux -DLEAN_MOVED=0 -Wl,--defsym=_text=0x123000
	# shellcheck disable=SC2086
	regs "linux x86-64 slow kaslr" env host "$cc" $linux -DLEAN_MOVED=1 \
		-DCONFIG_RANDOMIZE_BASE -Wl,--defsym=_text=0x123000
	regs "x86-64 bare" env baremetal "$cc" -mgeneral-regs-only
	;;
esac
# first MACHINE: its gcc 12, or the distribution's
first() {
	for n in 12 16 15 14 13 11 10; do
		! command -v "$1-gcc-$n" || return 0
	done
	echo "$1-gcc-12"
}
a64=$(first aarch64-linux-gnu) qa64="qemu-aarch64 -L /usr/aarch64-linux-gnu"
regs "aarch64" "$qa64" host $a64
regs "aarch64 executable" "$qa64" host $a64 -DANYCOV_LEAN_LOCAL_EXEC
regs "aarch64 slow" "$qa64" host $a64 -DANYCOV_PORT_UNIQUE_MODES=1
regs "aarch64 bti pac" "$qa64" host $a64 -mbranch-protection=standard
linux="-DCONFIG_ARM64 -DANYCOV_PORT_UNIQUE_MODES=1 -DLEAN_LINUX -DANYCOV_CMP_MODES_ODD -no-pie -fno-pie"
# shellcheck disable=SC2086
regs "linux aarch64 slow" "$qa64" host $a64 $linux -DLEAN_MOVED=0 -Wl,--defsym=_text=0x123000
# shellcheck disable=SC2086
regs "linux aarch64 slow kaslr" "$qa64" host $a64 $linux -DLEAN_MOVED=1 \
	-DCONFIG_RANDOMIZE_BASE -Wl,--defsym=_text=0x123000
regs "aarch64 bare" "$qa64" baremetal $a64
arm=$(first arm-linux-gnueabihf) qarm="qemu-arm -L /usr/arm-linux-gnueabihf"
regs "arm" "$qarm" baremetal $arm -marm
regs "thumb" "$qarm" baremetal $arm -mthumb
# The linker's own layout: a compiler that is made for picolibc links programs for flash and RAM,
# which an emulator of processes does not have.
rwx='' # ld before 2.39 has no such warning
if command -v riscv64-unknown-elf-ld >/dev/null; then
	! riscv64-unknown-elf-ld --help | grep -q -e --no-warn-rwx-segments || rwx=-Wl,--no-warn-rwx-segments
	for bits in 64 32; do
		riscv64-unknown-elf-ld -m elf${bits}lriscv --verbose | sed '1,/^=====/d; /^=====/,$d' >"$work/riscv$bits.ld"
	done
fi
# shellcheck disable=SC2086
regs "riscv64" qemu-riscv64 baremetal riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 \
	-mcmodel=medany -ffreestanding -nostdlib -T "$work/riscv64.ld" -Wl,--no-relax $rwx
# shellcheck disable=SC2086
regs "riscv32" qemu-riscv32 baremetal riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 \
	-ffreestanding -nostdlib -T "$work/riscv32.ld" -Wl,--no-relax $rwx
# The note of branch protection is one of AArch64, and was corrupt on 32-bit ARM, which has none.
for clang in clang-14 clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	$clang --target=thumbv8.1m.main-none-eabi -march=armv8.1-m.main+pacbti -mbranch-protection=bti -DANYCOV_LEAN=1 \
		-I "$root/runtime" -I "$root/runtime/port/baremetal" -I "$root/include" -c "$root/runtime/hooks/hook_lean.S" -o "$program.o"
	ran=$((ran + 1))
	if readelf -W -n "$program.o" 2>&1 | grep .; then
		echo "lean.sh: $clang, armv8.1-m.main+pacbti: a note of another machine"
		fails=$((fails + 1))
	fi
	break
done
echo "lean.sh: $ran run, $fails failed"
test $fails = 0 && test $ran -gt 0
