#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# stack_size.sh RUNTIME ROOT: for each target whose compiler is installed, bytes of stack that
# a hook takes beyond an empty function (painted stack, run in QEMU; AVR: as computed by the
# compiler) and bytes of code of the hooks' objects in the archive.  Fails above the bounds
# below; is skipped if fewer than 4 targets were measured, and names what the others lack.
set -eu
runtime=$1 root=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fails=0 targets=0
flags="-O1 -fno-optimize-sibling-calls -fno-builtin -Wall -Wextra -I$root/include"
semihost="--specs=picolibc.specs --oslib=semihost --crt0=hosted"
m="-nographic -monitor none -serial none -semihosting-config enable=on,target=native -kernel"

over() { # over TARGET WHAT NUMBER BOUND
	if [ "$3" -gt "$4" ]; then
		echo "stack_size.sh: $1: $2 takes $3 bytes, the bound is $4" >&2
		fails=$((fails + 1))
	fi
}

# check TARGET ARCHIVE SIZE PC CMP SWITCH UNIQUE...: stack bounds; rows are in $dir/out
check() {
	target=$1 archive=$2 size=$3
	shift 3
	targets=$((targets + 1))
	text=$("$size" "$archive" | awk '$6 ~ /^hook_(pc|cmp|switch)/ { n[$6] += $1 }
		END { print n["hook_pc.o"] + n["hook_pc.c.o"], n["hook_cmp.o"] + n["hook_cmp.c.o"],
			n["hook_switch.o"] + n["hook_switch.c.o"] }')
	echo "$target: stack $(sed 's/^stack //' "$dir/out" | tr '\n' ',' | sed 's/,$//; s/,/, /g'); code pc $(echo "$text" | sed 's/ /, cmp /; s/ \([0-9]*\)$/, switch \1/')"
	for what in pc cmp switch "mode 2" "mode 4" "mode 8"; do
		n=$(sed -n "s/^stack $what \([0-9]*\)$/\1/p" "$dir/out")
		[ $# -gt 0 ] || break
		over "$target" "stack of $what" "${n:-0}" "$1"
		shift
	done
}

code() { # code TARGET PC CMP SWITCH: bounds of the code, in the order of $text
	# shellcheck disable=SC2086
	set -- "$@" $text
	over "$1" "code of hook_pc" "$5" "$2"
	over "$1" "code of hook_cmp" "$6" "$3"
	over "$1" "code of hook_switch" "$7" "$4"
}

bare() { # bare CC FLAGS ARCHIVE LINKFLAGS QEMU...
	cc=$1 target_flags=$2 archive=$3 link=$4
	shift 4
	# shellcheck disable=SC2086
	$cc $target_flags $semihost $link $flags "$root/test/runtime/stack_main.c" "$archive" \
		-o "$dir/image"
	# shellcheck disable=SC2086
	"$@" $m "$dir/image" </dev/null >"$dir/out" 2>&1
}

lacks() { # lacks WHAT
	echo "missing: $1"
	return 1
}
has() { # has PROGRAM...
	for program; do
		command -v "$program" >/dev/null 2>&1 || lacks "$program" || return
	done
}
built() { # built MACHINE: the archives for it
	[ -d "$runtime/$1" ] || lacks "the runtime for $1"
}
picolibc() { # picolibc CC: it has that C library
	$1 --specs=picolibc.specs -E -x c /dev/null >/dev/null 2>&1 || lacks "picolibc for $1"
}
multi() { echo "$runtime/$2/$($1 $3 -print-multi-directory)"; }

# The host.
"${CC:-cc}" $flags "$root/test/runtime/stack_main.c" "$runtime/host/libanycov.a" -o "$dir/host" -pthread -ldl
"$dir/host" >"$dir/out"
check "$(uname -m)" "$runtime/host/libanycov.a" size 8 16 32
[ "$(uname -m)" != x86_64 ] || code x86_64 220 700 240

if has aarch64-linux-gnu-gcc-12 qemu-aarch64; then
	r=$root/runtime
	"$r/build-host.sh" "$r" "$dir/a64" aarch64-linux-gnu-ar aarch64-linux-gnu-gcc-12
	# shellcheck disable=SC2086
	aarch64-linux-gnu-gcc-12 -static $flags "$root/test/runtime/stack_main.c" \
		"$dir/a64/libanycov.a" -o "$dir/image" -pthread -ldl 2>"$dir/log" || {
		cat "$dir/log" >&2
		exit 1
	}
	qemu-aarch64 "$dir/image" >"$dir/out"
	check aarch64 "$dir/a64/libanycov.a" aarch64-linux-gnu-size 16 16 32
	code aarch64 560 1340 340
fi

if built arm-none-eabi && has qemu-system-arm && picolibc arm-none-eabi-gcc; then
	link="-Wl,--defsym=__flash=0 -Wl,--defsym=__flash_size=0x400000 -Wl,--defsym=__ram=0x20000000
		-Wl,--defsym=__ram_size=0x10000 -Wl,--defsym=__stack_size=0x1000"
	for cpu in cortex-m3 cortex-m0; do
		at=$(multi arm-none-eabi-gcc arm-none-eabi "-mcpu=$cpu -mthumb")
		bare arm-none-eabi-gcc "-mcpu=$cpu -mthumb" "$at/libanycov-full.a" "$link" \
			qemu-system-arm -M mps2-an385
		check "$cpu, all modes" "$at/libanycov-full.a" arm-none-eabi-size 16 32 64 72 336 296
		bare arm-none-eabi-gcc "-mcpu=$cpu -mthumb" "$at/libanycov.a" "$link" \
			qemu-system-arm -M mps2-an385
		check "$cpu" "$at/libanycov.a" arm-none-eabi-size 16 32 72
		if [ $cpu = cortex-m3 ]; then code $cpu 220 700 230; else code $cpu 290 850 250; fi
	done
fi

if built riscv64-unknown-elf && has qemu-system-riscv32 && picolibc riscv64-unknown-elf-gcc; then
	link="-Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x80000
		-Wl,--defsym=__ram=0x80080000 -Wl,--defsym=__ram_size=0x40000
		-Wl,--defsym=__stack_size=0x1000"
	for bits in 32 64; do
		abi=ilp32
		[ $bits = 32 ] || abi=lp64
		how="-march=rv${bits}imac -mabi=$abi -mcmodel=medany"
		at=$(multi riscv64-unknown-elf-gcc riscv64-unknown-elf "$how")
		bare riscv64-unknown-elf-gcc "$how" "$at/libanycov-full.a" "$link" \
			qemu-system-riscv$bits -M virt -bios none
		check "rv${bits}imac, all modes" "$at/libanycov-full.a" riscv64-unknown-elf-size \
			8 24 104 16 352 320
		bare riscv64-unknown-elf-gcc "$how" "$at/libanycov.a" "$link" \
			qemu-system-riscv$bits -M virt -bios none
		check "rv${bits}imac" "$at/libanycov.a" riscv64-unknown-elf-size 8 24 32
		code "rv${bits}imac" 220 900 240
	done
fi

if has avr-gcc; then
	r=$root/runtime
	(
		cd "$dir"
		for f in pc cmp switch; do
			avr-gcc -mmcu=atmega328p -std=gnu11 -O2 -ffreestanding -fno-builtin -fstack-usage \
				-DANYCOV_PORT_BASIC_MODES -I"$r/port/baremetal" -I"$r" -I"$root/include" \
				-c "$r/hooks/hook_$f.c"
		done
		avr-ar rc avr.a hook_pc.o hook_cmp.o hook_switch.o
	)
	for f in pc cmp switch; do
		echo "stack $f $(awk '{ if ($2 > n) n = $2 } END { print n + 0 }' "$dir/hook_$f.su")"
	done >"$dir/out"
	check "avr (by the compiler)" "$dir/avr.a" avr-size 4 28 40
	code avr 410 2050 560
fi

echo "stack_size.sh: $targets targets, $fails above a bound"
test $fails = 0
[ $targets -ge 4 ] || exit 77
