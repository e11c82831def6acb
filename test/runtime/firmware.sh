#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# firmware.sh RUNTIME DUMPCHECK SOURCE INCLUDE CC MACHINE QEMU LINKFLAGS -- FLAGS Builds SOURCE
# with the compiler's own instrumentation and the archive that its flags select, runs it in
# QEMU, and reads the dumps: every PC must be the address after a hook call in the image's
# disassembly.
set -eu
runtime=$1 check=$2 source=$3 include=$4 cc=$5 machine=$6 qemu=$7 link=$8
shift 9
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

multi=$($cc "$@" -print-multi-directory)
archive=$runtime/$machine/$multi/libanycov.a
. "${0%/*}/picolibc.sh"
# shellcheck disable=SC2086
$cc "$@" $specs -Os -g -fsanitize-coverage=trace-pc,trace-cmp -I "$include" -c "$source" -o main.o
# shellcheck disable=SC2086
$cc "$@" $specs $link main.o "$archive" -o image.elf
# shellcheck disable=SC2086
$qemu -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
	-kernel image.elf </dev/null
for f in pc cmp; do
	"$check" $f.dump
done
"$check" pc.dump | grep -q '^PC   n=[1-9]'
"$check" cmp.dump | grep -q '^CMP  n=[1-9]'

# The address after each call of the hook, from the disassembly.
"${cc%gcc}objdump" -d image.elf | awk '
	/^ *[0-9a-f]+:/ { if (call) { sub(":", "", $1); print $1; call = 0 } }
	/<__sanitizer_cov_trace_pc>$/ && !/^[0-9a-f]+ </ { call = 1 }' | sort >calls
word=$("$check" pc.dump | sed -n 's/HEAD word=\([0-9]*\).*/\1/p')
n=$("$check" pc.dump | sed -n 's/^PC   n=\([0-9]*\).*/\1/p')
od -An -v -t "x$word" -w"$word" -j 32 -N $((n * word)) pc.dump |
	sed 's/^ *0*//' | sort -u >pcs
missing=$(sort -u calls | sed 's/^0*//' | sort | comm -13 - pcs)
if [ -n "$missing" ]; then
	echo "firmware.sh: not after a hook call: $missing" >&2
	exit 1
fi
echo "firmware.sh: $machine $multi: $n records, $(wc -l <pcs) addresses, all after hook calls"
