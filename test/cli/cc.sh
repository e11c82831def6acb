# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: adds flags to commands that compile or link, and to no others.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int main(int c, char **v) { (void)v; return c > 5; }
END
cat >a.S <<'END'
#define NAME other
	.globl NAME
NAME:	ret
	.section .note.GNU-stack,"",@progbits
END
cat >lib.c <<'END'
int used(int x) { return x > 2 ? x : 1; }
END

calls()
{
	"$ANYCOV" sites "$1" 2>/dev/null | sed -n 's/^\([0-9]*\) probes\{0,1\},.*/\1/p'
}

# The default: a report of which code ran.
for cc in gcc clang-14 clang-19; do
	have $cc || continue
	expect 0 "$ANYCOV" cc $cc -O2 t.c -o t
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report --functions
	has out "t.c:1"
	totals functions 1 1
done

# A dump at the end, for ./t alone.
export ANYCOV_FLAGS="--for trace"
for cc in $(with_clang gcc clang-14 clang-19 clang-22); do
	have $cc || continue
	echo "$cc"
	expect 0 "$ANYCOV" cc $cc -c t.c -o t.o
	[ "$(calls t.o)" -gt 0 ] || fail "$cc: no hooks"
	expect 0 "$ANYCOV" cc $cc t.o -o t
	expect 0 "$ANYCOV" run -o t.dump ./t
	[ -s t.dump ] || fail "$cc: no dump"
	expect 0 "$ANYCOV" cc $cc t.c a.S -o t
	[ "$(calls t)" -gt 0 ] || fail "$cc: no hooks beside assembly"
	expect 0 "$ANYCOV" cc $cc -xc - -o t <t.c
	expect 0 "$ANYCOV" cc $cc -c a.S -o a.o
	expect 0 "$ANYCOV" cc $cc -x assembler-with-cpp -c a.S -o a.o
	printf '%s\n' '-c t.c' '-o r.o' >args
	expect 0 "$ANYCOV" cc $cc @args
	[ "$(calls r.o)" -gt 0 ] || fail "$cc: no hooks by a response file"
	# Separate compile and link commands; precompiled headers, which are not linked.
	expect 0 "$ANYCOV" cc $cc -save-temps -c t.c -o s.o
	[ "$(calls s.o)" -gt 0 ] || fail "$cc: no hooks with -save-temps"
	cp lib.c pre.h
	expect 0 "$ANYCOV" cc $cc pre.h -o pre.h.gch
	expect 0 "$ANYCOV" cc $cc -x c-header lib.c -o lib.pch
	echo '#include "pre.h"' >uses.c
	case $cc in
	gcc*)
		expect 0 "$ANYCOV" cc $cc -Winvalid-pch -Werror -H -c uses.c -o uses.o
		has err "! pre.h.gch"
		;;
	esac
	rm pre.h.gch
	expect 0 "$ANYCOV" cc $cc -shared -fPIC lib.c -o lib.so
	[ "$(calls lib.so)" -gt 0 ] || fail "$cc: no hooks in a shared library"
	expect 0 "$ANYCOV" cc $cc -shared -fPIC -Wl,-z,defs lib.c -o lib.so

	# Queries are passed on: their output is that of the compiler.
	for ask in --version -dumpmachine -print-search-dirs "-E t.c" "-MM t.c" "-###"; do
		$cc $ask >plain 2>plain.err || :
		"$ANYCOV" cc $cc $ask >out 2>err || :
		cmp -s plain out || fail "$cc $ask: output differs"
		cmp -s plain.err err || fail "$cc $ask: errors differ"
	done
	# Warnings as errors: the added flags cause none.
	expect 0 "$ANYCOV" cc $cc -Werror -Wall -c t.c -o t.o
	expect 0 "$ANYCOV" cc $cc -Werror t.o -o t
	[ ! -s err ] || fail "$cc: noise at the link"
done

# Without -g there are line tables all the same; a -g of the command decides.
for cc in gcc-12 clang-14 clang-19; do
	have $cc || continue
	expect 0 "$ANYCOV" cc $cc -c t.c -o t.o
	readelf -SW t.o | grep -q debug_line || fail "$cc: no lines without -g"
	expect 0 "$ANYCOV" cc $cc -g0 -c t.c -o t.o
	! readelf -SW t.o | grep -q debug_line || fail "$cc: lines with -g0"
done

# gcc instruments LTO objects when it links them.
expect 0 "$ANYCOV" cc gcc -O2 -flto -c t.c -o t.o
expect 0 "$ANYCOV" cc gcc -O2 -flto t.o -o t
[ "$(calls t)" -gt 0 ] || fail "no hooks by -flto"

# Options come from ANYCOV_FLAGS; mistakes there are errors.
expect 0 env ANYCOV_FLAGS="--coverage trace-cmp" "$ANYCOV" cc gcc -c t.c -o t.o
expect 0 "$ANYCOV" sites t.o
has out "const_cmp"
hasnt out "trace_pc "
expect 2 env ANYCOV_FLAGS="--coverage nonsense" "$ANYCOV" cc gcc -c t.c -o t.o
has err "nonsense"
expect 2 env ANYCOV_FLAGS="--nonsense" "$ANYCOV" cc gcc -c t.c -o t.o
one_sentence
has err "ANYCOV_FLAGS: unknown option --nonsense; see 'anycov flags --help'"
expect 2 env ANYCOV_FLAGS="--help" "$ANYCOV" cc gcc -c t.c -o t.o
one_sentence
expect 2 env ANYCOV_FLAGS="gcc" "$ANYCOV" cc gcc -c t.c -o t.o
expect 2 "$ANYCOV" cc no-such-compiler -c t.c
one_sentence
# Errors and exit status of the compiler are passed on.
echo 'int f( {' >bad.c
expect 1 "$ANYCOV" cc gcc -c bad.c
expect 1 "$ANYCOV" cc gcc -c
