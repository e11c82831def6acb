/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Runs a target once on each file that the command names, uninstrumented (bench/fuzz). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ROOM (1u << 22)

int main(int argc, char **argv)
{
	uint8_t *data = malloc(ROOM);

	for (int i = 1; data && i < argc; i++) {
		FILE *f = fopen(argv[i], "rb");

		if (!f) {
			perror(argv[i]);
			return 1;
		}
		LLVMFuzzerTestOneInput(data, fread(data, 1, ROOM, f));
		fclose(f);
	}
	free(data);
	return 0;
}
