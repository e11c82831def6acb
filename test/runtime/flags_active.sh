#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# flags_active.sh ANYCOV SOURCE CC LINKFLAGS -- FLAGS  What follows a call in its block is covered
# only if the call returned: not if a task of firmware waits in it while the memory is copied.
set -eu
anycov=$1 source=$2 cc=$3 link=$4
shift 5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail()
{
	echo "flags_active.sh: $*" >&2
	exit 1
}

. "${0%/*}/picolibc.sh"
ram=$(echo "$link" | sed 's/.*__ram=\([0-9a-fx]*\).*/\1/')
# shellcheck disable=SC2086
$cc "$@" $specs -O1 -DCLIENT -DRAM="$ram" -DRAM_BYTES=8192 -c "$source" -o client.o

# The state of the only line with this text: covered, not covered (0) or unknown (not in lcov).
line() # WANT TEXT
{
	number=$(grep -n "$2" "$source" | cut -d: -f1)
	count=$(sed -n "s/^DA:$number,//p" lcov.info)
	case $count in
	'') state=unknown ;;
	0) state="not covered" ;;
	*) state=covered ;;
	esac
	[ "$state" = "$1" ] || fail "$level $prune: '$2' is $state, not $1: $(cat text)"
}

for level in -O0 -Os; do for prune in lossless none; do
	# shellcheck disable=SC2046,SC2086
	$cc "$@" $specs $level -g $("$anycov" flags --cc "$cc" --firmware --coverage flags --prune $prune) \
		-c "$source" -o flags.o
	# shellcheck disable=SC2086
	$cc "$@" $specs $link client.o flags.o -o image.elf
	timeout 30 qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel image.elf </dev/null
	"$anycov" report --image image.elf --memory "ram.bin@$ram" --lcov lcov.info >text
	line covered "/\* returned"
	line covered "	wait();"
	line "not covered" "/\* waits"
	line "not covered" "/\* never"
done; done
