# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov run: the program's status, its dump, and errors if there is none.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"

cat >t.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	if (c > 1 && v[1][0] == 'k')
		raise(SIGKILL);
	if (c > 1 && v[1][0] == 'd')
		return chdir("/");
	return c > 1 ? atoi(v[1]) : 0;
}
END
"$ANYCOV" cc gcc -g t.c -o t
gcc t.c -o plain

expect 0 "$ANYCOV" run --mode pc -o %p.dump ./t
[ "$(ls [0-9]*.dump | wc -l)" -eq 1 ] || fail "no dump"
expect 7 "$ANYCOV" run -o x.dump ./t 7
expect 0 "$ANYCOV" dump x.dump
expect 0 "$ANYCOV" run -o d.dump ./t d
[ -s d.dump ] || fail "the dump went where the program went"
expect 3 "$ANYCOV" run --output=y.dump -- ./t 3
expect 0 "$ANYCOV" run --mode cmp --size 4096 -o c.dump ./t 0
expect 0 "$ANYCOV" dump c.dump
has out "CMP "

# Unique modes need the runtime with these modes, which is what is linked.
expect 0 "$ANYCOV" flags --coverage trace-pc --cc gcc --link
has out libanycov-full.a
archive=$(sed 's/ .*//' out)
# shellcheck disable=SC2046
gcc -g t.c -o basic $("$ANYCOV" flags --cc gcc --coverage trace-pc) "${archive%-full.a}.a" -lpthread -ldl
ANYCOV_FLAGS="--coverage trace-pc,trace-cmp" "$ANYCOV" cc gcc -g t.c -o u
for mode in uniq-pc:UPC uniq-edge:EDGE uniq-both:UPC uniq-both:EDGE uniq-cmp:CMP; do
	expect 0 "$ANYCOV" run --mode "${mode%:*}" -o u.dump ./u 0
	expect 0 "$ANYCOV" dump u.dump
	has out "${mode#*:} "
done
rm u.dump
for out in u.dump u.data; do
	expect 2 "$ANYCOV" run --mode uniq-pc -o $out ./basic 0
	has err "flags --cc CC --for trace --link)"
	one_sentence
	[ ! -e $out ] || fail "a recording of a mode that the runtime does not have"
done
# The runtime says it where another program runs this one.
expect 1 "$ANYCOV" run --mode uniq-pc -o u.dump sh -c './basic 0; true'
has err "flags --cc CC --for trace --link)"
[ ! -e u.dump ] || fail "a dump of a mode that the runtime does not have"
# What has a mode of the runtime is recorded; without --mode, too.
expect 0 "$ANYCOV" run --mode pc -o b.data ./basic 0
expect 0 "$ANYCOV" report b.data
expect 0 "$ANYCOV" run -o b.data ./basic 0
expect 0 "$ANYCOV" report b.data
# Flags have no mode.
ANYCOV_FLAGS="--for report" "$ANYCOV" cc gcc -g t.c -o flags
expect 0 "$ANYCOV" run --mode cmp -o f.data ./flags 0
has err "have no --mode"
one_sentence
expect 2 "$ANYCOV" run --mode uniq ./u
has err "uniq-edge"

expect 137 "$ANYCOV" run -o k.dump ./t k
has err "signal 9"
[ ! -e k.dump ] || fail "a dump of a killed program"
# A program without hooks is an error, unless it failed itself: its status is
# kept.
expect 1 "$ANYCOV" run -o p.dump ./plain
has err "not created"
has err "anycov flags --for trace --link"
one_sentence
expect 9 "$ANYCOV" run -o p.dump sh -c 'exit 9'
has err "not created"
# An old dump is removed; a file that is not a dump is kept.
expect 1 "$ANYCOV" run -o x.dump ./plain
has err "not created"
[ ! -e x.dump ] || fail "the old dump is still there"
echo precious >notes
expect 2 "$ANYCOV" run -o notes ./t
has notes precious
expect 127 "$ANYCOV" run ./no-such-program
has err "no-such-program"
# Options of the program are passed on.
expect 4 "$ANYCOV" run -o x.dump sh -c 'exit 4' --mode
# Invalid numbers are errors, before the program runs.
for size in 0 1 7 x -1 99999999999999999999; do
	expect 2 "$ANYCOV" run --size $size -o no.dump sh -c 'echo ran'
	one_sentence
done
expect 0 "$ANYCOV" run --size 8 -o s.dump ./t
expect 2 "$ANYCOV" run --mode edge ./t
one_sentence
# %p and children
expect 0 "$ANYCOV" run -o 'n.%p.dump' ./t
[ "$(ls n.*.dump | wc -l)" -eq 1 ] || fail "%p"
