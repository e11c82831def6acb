/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include "decode.h"

int main(int argc, char **argv)
{
	static unsigned char data[1 << 20];
	size_t size;
	FILE *f;

	if (argc != 2) {
		fprintf(stderr, "usage: %s FILE.png\n", argv[0]);
		return 2;
	}
	f = fopen(argv[1], "rb");
	if (!f) {
		perror(argv[1]);
		return 1;
	}
	size = fread(data, 1, sizeof(data), f);
	fclose(f);
	return decode(data, size);
}
