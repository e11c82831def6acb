#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Builds the archives of the host runtime with a cross compiler, as CMakeLists.txt does for the
# machine of the build: libanycov-full.a (programs), libanycov.so and anycov-begin.o (shared
# libraries), libanycov.a and libanycov-pic.a (PC and CMP modes only), and where processor and
# kernel allow anycov-flags-*.o and libanycov-flags.a (flags).
#
#   build-host.sh [--flags | --kcov] SOURCE OUT AR CC [FLAG...]    OUT/libanycov*.a
#
# SOURCE is the directory runtime/, whose lists.mk has the sources.  --flags: only the objects of
# flags; --kcov: libanycov-kcov.so, too.  WERROR= (empty): warnings are none.
set -eu

what=
case $1 in
--*)
	what=${1#--}
	shift
	;;
esac
src=$1 out=$2 ar=$3
shift 3
mkdir -p "$out"
tmp=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$tmp"' EXIT INT TERM

list() # list NAME: its words in lists.mk
{
	sed -n "s/^$1 [:+]= //p" "$src/lists.mk" | tr '\n' ' '
}
include="-I $src/port/host -I $src -I $src/../include"
flags="-std=gnu11 -g -fPIC -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
	${WERROR--Werror} $include"
core_flags=$(list core_flags)
general_sources=$(list general_sources)
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

# compile_core DIRECTORY MODES FILES COMPILER...
compile_core()
{
	directory=$1 modes=$2 files=$3
	shift 3
	for file in $files; do
		general=
		case "$lean $general_sources " in
		-*" $file "*) general=-mgeneral-regs-only ;;
		esac
		# shellcheck disable=SC2086
		compile "$@" -c "$src/$file" -o "$directory/$(basename "$file" .c).o" $core_flags \
			$lean $general $modes
	done
}

# compile_cold DIRECTORY FLAGS FILES COMPILER...
compile_cold()
{
	directory=$1 cold_flags=$2 files=$3
	shift 3
	for file in $files; do
		# port.c is a name of the core, too, on other ports.
		# shellcheck disable=SC2086
		compile "$@" -c "$src/$file" -o "$directory/host_$(basename "$file" .c).o" \
			-O2 -fvisibility=hidden $cold_flags
	done
}

# objects NAME KIND DEFINITION: the objects of KIND, with the lean hook that DEFINITION selects
objects()
{
	mkdir "$tmp/objects$1"
	cp "$tmp/$2"/*.o "$tmp/objects$1"
	# shellcheck disable=SC2086
	[ -z "$lean" ] || "$cc" $cc_flags -g -fPIC $include $3 -c "$src/hooks/hook_lean.S" \
		-o "$tmp/objects$1/hook_lean.o"
}

archive() # archive NAME KIND DEFINITION
{
	objects "$@"
	"$ar" rcD "$tmp/libanycov$1.a" "$tmp/objects$1"/*.o
}

shared() # shared NAME OBJECTS FLAG...
{
	so=libanycov$1.so
	objects=$tmp/objects$2
	shift 2
	# shellcheck disable=SC2086
	"$cc" $cc_flags -shared -Wl,-soname,"$so" -Wl,-z,defs -Wl,-z,now "$@" "$objects"/*.o \
		-o "$tmp/$so" -lpthread -ldl
}

# The objects of flags (flags/flags.h), for the processors whose system calls flags/sys.h has.
flags_objects()
{
	objcopy=$("$@" -print-prog-name=objcopy)
	flags_flags=$(list flags_flags)
	for flag in $(list flags_flags_tried); do
		! "$@" "$flag" -S -x c /dev/null -o /dev/null >/dev/null 2>&1 ||
			flags_flags="$flags_flags $flag"
	done
	for object in $(list flags_objects); do
		mkdir "$tmp/$object"
		for file in $(list "flags_${object}_sources"); do
			# shellcheck disable=SC2086
			compile "$@" -c "$src/$file" -o "$tmp/$object/$(basename "$file" .c).o" $flags_flags
		done
		"$@" -r -nostdlib "$tmp/$object"/*.o -o "$tmp/anycov-flags-$object.o"
		case $(list "flags_${object}_sources") in
		*.c\ *.c*) "$objcopy" --wildcard --keep-global-symbol='anycov_*' \
			--keep-global-symbol='__gcov_*' --keep-global-symbol='__llvm_profile_*' "$tmp/anycov-flags-$object.o" ;;
		esac
		"$objcopy" --strip-debug "$tmp/anycov-flags-$object.o"
	done
	"$ar" rcD "$tmp/libanycov-flags.a" "$tmp/anycov-flags-api.o"
	"$ar" rcD "$tmp/libanycov-flags-gcov.a" "$tmp/anycov-flags-gcov.o"
	mv -f "$tmp"/anycov-flags-*.o "$tmp"/libanycov-flags*.a "$out"
}
case $("$@" -dM -E -x c /dev/null) in
*__ILP32__*) ;;
*__x86_64__* | *__aarch64__* | *"__riscv_xlen 64"* | *__s390x__* | *__powerpc64__*) flags_objects "$@" ;;
esac

[ "$what" != flags ] || exit 0
core=$(list core_sources) cold=$(list host_sources)
unique=-DANYCOV_PORT_UNIQUE_MODES=1
mkdir "$tmp/plain" "$tmp/full"
compile_core "$tmp/plain" '' "$core" "$@"
compile_cold "$tmp/plain" '' "$cold" "$@"
compile_core "$tmp/full" $unique "$core $(list full_core_sources)" "$@"
if [ "$what" = kcov ]; then
	cp -r "$tmp/full" "$tmp/kcov"
	compile_cold "$tmp/kcov" "$unique $(list kcov_flags)" "$(list kcov_sources)" "$@"
fi
compile_cold "$tmp/full" $unique "$cold $(list full_sources)" "$@"
cc=$1
shift
cc_flags=$*
archive "" plain -DANYCOV_LEAN_LOCAL_EXEC
archive -pic plain ""
archive -full full $unique
shared "" -full -Wl,-z,nodelete
if [ "$what" = kcov ]; then
	objects -kcov kcov $unique
	shared -kcov -kcov
fi
cp "$tmp/full/host_begin.o" "$tmp/anycov-begin.o"
$("$cc" -print-prog-name=objcopy) --strip-debug "$tmp/anycov-begin.o"
mv -f "$tmp"/libanycov* "$tmp/anycov-begin.o" "$out"
