#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_neighbours.sh CC LIBDIR SETCHECK SOURCEDIR: where a linker script puts another section into the
# last page of the flags, the pages stay the program's, and flags are copied; .tbss takes no memory.
. "${0%/*}/set_test.sh"
# A name that no linker script has, of the type of .tbss.
printf '%s\n' '__asm__(".section .zeroed_tls,\"awT\",%nobits\n\t.zero 64\n\t.text");' >local.c

link() # link SECTION...: in this order after .data; a page does not end with the flags, whose empty piece is first
{
	{
		echo 'SECTIONS {'
		printf '%s : { *(%s) }\n' "$@"
		echo '} INSERT AFTER .data;'
	} >sections.ld
	build program $object -fdata-sections "$source/set_program.c" local.c \
		-fuse-ld=bfd -Wl,-T,sections.ld -pthread -ldl
}

case="zeroed data"
link __anycov_pad __anycov_pad __anycov_flags __anycov_flags .zeroed .bss.in_bss
run 0 ./program threads
# The first one says it.
sentence "program: other data is in the pages of its flags; a process copies them"
keep=1
# With pages of the file, the second process would find the first one's data.
run 0 ./program threads
quiet
keep=
file program "started=2 copying=2 copied=2 how=2 "
file program " hit: 1 2 9 20 21 22 23"

case='zeroed data of threads'
link __anycov_flags __anycov_flags .zeroed_tls .zeroed_tls __anycov_pad __anycov_pad
run 0 ./program threads
quiet
file program "started=1 copying=0 copied=0 how=1 "
finish
