# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc: what a command makes is read from its words in each form that compilers accept:
# response files, two hyphens, "--" before files, options of the linker.
. "${0%/*}/lib.sh"

cat >t.c <<'END'
int two(int x);
int main(int c, char **v) { (void)v; return two(c) > 5; }
END
echo 'int two(int x) { return x > 2 ? x : 1; }' >two.c

probes()
{
	"$ANYCOV" sites "$1" 2>/dev/null | sed -n 's/^\([0-9]*\) probes\{0,1\},.*/\1/p'
}

has_probes() # FILE WHAT
{
	[ -n "$(probes "$1")" ] || fail "$2: no probes in $1"
}

for cc in $(with_clang $GCC clang-19); do
	have $cc || continue
	echo "$cc"
	# Flags for another target, and kinds of links, in a response file and with two hyphens.
	if $cc -m32 -c two.c -o plain.o; then
		echo "-m32 -c two.c" >args
		expect 0 "$ANYCOV" cc $cc @args -o m32.o
		[ -z "$(probes m32.o)" ] || fail "$cc @args: probes without a runtime"
	fi
	echo "-shared -fPIC two.c" >args
	for words in @args "--shared -fPIC two.c"; do
		# shellcheck disable=SC2086
		expect 0 env ANYCOV_FLAGS="--for trace" "$ANYCOV" cc $cc $words -o lib.so
		readelf -dW lib.so >dynamic
		has dynamic "Shared library: [libanycov.so]"
	done
	expect 0 env ANYCOV_FLAGS="--for trace" "$ANYCOV" cc $cc --static t.c two.c -o t
	expect 1 "$ANYCOV" run -o t.dump ./t 1 2 3 4 5
	[ -s t.dump ] || fail "$cc --static: no dump"
	# A language of a response file is that of the files after it.
	echo "-x c -c" >args
	cp two.c source.o
	expect 0 "$ANYCOV" cc $cc @args source.o -o made.o
	has_probes made.o "$cc @args source.o"
	# A pipe can be read once: by the compiler, if it does.
	set -- "$cc" "-xc" "-c" "-o" "piped.o"
	plain=0
	echo two.c | "$@" @/dev/stdin 2>plain.err || plain=$?
	said=0
	echo two.c | "$ANYCOV" cc "$@" @/dev/stdin 2>err || said=$?
	[ $said = $plain ] || fail "$cc @/dev/stdin: status $said, not $plain"
	cmp plain.err err || fail "$cc @/dev/stdin: its errors"
	# Files after "--", which gcc does not know.
	plain=0
	$cc -o t -- t.c two.c 2>plain.err || plain=$?
	expect $plain "$ANYCOV" cc $cc -o t -- t.c two.c
	cmp plain.err err || fail "$cc --: its errors"
	[ $plain -ne 0 ] || has_probes t "$cc --"
	# A link to an object gets no runtime, and is no program without the C library.
	for words in -r -Wl,-O1,-r -Wl,--relocatable "-Xlinker -r"; do
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc $cc -no-pie -nostdlib $words t.c two.c -o r.o
		has_probes r.o "$cc $words"
		nm r.o >names
		hasnt names anycov_flags
		expect 0 "$ANYCOV" cc $cc -no-pie r.o -o t
		has_probes t "$cc $words"
	done
done
