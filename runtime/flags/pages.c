/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pages of their own for the flags of an image, without a linker script: in any position on the
 * command line of GNU ld, gold, lld and mold, with and without LTO.
 *
 * The empty piece of __anycov_flags is aligned to a page, so the linker aligns the section.  If
 * the piece is the last one, the section also ends at a page.  If not (the object comes first on
 * the command line; lld and mold append what LTO compiled), the section __anycov_pad, which
 * linkers place after the section that came with it, begins at the next page.  Whether another
 * section is between them the section headers show when the program starts (image_file.c).
 *
 * Both pieces are PROGBITS, as the compilers' are: GNU ld, gold and mold make two sections of
 * pieces of two types.  The byte costs at most two pages of the file.
 *
 * The note is how the startup object of one image, and the anycov command, find those of others;
 * it contains a struct flags_note.
 */
#include "flags.h"

#if defined(__x86_64__)
#define PAGE_ALIGN "12"
#else /* arm64 kernels have pages of 4, 16 or 64 KiB */
#define PAGE_ALIGN "16"
#endif

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

__asm__(".pushsection __anycov_flags,\"aw\",%progbits\n"
	"\t.p2align " PAGE_ALIGN "\n"
	".type anycov_flags_end,%object\n"
	"anycov_flags_end:\n"
	".popsection\n"
	".pushsection __anycov_pad,\"aw\",%progbits\n"
	"\t.p2align " PAGE_ALIGN "\n"
	".type anycov_flags_pad,%object\n"
	"anycov_flags_pad: .byte 0\n"
	".size anycov_flags_pad,1\n"
	".popsection\n"
	".pushsection .note.anycov,\"a\",%note\n"
	"\t.balign 4\n"
	"\t.4byte 2f-1f, 4f-3f, " TEXT(
		ANYCOV_FLAGS_NOTE_TYPE) "\n"
					"1:\t.asciz \"" ANYCOV_FLAGS_NOTE_NAME "\"\n"
					"2:\t.balign 4\n"
					"3:\t.8byte __start___anycov_flags-.\n"
					"\t.8byte __stop___anycov_flags-.\n"
					"\t.8byte anycov_flags_state-.\n"
					/* What nothing references, --gc-sections would drop. */
					"\t.8byte anycov_flags_end-., anycov_flags_pad-.\n"
					"4:\n"
					".popsection\n"
					".hidden __start___anycov_flags\n"
					".hidden __stop___anycov_flags\n"
					".hidden anycov_flags_state\n");
