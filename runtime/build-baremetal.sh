#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Builds the archives of the bare-metal port with one compiler: libanycov.a (PC and CMP modes,
# smallest) and libanycov-full.a (every mode); for processors with lean hooks (hook_lean.S)
# also libanycov-lean.a and libanycov-full-lean.a.
#
#   build-baremetal.sh SOURCE OUT AR CC [FLAG...]        OUT/libanycov*.a
#   build-baremetal.sh --multilib SOURCE OUT AR CC       for each line of CC -print-multi-lib:
#                                                        OUT/<multilib directory>/libanycov*.a
#
# SOURCE is the directory runtime/; JOBS (default 2) limits the number of compilers running at
# once.  If a file of a multilib does not compile, the build fails; with ANYCOV_STEP and ANYCOV_MODE
# (the build's cmake/archive-step) that multilib may be left out.
set -eu

multilib=
if [ "$1" = --multilib ]; then
	multilib=1
	shift
fi
src=$1 out=$2 ar=$3
shift 3
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

if [ -n "$multilib" ]; then
	cc=$1
	status=0
	# dir;@flag@flag -> one line "dir flag flag" for each archive.
	# shellcheck disable=SC1007,SC2097,SC2098 # the inner script is to run one job, xargs all
	"$cc" -print-multi-lib | sed 's/;/ /; s/@/ -/g; s/ *$//' | JOBS= xargs -P "${JOBS:-2}" -L 1 \
		sh -c 'self=$1 src=$2 out=$3 ar=$4 cc=$5 dir=$6; shift 6
			[ "$dir" = . ] || out=$out/$dir
			exec ${ANYCOV_STEP:+"$ANYCOV_STEP" "$ANYCOV_MODE" "$out"} "$self" "$src" "$out" "$ar" "$cc" "$@"' \
		sh "$self" "$src" "$out" "$ar" "$cc" || status=$?
	# The stamp of the first is that of all.
	[ -z "${ANYCOV_STEP-}" ] || [ -z "$(find "$out" -name skipped)" ] || rm -f "$out/stamp"
	exit $status
fi

mkdir -p "$out"
tmp=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$tmp"' EXIT INT TERM

cache=$(command -v ccache || true)
flags="-std=gnu11 -g -ffreestanding -fno-stack-protector -fno-common -ffunction-sections
	-fdata-sections -fno-builtin -fno-asynchronous-unwind-tables -Wall -Wextra -Wshadow
	-Wstrict-prototypes -Wmissing-prototypes -Werror"
macros=$("$@" -dM -E -x c /dev/null)
case $macros in
*__aarch64__*) flags="$flags -mgeneral-regs-only -mno-outline-atomics" ;;
*"__riscv_xlen 64"*) flags="$flags -mcmodel=medany" ;; # unlike medlow, links at any address
*__AVR_3_BYTE_PC__*) flags="$flags -w" ;; # the third byte of a PC is lost: docs/abi.md
esac
# GCC's hooks read the link register, so their code must not use it for anything else.
link=
case $("$@" -dM -E -x c /dev/null) in
*__clang__*) link=-fomit-frame-pointer ;;
*__arm__*) link="-ffixed-lr -DANYCOV_FIXED_LINK" ;;
*"__riscv "*) link="-ffixed-ra -DANYCOV_FIXED_LINK" ;;
esac

# RISC-V's E base and 32-bit pointers on 64-bit processors have no lean hooks.
lean=
case $macros in
*__riscv_e\ * | *__riscv_32e\ *) ;;
*__ILP32__*__aarch64__* | *__aarch64__*__ILP32__*) ;;
*__ILP32__*__x86_64__* | *__x86_64__*__ILP32__*) ;;
*__x86_64__* | *__aarch64__* | *__arm__* | *__riscv\ *) lean=lean ;;
esac

kinds="plain full"
# Of several cores there is one archive: lean hooks find one context, and libanycov.a no interrupts.
case " $* " in *" -DANYCOV_PORT_CORES="*) lean='' kinds=full ;; esac

port=port/baremetal
# Files that depend on the layout of the context, built twice; the others are in both archives.
for file in hooks/hook_pc hooks/hook_cmp hooks/hook_switch hooks/hook_float hooks/dump_write $port/port $port/contexts \
	$port/persistent $port/port_buffer $port/start $port/guard $port/code_sums; do
	for kind in $kinds; do
		echo "$kind $file"
	done
done >"$tmp/list"
{
	echo "full hooks/unique_slow"
	for file in hooks/hook_data hooks/hook_init $port/inline_coverage $port/dump_text $port/semihost \
		$port/keep_flags; do
		echo "both $file"
	done
	echo "area $port/area_default"
	echo "area $port/area_linker"
} >>"$tmp/list"
if [ -n "$lean" ]; then
	lean="lean full-lean"
	for kind in $lean; do
		echo "$kind hooks/hook_lean"
		echo "$kind hooks/hook_pc"
	done
	echo "full-lean hooks/unique_slow"
fi >>"$tmp/list"
mkdir "$tmp/area" "$tmp/plain" "$tmp/full" "$tmp/both" "$tmp/lean" "$tmp/full-lean"
# Functions that a lean hook calls must change no register that it does not save.
general=
case $macros in
*__arm__*__VFP_FP__*) case $macros in *__SOFTFP__*) ;; *) general=-mgeneral-regs-only ;; esac ;;
esac

while read -r kind file; do
	case "$file $flags" in
	hooks/hook_float*-mgeneral-regs-only*) continue ;; # no floating-point registers
	esac
	case $file in
	hooks/hook_pc | */guard) speed="-Os $link" ;; # as fast as -O2 here, and a third smaller
	hooks/hook_* | hooks/unique_slow) speed=-O2 ;;
	*) speed=-Os ;;
	esac
	case $kind in
	plain) plain=-DANYCOV_PORT_BASIC_MODES ;;
	lean) plain="-DANYCOV_PORT_BASIC_MODES -DANYCOV_LEAN=1" ;;
	full-lean)
		plain="-DANYCOV_LEAN=1 $general"
		[ "$file" != hooks/hook_pc ] || speed=-Os # its C half makes calls: no register is reserved
		;;
	*) plain= ;;
	esac
	# In an image built by GCC before 10 its own array is a common symbol, and a linker
	# would replace that by a defined one.
	case $file in
	*/area_default) plain="$plain -fcommon" ;;
	esac
	source=$file.c
	[ "$file" != hooks/hook_lean ] || source=$file.S
	# shellcheck disable=SC2086
	$cache "$@" $flags $plain $speed -I "$src/port/baremetal" -I "$src" -I "$src/../include" \
		-c "$src/$source" -o "$tmp/$kind/$(basename "$file").o"
done <"$tmp/list"
for object in "$tmp"/plain/*.o; do # the rest of lean is as in plain
	[ "$kinds" != full ] || break
	[ -e "$tmp/lean/$(basename "$object")" ] || cp "$object" "$tmp/lean"
done
for object in "$tmp"/full/*.o; do
	[ -e "$tmp/full-lean/$(basename "$object")" ] || cp "$object" "$tmp/full-lean"
done
for kind in $kinds $lean; do
	name=libanycov-$kind.a
	[ $kind != plain ] || name=libanycov.a
	# What needs a buffer, start.o, follows persistent.o and port_buffer.o: these are linked before
	# area_default.o, the first one with a buffer, is looked for.
	"$ar" rcD "$tmp/$name" "$tmp"/area/*.o "$tmp/$kind"/*.o "$tmp"/both/*.o
	mv -f "$tmp/$name" "$out/$name"
done
