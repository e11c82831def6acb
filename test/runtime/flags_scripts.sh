#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_scripts.sh ANYCOV TOP CC  On a Cortex-M3, with the linker scripts of picolibc and newlib
# and one as vendors write them: a PNG decoder with flags, bool flags or counters prints what
# it prints without, so that these overlap neither heap nor data; the flags are in .data, and
# the report from a copy of RAM equals that from records.
set -eu
anycov=$1 top=$2 cc=$3
here=$(dirname "$0")
case $here in
/*) ;;
*) here=$PWD/$here ;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "flags_scripts.sh: $*" >&2
	exit 1
}

missing()
{
	echo "missing: $*"
	exit 77
}

png=/usr/share/icons/hicolor/32x32/apps/qemu_32x32.png
[ -r $png ] || missing "$png (qemu-system-common or qemu-system-gui)"
[ -d /usr/include/stb ] || missing "libstb-dev"
command -v qemu-system-arm >/dev/null || missing "qemu-system-arm"
cp $png image.png
mkdir include
ln -s /usr/include/stb include/stb
machine="-mcpu=cortex-m3 -mthumb"

layout() # NAME: sets libc, link, objects of the program, ram, ram_bytes
{
	objects='' ram=0x20000000 ram_bytes=0x4000
	case $1 in
	picolibc)
		libc="--specs=picolibc.specs --oslib=semihost --crt0=hosted"
		link="-Wl,--defsym=__flash=0 -Wl,--defsym=__flash_size=0x400000 -Wl,--defsym=__ram=0x20000000 -Wl,--defsym=__ram_size=0x400000 -Wl,--defsym=__stack_size=0x4000"
		;;
	newlib)
		# Everything is in RAM from 0x8000 on.
		libc="--specs=rdimon.specs"
		link="-Wl,--section-start=.vectors=0" objects=vectors.o ram=0x8000 ram_bytes=0x20000
		;;
	vendor)
		libc="--specs=rdimon.specs -nostartfiles"
		link="-T $here/vendor.ld -Wl,--gc-sections" objects=vendor.o
		;;
	esac
	# shellcheck disable=SC2086
	$cc $libc -include stdio.h -E -x c /dev/null >/dev/null 2>&1
}

build() # OUT DECODER
{
	# shellcheck disable=SC2086
	$cc $machine $libc $link "$2" png.o $objects -lm -o "$1" 2>err ||
		fail "$name, $1: $(cat err)"
}

run_image() # IMAGE
{
	timeout 60 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" </dev/null 2>&1 | tr -d '\r'
}

compile() # OUT FLAG...
{
	out=$1
	shift
	# shellcheck disable=SC2086
	$cc $machine $libc -Os -g -w -ffunction-sections -Iinclude "$@" -c "$top/examples/png/decode.c" -o "$out"
}

tried=0
for name in picolibc newlib vendor; do
	layout $name || continue
	tried=$((tried + 1))
	# shellcheck disable=SC2086
	$cc $machine $libc -Os -I"$top/examples/png" -DRAM=$ram -DRAM_BYTES=$ram_bytes -c "$here/flags_png.c" -o png.o
	$cc $machine -Os -c "$here/vendor_start.c" -o vendor.o
	$cc $machine -Os -DVECTORS_ONLY -c "$here/vendor_start.c" -o vectors.o
	compile plain.o
	build plain.elf plain.o
	run_image plain.elf >plain.out
	grep -q "32 x 32, 4 channels, checksum" plain.out || fail "$name: $(cat plain.out)"
	for coverage in inline-bool-flag inline-8bit-counters flags; do
		# shellcheck disable=SC2046
		compile $coverage.o $("$anycov" flags --cc "$cc" --firmware --coverage $coverage)
		build $coverage.elf $coverage.o
		run_image $coverage.elf >out
		cmp -s out plain.out || fail "$name, $coverage: $(cat out)"
	done
	# The last image is that with flags.
	"$anycov" report --functions --image flags.elf --memory ram.bin@$ram --lcov lcov.info >text ||
		fail "$name: no report"
	grep -q "^  decode  *[1-9]" text || fail "$name: decode() is not covered: $(cat text)"
	grep "^DA:" lcov.info | grep -v ",0$" | sed 's/,.*//' | sort >covered.$name
	grep -q "^DA:.*,0$" lcov.info || fail "$name: everything is covered"
	cmp -s covered.$name covered.picolibc || [ ! -s covered.picolibc ] || fail "$name: other lines than with picolibc"
	echo "$name: $(wc -l <covered.$name) lines, $(sed -n 's/.*checksum/checksum/p' plain.out)"
done
[ $tried -gt 0 ] || missing "picolibc or newlib for $cc"
# Memory that start-up code did not initialize: everything is unknown.
for fill in '\0' '\1' '\377'; do
	head -c $((ram_bytes)) /dev/zero | tr '\0' "$fill" >ram.bin
	if "$anycov" report --image flags.elf --memory ram.bin@$ram >text 2>err; then
		fail "memory that was never initialized is reported: $(cat text)"
	fi
	grep -q "was not initialized by start-up code" err || fail "$(cat err)"
	[ ! -s text ] || fail "a report of memory that was never initialized"
done
