# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An edge in none of the images that a process had: counted, however many these were.
. "${0%/*}/lib.sh"
have gcc || lacks "a plugin for gcc"
export ANYCOV_FLAGS="--coverage trace-pc"

echo 'int main(void) { return 0; }' >t.c
"$ANYCOV" cc gcc -g t.c -o t
set --
for i in 0 1 2 3 4 5 6 7 8 9 a b c d e; do
	set -- "$@" mod 0x7f0000${i}00000 0x7f0000${i}00000 0x7f0000${i}01000 - /none/$i.so
done
set -- "$@" mod 0x7f0000f00000 0x7f0000f00000 0x7f0000f01000 - /none/t
for modules in 16 1; do
	"$MKDUMP" "$@" edge 0xfff00000 . >outside.dump
	expect 0 "$ANYCOV" report --image t outside.dump
	has out "1 matches no probe"
	has out "1 outside all loaded modules, for example 0xfff00000"
	hasnt out "in an image but at no probe"
	[ $modules = 16 ] || continue
	# In one that was not given.
	"$MKDUMP" "$@" edge 0x00300100 . >other.dump
	expect 0 "$ANYCOV" report --image t other.dump
	has out "1 in /none/3.so"
	has out "add it with --image"
	hasnt out "in an image but at no probe"
	shift $((6 * (modules - 1)))
done
