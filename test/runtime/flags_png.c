/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_scripts.sh: decodes a PNG, and then writes all RAM to a file, as a debugger would. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "decode.h"

extern const unsigned char png_start[], png_end[];

__asm__(".section .rodata.png, \"a\"\n"
	".global png_start, png_end\n"
	"png_start: .incbin \"image.png\"\n"
	"png_end: .byte 0\n"
	".previous\n");

int main(void)
{
	static char buffer[BUFSIZ];
	int result = decode(png_start, (size_t)(png_end - png_start));
	FILE *f = fopen("ram.bin", "wb");

	if (!f)
		return 3;
	/* No heap from here on. */
	setvbuf(f, buffer, _IOFBF, sizeof(buffer));
	if (fwrite((const void *)RAM, 1, RAM_BYTES, f) != RAM_BYTES || fclose(f))
		return 4;
	return result;
}
