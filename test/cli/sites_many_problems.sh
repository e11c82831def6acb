# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Of many differences between map and code 'sites' prints the first five and the number of the others;
# with --json it lists all.
. "${0%/*}/lib.sh"

calls() # N: a program of N calls, of which the map has the first
{
	printf '\t.text\n\t.globl main\n\t.type main,@function\nmain:\n\tcall __sanitizer_cov_trace_pc\n1:\n'
	printf '\t.pushsection .anycov_map,"",@progbits\n\t.byte 83,1\n\t.4byte 25\n'
	printf '\t.8byte 1b,0x1234\n\t.4byte 0,0\n\t.byte 1\n\t.popsection\n'
	for _ in $(seq 2 "$1"); do
		printf '\tcall __sanitizer_cov_trace_pc\n'
	done
	printf '\tret\n\t.size main,.-main\n\t.section .note.GNU-stack,"",@progbits\n'
}

# A record that no call precedes keeps the others from being taken for those that strip removed.
lone()
{
	printf '\t.section .text.lone,"ax",@progbits\n\tnop\n2:\tret\n'
	printf '\t.pushsection .anycov_map,"",@progbits\n\t.byte 83,1\n\t.4byte 25\n'
	printf '\t.8byte 2b,0x1234\n\t.4byte 1,0\n\t.byte 1\n\t.popsection\n'
}

# differences N MESSAGES
differences()
{
	{ calls "$1"; lone; } >t.s
	gcc -c t.s -o t.o
	expect 1 "$ANYCOV" sites --check t.o
	[ "$(grep -c "but the map has no record of it\|but no hook call precedes it" err)" -eq "$2" ] ||
		{ cat err >&2; fail "not $2 differences"; }
}

differences 5 5
hasnt err "more difference"
differences 6 5
has err "t.o: 1 more difference between map and code; --json lists them"
differences 9 5
has err "t.o: 4 more differences between map and code; --json lists them"
expect 0 "$ANYCOV" sites --json t.o
[ "$(grep -c "but the map has no record of it\|but no hook call precedes it" out)" -eq 9 ] ||
	fail "--json does not list all"
