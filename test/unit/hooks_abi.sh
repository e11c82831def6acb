#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# hooks_abi.sh TOOL ABI_MD WORK CLANG...: compares hooks.def with the table in
# docs/abi.md and with the declarations that each clang emits for SanitizerCoverage.
# hooks_abi.sh --write TOOL ABI_MD updates the table.
set -eu
begin='<!-- hooks.def: begin -->'
end='<!-- hooks.def: end -->'

if [ "$1" = --write ]; then
	"$2" docs >"$3.table"
	sed -i -e "/^$begin/,/^$end/{/^$begin/r $3.table" -e "/^$begin/!{/^$end/!d}}" "$3"
	rm "$3.table"
	exit 0
fi

tool=$1 abi=$2 work=$3
shift 3
mkdir -p "$work"
cd "$work"
"$tool" docs >want
sed -n "/^$begin/,/^$end/{/^<!--/d;p}" "$abi" >have
if ! cmp -s want have; then
	diff have want || :
	echo "hooks_abi: the table in docs/abi.md differs from hooks.def; 'hooks_abi.sh --write' updates it" >&2
	exit 1
fi

cat >all.c <<'C'
typedef unsigned long long u64;
typedef int v4 __attribute__((vector_size(16)));
void use(void *);
int f(unsigned char a, unsigned char b, unsigned short c, unsigned short d, int e, int g,
      u64 h, u64 i, int *p, char *q, v4 *v, v4 *w, void (*fn)(void))
{
	char frame[100];
	int n = 0;

	use(frame);
	n += a == b;
	n += c == d;
	n += e == g;
	n += h == i;
	n += a == 3;
	n += c == 300;
	n += e == 70000;
	n += h == 7000000000ull;
	switch (e) {
	case 1: n += 3; break;
	case 77: n *= 3; break;
	case 12345: n -= 8; break;
	}
	n += e / g + (int)(h / i) + p[e];
	*q = (char)n;
	q[1] = *(q + 5);
	*(short *)(q + 2) = *(short *)(q + 8);
	*p = p[3];
	*(u64 *)(p + 4) = *(u64 *)(p + 8);
	*v = *w;
	fn();
	return n;
}
C
"$tool" ir | sort >ours
compared=0
for clang; do
	: >theirs
	for words in trace-pc,trace-cmp,trace-div,trace-gep,indirect-calls \
			trace-pc,stack-depth trace-pc,trace-loads,trace-stores \
			trace-pc-guard,inline-8bit-counters,pc-table \
			inline-bool-flag,pc-table trace-pc,control-flow; do
		# Skip keywords that an old clang does not support.
		"$clang" --target=x86_64-linux-gnu -O0 -S -emit-llvm -fsanitize-coverage=$words \
			all.c -o all.ll 2>/dev/null || continue
		sed -n 's/^declare.* \(@__sanitizer_cov[^ ]*(.*)\).*/\1/p' all.ll |
			sed -e 's/ zeroext//g; s/ noundef//g; s/ signext//g' \
			    -e 's/[a-z0-9]*\*/ptr/g; s/).*/)/' >>theirs
	done
	sort -u theirs >sorted
	if [ -n "$(comm -23 sorted ours)" ]; then
		echo "hooks_abi: $clang declarations differ from hooks.def:" >&2
		comm -23 sorted ours >&2
		exit 1
	fi
	n=$(wc -l <sorted)
	echo "$clang: $n declarations equal"
	[ "$n" -ge 19 ] || { echo "hooks_abi: only $n declarations compared" >&2; exit 1; }
	compared=$((compared + 1))
done
[ "$compared" -ge 1 ] || { echo "hooks_abi: no clang given" >&2; exit 1; }
