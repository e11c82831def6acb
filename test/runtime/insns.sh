#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# insns.sh CC QEMU NM KCOV-TARBALL ROOT [FLAGS...]: executed instructions of one plain record,
# ours and Linux's by the same compiler, counted by QEMU one at a time.  Exit status 77: a tool
# or the package linux-source-6.12 is missing; 1: ours takes more.
set -eu
cc=$1 qemu=$2 nm=$3 tarball=$4 root=$5
shift 5
for tool in "$cc" "$qemu" "$nm"; do
	command -v "$tool" >/dev/null || {
		echo "missing: $tool"
		exit 77
	}
done
[ -r "$tarball" ] || {
	echo "missing: $tarball (linux-source-6.12)"
	exit 77
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tar -xOf "$tarball" --wildcards '*/kernel/kcov.c' >"$dir/kcov.c"
"$root/bench/linux_kcov/extract" "$dir/kcov.c" "$dir/hook.h"
cat >"$dir/main.c" <<'C'
#include "hooks/record_context.h"
#include "proposals.h"
#include "../linux_kcov/shim.h"
#include "anycov/hooks.h"
__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
int main(void)
{
	static struct task_struct task;
	static anycov_word area[2][8];

	anycov_self.area = area[0];
	anycov_self.limit = 7;
	anycov_self.mode = ANYCOV_M_PC;
	task.kcov_area = area[1];
	task.kcov_size = 8;
	task.kcov_mode = KCOV_MODE_TRACE_PC;
	bench_current = &task;
	__sanitizer_cov_trace_pc();
	linux_trace_pc();
	return area[0][0] == 1 && area[1][0] == 1 ? 0 : 1;
}
C
# shellcheck disable=SC2086
"$cc" "$@" -static -O2 -fPIC -fno-stack-protector -fno-builtin -ftls-model=initial-exec \
	-fno-optimize-sibling-calls -DBENCH_LINUX_HOOK="\"$dir/hook.h\"" \
	-I"$root/runtime/port/host" -I"$root/runtime" -I"$root/include" -I"$root/bench/hooks" \
	"$dir/main.c" "$root/runtime/hooks/hook_pc.c" "$root/bench/hooks/linux_hook.c" -o "$dir/prog"
step=-singlestep # until QEMU 8.1
! "$qemu" -help | grep -q -e -one-insn-per-tb || step=-one-insn-per-tb
"$qemu" $step -d exec,nochain -D "$dir/log" "$dir/prog"
count() { # count SYMBOL: blocks of one instruction that ran inside it
	"$nm" -S "$dir/prog" | awk -v s="$1" '$4 == s { print $1, $2 }' >"$dir/range"
	sed -n 's/^Trace [^[]*\[[0-9a-f]*\/\([0-9a-f]*\)\/.*/\1/p' "$dir/log" |
		python3 -c '
import sys
first, size = (int(x, 16) for x in open(sys.argv[1]).read().split())
print(sum(first <= int(x, 16) < first + size for x in sys.stdin))' "$dir/range"
}
ours=$(count __sanitizer_cov_trace_pc)
theirs=$(count linux_trace_pc)
echo "$("$cc" -dumpmachine): a plain record takes $ours instructions, Linux's own $theirs"
test "$ours" -gt 0 && test "$theirs" -gt 0 && test "$ours" -le "$theirs"
