#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# filter.sh RUNTIME SOURCE INCLUDE CC MACHINE QEMU LINKFLAGS -- FLAGS: runs SOURCE (filter_main.c) with
# both archives of a bare-metal target.  QEMU counts instructions as time, so that an interrupt comes at
# each of a hook.  Exit status 77: a tool is missing.
set -eu
runtime=$1 source=$2 include=$3 cc=$4 machine=$5 qemu=$6 link=$7
shift 8
. "${0%/*}/picolibc.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
multi=$("$cc" "$@" -print-multi-directory)
for archive in full full-lean; do
	# shellcheck disable=SC2086
	"$cc" "$@" -O1 -I"$include" $specs $link "$source" \
		"$runtime/$machine/$multi/libanycov-$archive.a" -o "$dir/a.elf"
	status=0
	# shellcheck disable=SC2086
	timeout 60 $qemu -icount shift=3 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$dir/a.elf" </dev/null || status=$?
	if [ "$status" != 0 ]; then
		echo "filter.sh: $machine $multi $archive: status $status" >&2
		exit 1
	fi
done
