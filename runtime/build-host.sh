#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Builds the archives of the host runtime with a cross compiler, as CMakeLists.txt does for the
# machine of the build: libanycov-full.a (programs), libanycov.so and anycov-begin.o (shared
# libraries), libanycov.a and libanycov-pic.a (PC and CMP modes only), and where processor and
# kernel allow anycov-set*.o (flags).
#
#   CORE="FILE..." COLD="FILE..." build-host.sh SOURCE OUT AR CC [FLAG...]    OUT/libanycov*.a
#
# SOURCE is the directory runtime/, CORE and COLD are CMakeLists.txt's lists of sources; without
# them only the objects of flags are built.
set -eu

src=$1 out=$2 ar=$3
shift 3
mkdir -p "$out"
tmp=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$tmp"' EXIT INT TERM

include="-I $src/port/host -I $src -I $src/../include"
flags="-std=gnu11 -g -O2 -fPIC -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
	-Werror $include"
core="-ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables"
lean=
case $("$@" -dM -E -x c /dev/null) in
*__ILP32__*) ;;
*__x86_64__* | *__aarch64__*) lean=-DANYCOV_LEAN=1 ;;
esac

compile()
{
	# shellcheck disable=SC2086
	"$@" $flags
}

compile_kind() # compile_kind KIND COMPILER...
{
	kind=$1
	shift
	mkdir "$tmp/$kind"
	modes=
	core_sources=$CORE
	cold_sources=$COLD
	if [ $kind = full ]; then
		modes=-DANYCOV_PORT_UNIQUE_MODES=1
		core_sources="$CORE unique_slow.c"
		cold_sources="$COLD port/host/unique.c"
	fi
	for file in $core_sources; do
		# Functions that a lean hook calls must change no register that it does not save.
		general=
		case $lean,$file in
		?*,hook_pc.c | ?*,unique_slow.c) general=-mgeneral-regs-only ;;
		esac
		# shellcheck disable=SC2086
		compile "$@" -c "$src/$file" -o "$tmp/$kind/$(basename "$file" .c).o" $core $lean \
			$general $modes
	done
	# Calls that do not return: one object, whose other names are local to it.
	if [ "$lean" ]; then
		mkdir "$tmp/$kind/cuts"
		for file in cuts set_find set_loaded set_leave set_watch set_refer set_cuts \
			set_cancel set_point set_unwind set_frame; do
			# shellcheck disable=SC2086
			compile "$@" -c "$src/port/host/$file.c" -o "$tmp/$kind/cuts/$file.o" \
				$set_flags -DSET_OF_DUMPS
		done
		"$@" -r -nostdlib "$tmp/$kind/cuts"/*.o -o "$tmp/$kind/host_cuts.o"
		"$("$1" -print-prog-name=objcopy)" --wildcard --keep-global-symbol='host_cuts_*' \
			"$tmp/$kind/host_cuts.o"
	fi
	for file in $cold_sources; do
		# port.c is a name of the core, too, on other ports.
		compile "$@" -c "$src/$file" -o "$tmp/$kind/host_$(basename "$file" .c).o" \
			-fvisibility=hidden $modes
	done
}

# archive NAME KIND DEFINITION: the objects of KIND, with the lean hook that DEFINITION selects
archive()
{
	mkdir -p "$tmp/archive$1"
	cp "$tmp/$2"/*.o "$tmp/archive$1"
	# shellcheck disable=SC2086
	[ -z "$lean" ] || "$cc" $cc_flags -g -fPIC $include $3 -c "$src/hook_lean.S" \
		-o "$tmp/archive$1/hook_lean.o"
	"$ar" rcD "$tmp/libanycov$1.a" "$tmp/archive$1"/*.o
}

# The objects of flags (set.h), for the processors whose system calls set_sys.h has.
set_objects()
{
	objcopy=$("$@" -print-prog-name=objcopy)
	mkdir "$tmp/set"
	for file in start find file image map copy traps loaded leave watch cancel point refer cuts unwind frame api memory pages signals directory; do
		# shellcheck disable=SC2086
		compile "$@" -c "$src/port/host/set_$file.c" -o "$tmp/set/$file.o" \
			$set_flags
	done
	for part in pages signals directory; do
		mv "$tmp/set/$part.o" "$tmp/anycov-set-$part.o"
		"$objcopy" --strip-debug "$tmp/anycov-set-$part.o"
	done
	"$@" -r -nostdlib "$tmp"/set/*.o -o "$tmp/anycov-set.o"
	"$objcopy" --strip-debug --keep-global-symbol=anycov_set_state \
		--keep-global-symbol=anycov_set_reset --keep-global-symbol=anycov_set_snapshot \
		"$tmp/anycov-set.o"
	mv -f "$tmp"/anycov-set*.o "$out"
}
# Atomics without libgcc.
atomics=
! "$@" -mno-outline-atomics -E -x c /dev/null >/dev/null 2>&1 || atomics=-mno-outline-atomics
set_flags="-Os -ffreestanding -fno-builtin -fno-stack-protector -fvisibility=hidden -fno-lto
	-fasynchronous-unwind-tables -D_GNU_SOURCE= $atomics"
case $("$@" -dM -E -x c /dev/null) in
*__ILP32__*) ;;
*__x86_64__* | *__aarch64__* | *"__riscv_xlen 64"* | *__s390x__* | *__powerpc64__*) set_objects "$@" ;;
esac

[ "${CORE-}" ] || exit 0
compile_kind plain "$@"
compile_kind full "$@"
cc=$1
shift
cc_flags=$*
archive "" plain -DANYCOV_LEAN_LOCAL_EXEC
archive -pic plain ""
archive -full full -DANYCOV_PORT_UNIQUE_MODES=1
# shellcheck disable=SC2086
"$cc" $cc_flags -shared -Wl,-soname,libanycov.so -Wl,-z,defs -Wl,-z,now -Wl,-z,nodelete \
	"$tmp/archive-full"/*.o -o "$tmp/libanycov.so" -lpthread -ldl
cp "$tmp/full/host_begin.o" "$tmp/anycov-begin.o"
$("$cc" -print-prog-name=objcopy) --strip-debug "$tmp/anycov-begin.o"
mv -f "$tmp/libanycov.so" "$tmp/anycov-begin.o" "$out"
for name in "" -pic -full; do
	mv -f "$tmp/libanycov$name.a" "$out/libanycov$name.a"
done
