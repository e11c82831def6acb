# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: what it cannot instrument runs as it is; and where build systems read, every byte is the
# compiler's.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
#include <stddef.h>
#define TWO 2
static int unused(void) { return 1; }
int main(int c, char **v) { (void)v; return c > 5 ? TWO : 0; }
END
cat >two.c <<'END'
int two(int x);
int two(int x) { return x > 2 ? x : 1; }
END
cat >u.S <<'END'
#define NAME other
	.globl NAME
NAME:
	.byte 0
	.section .note.GNU-stack,"",@progbits
END
cp u.S u.s && sed -i 1d u.s
echo 'int f( {' >bad.c
printf '#ifdef __cplusplus\nc++\n#endif\nint h(void);\n' >h.h
echo '-DX=1 -E t.c' >args

# same COMPILER ARGUMENT...: standard output, errors and the exit status, with and without anycov, which
# says once that it has nothing for a target
same()
{
	said=0 plain=0
	"$@" <t.c >plain.out 2>plain.err || plain=$?
	"$ANYCOV" cc "$@" <t.c >said.out 2>said.err || said=$?
	[ $said = $plain ] || { cat said.err; fail "$*: status $said, not $plain"; }
	# Names of temporary files differ from run to run.
	for f in plain.out plain.err said.out said.err; do
		sed 's|/tmp/[A-Za-z0-9._-]*|TMP|g; /^anycov cc: not instrumented: .* generates code for/d' $f >$f.sed
	done
	cmp plain.out.sed said.out.sed || fail "$*: its output"
	cmp plain.err.sed said.err.sed || { diff plain.err.sed said.err.sed || :; fail "$*: its errors"; }
}

probes()
{
	"$ANYCOV" sites "$1" 2>/dev/null | sed -n 's/^\([0-9]*\) probes\{0,1\},.*/\1/p'
}

for preset in report trace; do
	export ANYCOV_FLAGS="--for $preset"
	# Nearly all that is compared here does not depend on the preset: one compiler is enough for the second.
	for cc in $([ $preset = report ] && echo gcc clang-14 clang-19 || echo gcc); do
		have $cc || continue
		echo "$cc, $preset"
		for ask in -v "-v -c t.c -o t.o" "-v t.c -o t" "-v t.o -o t" --version -dumpmachine -dumpversion \
			-print-search-dirs -print-prog-name=ld -print-file-name=libc.a -print-multi-directory \
			"-E t.c" "-E -" "-E -x c -" "-E -dM -x c -" "-E -dM t.c" "-E -P t.c" "-M t.c" "-MM t.c two.c" \
			"-MM -MT x t.c" @args "-fsyntax-only t.c" "-fsyntax-only -Wall t.c" "-S -o - t.c" "-S t.c -o -" \
			"-x c - -S -o -" "-c u.S" "-c u.s" "-c u.S u.s" "-E u.S" "-c bad.c" "-fsyntax-only bad.c" -c \
			"-c missing.c" "missing.o -o t" "" "-###" "--unknown-option t.c" "-Wall -c t.c -o t.o" \
			"-Wall -Wextra -pedantic -O2 -c t.c two.c" "-Wall -x c -c - -o t.o" "-c -MD -MF - t.c -o t.o" \
			"t.c two.c u.S -o t" "-Wall t.c two.c -o t" "-x c-header h.h -o h.gch" "h.h -o h.h.gch" \
			"-save-temps -c t.c -o t.o" "t.c -lmissing -o t" "-O2 -flto -c t.c -o t.o" \
			"-O2 -flto t.c two.c -o t" "-shared -fPIC two.c -o two.so" "-static t.c -o t" \
			"-shared -fPIC -nostdlib two.c -o two.so" "-ffreestanding -c t.c -o t.o" \
			"-ffreestanding -nostdlib -Wl,-e,main t.c -o t" "-nostdlib -r t.o -o r.o" "-mabi=ms -c t.c -o t.o" \
			"-c -g -O1 two.c -o two.o"; do
			# shellcheck disable=SC2086
			same $cc $ask
		done
		# Instrumented: several sources, sources beside assembly, a source at standard input.
		for words in "-c t.c two.c" "-x c -c - -o t.o" "-c two.c -o two.o"; do
			rm -f t.o two.o
			# shellcheck disable=SC2086
			"$ANYCOV" cc $cc $words <t.c
			for f in t.o two.o; do
				[ ! -e $f ] || [ "$(probes $f)" -gt 0 ] || fail "$cc $words: no probes"
			done
		done
		"$ANYCOV" cc $cc t.c two.c u.S -o t
		[ "$(probes t)" -gt 0 ] || fail "$cc: no probes beside assembly"
		./t || fail "$cc: the program"
		# As it is: other machines, code without an operating system, images for EFI.
		for words in -m32 -ffreestanding -nostdlib -mabi=ms; do
			rm -f t.o
			$cc $words -c two.c -o plain.o 2>/dev/null || continue
			"$ANYCOV" cc $cc $words -c two.c -o t.o || fail "$cc $words"
			[ -z "$(probes t.o)" ] || fail "$cc $words: probes without a runtime"
			cmp t.o plain.o || fail "$cc $words: not the compiler's object"
		done
		if echo 'int main(void) { return 0; }' | $cc -m32 -x c - -o t32 2>/dev/null; then
			same $cc -m32 t.c two.c -o t32
		fi
		case $cc in
		clang*)
			same $cc --target=bpf -O2 -c two.c -o bpf.o
			same $cc -target bpf -O2 -g -c two.c -o bpf.o
			rm -f .anycov-build
			"$ANYCOV" cc $cc -target bpf -O2 -c two.c -o bpf.o 2>said.err
			has said.err "anycov cc: not instrumented: $cc generates code for bpf"
			"$ANYCOV" cc $cc -target bpf -O2 -c two.c -o other.o 2>said.err
			[ ! -s said.err ] || fail "$cc: bpf: said twice"
			$cc -target bpf -O2 -c two.c -o plain.o
			cmp bpf.o plain.o || fail "$cc: bpf: not the compiler's object"
			;;
		esac
	done
done

# A compiler of another kind, and one without a plugin.
cat >other <<'END'
#!/bin/sh
echo "other: $*"
echo "other: a warning" >&2
exit 3
END
chmod +x other
same ./other -c t.c -o t.o
mkdir empty
ANYCOV_LIB_DIR=$WORK/empty
export ANYCOV_LIB_DIR
same gcc -Wall -c t.c -o t.o
same gcc t.c -o t
# --verbose says why.
ANYCOV_FLAGS=--verbose expect 0 "$ANYCOV" cc gcc -c two.c -o t.o
has err "anycov cc: not instrumented: gcc: no plugin was built"
one_sentence
