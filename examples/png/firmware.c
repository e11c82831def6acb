/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The same decoder as a firmware image: the PNG is in flash, the dump is written by
 * semihosting.  No file of this directory depends on a board; scripts/demo passes the addresses
 * of flash and RAM to the linker.
 */
#include <stdint.h>
#include "anycov/anycov.h"
#include "decode.h"

extern const unsigned char png_start[], png_end[];

__asm__(".section .rodata.png, \"a\"\n"
	".global png_start, png_end\n"
	"png_start: .incbin \"image.png\"\n"
	"png_end: .byte 0\n"
	".previous\n");

/* The buffer for records, in place of the small one in the archive. */
uint64_t anycov_default_area[32768];
const size_t anycov_default_bytes = sizeof(anycov_default_area);

int main(void)
{
	int result;

	if (anycov_start(MODE))
		return 3;
	result = decode(png_start, (size_t)(png_end - png_start));
	anycov_stop();
	if (anycov_dump_file("firmware.dump"))
		return 4;
	return result;
}
