#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# selftest.sh TOOLS HOOKCALLS ANYCOV CC PLUGIN LIB GCOV WORK: the tools that the lanes
# trust do fail when they have to.
set -eu
tools=$1 hookcalls=$2 anycov=$3 cc=$4 plugin=$5 lib=$6 gcov=$7 work=$8
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fails() { # COMMAND...: must end with status 1 and say something
	if "$@" >out 2>&1; then
		echo "selftest: should have failed: $*" >&2
		exit 1
	fi
	[ -s out ] || { echo "selftest: says nothing: $*" >&2; exit 1; }
}
says() { # TEXT: the last command that failed said so
	grep -q -e "$1" out || { echo "selftest: no '$1' in:" >&2; cat out >&2; exit 1; }
}

cat >prog.c <<'C'
#include <stdio.h>
int f(int x)
{
	if (x == 12345)
		return 1;
	return 2;
}
int main(void)
{
	printf("%d\n", f(3));
	return 0;
}
C
hooks="-fplugin=$plugin -fplugin-arg-anycov-coverage=trace-pc,trace-cmp"

# hookcalls: reads objects only; sees calls, jumps and addresses apart.
echo "no object" >text.o
fails "$hookcalls" text.o
says "not an ELF file"
$cc $hooks -O0 -c prog.c -o prog.o
head -c 300 prog.o >cut.o
fails "$hookcalls" cut.o
cat >kinds.s <<'S'
	.text
	.globl	f
	.type	f, @function
f:	call	__sanitizer_cov_trace_pc
	call	*__sanitizer_cov_trace_pc@GOTPCREL(%rip)
	lea	__sanitizer_cov_trace_pc(%rip), %rax
	je	__sanitizer_cov_trace_pc
	jmp	__sanitizer_cov_trace_pc
	.size	f, .-f
S
$cc -c kinds.s -o kinds.o
"$hookcalls" kinds.o >out
says "^f: trace_pc indirect:trace_pc address:trace_pc jump:trace_pc jump:trace_pc$"

# check-records: a missing record, a missing call, a record of a foreign address.
$cc $hooks -g -O0 prog.c -o prog "$lib" -lpthread -ldl
"$tools/check-records" "--anycov=$anycov" sites prog 7
objcopy -R .anycov_map prog bare
fails "$tools/check-records" "--anycov=$anycov" sites bare
says "has no record in the map"
# The first call of a hook becomes five nops.
at=$(objdump -d prog | sed -n 's/^ *\([0-9a-f]*\):.*call.*<__sanitizer_cov_trace_pc>$/\1/p' | sed 1q)
cp prog patched
start=$(readelf -SW prog | sed -n 's/.* \.text *PROGBITS *\([0-9a-f]*\) \([0-9a-f]*\) .*/\1 \2/p')
offset=$((0x$at - 0x${start% *} + 0x${start#* }))
printf '\017\037\104\000\000' | dd of=patched bs=1 seek=$offset conv=notrunc 2>/dev/null
fails "$tools/check-records" "--anycov=$anycov" sites patched 1
"$anycov" run -o good.dump ./prog >/dev/null
"$tools/check-records" "--anycov=$anycov" records prog good.dump 3
fails "$tools/check-records" "--anycov=$anycov" records bare good.dump 3 # another image's records
fails "$tools/check-records" "--anycov=$anycov" records prog good.dump 1000
says "at least 1000 expected"

# check-records: a report with pruned probes that says too much, or too little.
"$anycov" report --image prog --json -o all.json good.dump
"$tools/check-records" facts all.json all.json 3
"$tools/check-records" same all.json all.json 3
sed 's/"state":"covered"/"state":"not covered"/g' all.json >less.json
fails "$tools/check-records" facts less.json all.json
says "called not covered, but with all probes covered"
sed 's/"state":"not covered"/"state":"covered"/g' all.json >less.json
fails "$tools/check-records" facts less.json all.json
says "called covered, but with all probes not covered"
sed 's/"state":"covered"/"state":"unknown"/' all.json >less.json
"$tools/check-records" facts less.json all.json 1
fails "$tools/check-records" same less.json all.json
says "only unknown, with all probes covered"

# lines: each kind of difference, and an exception that is not needed.
$cc -O0 -g --coverage prog.c -o theirs
./theirs >/dev/null
"$anycov" report --image prog --lcov good.info good.dump >/dev/null
"$tools/lines" "--gcov=$gcov" good.info prog.c 3
sed 's/^DA:6,.*/DA:6,0/' good.info >less.info
fails "$tools/lines" "--gcov=$gcov" less.info prog.c 3
says "prog.c:6: ran for gcov, not for anycov"
"$tools/lines" "--gcov=$gcov" "--except-gcc=return 2" less.info prog.c 3
fails "$tools/lines" "--gcov=$gcov" "--except-gcc=return 7" less.info prog.c 3
says "no line contains: return 7"
sed 's/^DA:5,.*/DA:5,1/' good.info >more.info
fails "$tools/lines" "--gcov=$gcov" more.info prog.c 3
says "prog.c:5: ran for anycov, not for gcov"
sed '/^DA:6,/d' good.info >gone.info
fails "$tools/lines" "--gcov=$gcov" gone.info prog.c 3
says "prog.c:6: ran for gcov, no line of code for anycov"
fails "$tools/lines" "--gcov=$gcov" --except-gcc=6 good.info prog.c 3
says "is not needed"

# prefixes: a misspelt directive, a prefix without lines.
mkdir tests
printf '// RUN: %%cc %%s | %%check %%s\n// CHEK: f\n// CHECK: f\n' >tests/a.c
fails "$tools/prefixes" tests
says "a.c:2: 'CHEK:' is no directive"
printf '// RUN: %%cc %%s | %%check{OPT} %%s\n// OPT-NXT: f\n' >tests/a.c
fails "$tools/prefixes" tests
says "OPT-NXT:"
printf '// RUN: %%cc %%s | %%check %%s\n' >tests/a.c
fails "$tools/prefixes" tests
says "which no line has"
printf '// RUN: %%cc %%s | %%check %%s\n// GCC-NEXT: f\n' >tests/a.c
"$tools/prefixes" tests
echo "selftest: good"
