#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_no_libc.sh CC LIBDIR SETCHECK SOURCEDIR: a program without a C library, which has no environment
# and whose own startup runs what is to run before and after, records where its link says.
. "${0%/*}/set_test.sh"
case $(uname -m) in
x86_64) ;;
*) echo "missing: x86-64"; exit 77 ;;
esac

cat >program.c <<'END'
__attribute__((section("__anycov_flags"), used)) static volatile unsigned char flags[4];
__asm__(".pushsection .anycov_map,\"\",%progbits\n\t.byte 'z', 1\n\t.4byte 3\n\t.ascii \"abc\"\n.popsection\n"
	".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %rsp\n\tcall begin\n\thlt");
__attribute__((visibility("hidden"))) extern void (*__preinit_array_start[])(int, char **, char **),
	(*__preinit_array_end[])(int, char **, char **), (*__init_array_start[])(int, char **, char **),
	(*__init_array_end[])(int, char **, char **), (*__fini_array_start[])(void), (*__fini_array_end[])(void);
__attribute__((visibility("hidden"))) const char *anycov_flags_directory = DIRECTORY;
void begin(void)
{
	static char *none[] = { 0 };
	void (**p)(int, char **, char **);
	void (**q)(void);
	for (p = __preinit_array_start; p < __preinit_array_end; p++)
		(*p)(0, none, none);
	for (p = __init_array_start; p < __init_array_end; p++)
		(*p)(0, none, none);
	flags[2] = 1;
	for (q = __fini_array_end; q > __fini_array_start;)
		(*--q)();
	__asm__ volatile("syscall" : : "a"(231), "D"(0));
}
END
case="no C library"
build program -static -nostdlib -fno-stack-protector "-DDIRECTORY=\"$work/d\"" $object program.c
run 0 ./program
quiet
file program "started=1 "
file program " hit: 2"
finish
