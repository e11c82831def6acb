#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Assembles the text of a map with every installed assembler and compares the bytes with
# the definition of the format.
#
#   assemblers.sh TOOL REQUIRED... -- CLANG...
#
# TOOL is map_asm_tool.  A missing REQUIRED assembler is a failure; others are optional.
# Each CLANG is tested for each of its targets.
set -eu
tool=$1
shift
required=
while [ "$1" != -- ]; do
	required="$required $1"
	shift
done
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tried=0

# GNU objcopy reads all ELF files only if it was built so; LLVM's always does.
dump() {
	for objcopy in llvm-objcopy $(ls /usr/lib/llvm-*/bin/llvm-objcopy 2>/dev/null) objcopy; do
		if "$objcopy" --dump-section ".anycov_map=$2" "$1" "$dir/x.o" 2>/dev/null; then
			return 0
		fi
	done
	return 1
}

# check NAME ADDR_BYTES COMMAND...
check() {
	name=$1 bytes=$2
	shift 2
	tried=$((tried + 1))
	for group in "" '_ZN1a$b' 'odd name' '?'; do
		# shellcheck disable=SC2086
		"$tool" text "$bytes" ${group:+"$group"} >"$dir/a.s"
		if ! "$@" -o "$dir/a.o" "$dir/a.s" 2>"$dir/err"; then
			echo "$name: does not assemble with group '$group':" >&2
			head -5 "$dir/err" >&2
			exit 1
		fi
	done
	"$tool" text "$bytes" >"$dir/a.s"
	"$@" -o "$dir/a.o" "$dir/a.s" 2>"$dir/err"
	dump "$dir/a.o" "$dir/map.bin" || { echo "$name: no section .anycov_map" >&2; exit 1; }
	"$tool" check "$bytes" "$dir/map.bin" || { echo "$name: wrong bytes" >&2; exit 1; }
	echo "$name: right"
}

for as in as i686-linux-gnu-as arm-linux-gnueabihf-as arm-none-eabi-as aarch64-linux-gnu-as \
	riscv64-unknown-elf-as avr-as xtensa-lx106-elf-as; do
	if ! command -v "$as" >/dev/null; then
		case " $required " in *" $as "*)
			echo "$as: missing, but required" >&2
			exit 1
		esac
		echo "missing: $as"
		continue
	fi
	case $as in
	as | aarch64-*) check "$as" 8 "$as" ;;
	riscv64-*)
		check "$as" 8 "$as"
		check "$as rv32" 4 "$as" -march=rv32imac -mabi=ilp32
		;;
	*) check "$as" 4 "$as" ;;
	esac
	if [ "$as" = as ]; then
		check "as --32" 4 as --32
	fi
	if [ "$as" = arm-none-eabi-as ]; then
		check "$as thumb" 4 "$as" -mthumb -mcpu=cortex-m3
	fi
done
for clang; do
	for target in 8:x86_64-linux-gnu 4:i686-linux-gnu 8:aarch64-linux-gnu 4:armv7-none-eabi \
		4:thumbv7m-none-eabi 8:riscv64-unknown-elf 4:riscv32-unknown-elf 4:avr; do
		check "$clang ${target#*:}" "${target%%:*}" "$clang" --target="${target#*:}" -c -x assembler
	done
done
[ "$tried" -gt 0 ]
