#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# unique_hits.sh RUNTIME INCLUDE CC MACHINE QEMU LINKFLAGS -- FLAGS: what a hit of unique PCs executes
# on a bare-metal target, counted by QEMU one instruction at a time.  The hook itself finds a PC that
# was recorded before, also when another mode divided the buffer before.  Exit status 77: a tool is
# missing.
set -eu
runtime=$1 include=$2 cc=$3 machine=$4 qemu=$5 link=$6
shift 7
. "${0%/*}/picolibc.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/main.c" <<'C'
#include "anycov/anycov.h"
void __sanitizer_cov_trace_pc(void);
static uint64_t buffer[1000];
static volatile int sink;
void begin_hits(void);
void end_hits(void);
__attribute__((noinline)) void begin_hits(void)
{
	sink = 1;
}
__attribute__((noinline)) void end_hits(void)
{
	sink = 2;
}
#define FIVE(x) x x x x x
static void __attribute__((noinline)) work(void)
{
	FIVE(__sanitizer_cov_trace_pc(); __asm__ volatile("nop");)
}
int main(void)
{
	if (anycov_buffer(buffer, sizeof(buffer)))
		return 1;
	/* Each start divides the same buffer anew. */
	if (anycov_start(KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE))
		return 2;
	work();
	anycov_stop();
	if (anycov_start(KCOV_TRACE_UNIQ_PC))
		return 3;
	work();
	begin_hits();
	work();
	end_hits();
	anycov_stop();
	return anycov_count() == 5 ? 0 : 4;
}
C
cat >"$dir/count.py" <<'END'
import re
import sys

functions = []
for line in open(sys.argv[1] + "/symbols"):
    fields = line.split()
    if len(fields) == 4 and fields[2] in "tT":
        start = int(fields[0], 16) & ~1
        functions.append((start, start + int(fields[1], 16), fields[3]))


def function(address):
    return next((name for start, end, name in functions if start <= address < end), "?")


ran, inside = {}, False
for line in open(sys.argv[1] + "/log"):
    block = re.match(r"Trace [^[]*\[[0-9a-f]*/([0-9a-f]*)/", line)
    if not block:
        continue
    name = function(int(block[1], 16) & ~1)
    if name in ("begin_hits", "end_hits"):
        inside = name == "begin_hits"
    elif inside and name not in ("main", "work"):
        ran[name] = ran.get(name, 0) + 1
print("%s: a hit takes %d instructions" % (sys.argv[2], sum(ran.values()) / 5))
if set(ran) != {"__sanitizer_cov_trace_pc"}:
    sys.exit("hits run %s, not only the hook" % sorted(ran))
END
step=-singlestep # until QEMU 8.1
! ${qemu%% *} -help | grep -q -e one-insn-per-tb || step="-accel tcg,one-insn-per-tb=on"
multi=$("$cc" "$@" -print-multi-directory)
for archive in full full-lean; do
	# shellcheck disable=SC2086
	"$cc" "$@" -O1 -I"$include" $specs $link "$dir/main.c" \
		"$runtime/$machine/$multi/libanycov-$archive.a" -o "$dir/a.elf"
	# shellcheck disable=SC2086
	timeout 60 $qemu -nographic -monitor none -serial none $step -d exec,nochain \
		-D "$dir/log" -semihosting-config enable=on,target=native -kernel "$dir/a.elf" </dev/null
	"${cc%gcc}nm" -S "$dir/a.elf" >"$dir/symbols"
	python3 "$dir/count.py" "$dir" "$cc $* $archive"
done
