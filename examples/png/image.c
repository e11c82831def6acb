/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* image >image.png: a disc of 32 x 32 pixels, its lines in PNG's five filters in turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SIZE 32
#define LINE (SIZE * 4)

static void put_number(unsigned long n)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		putchar((int)(n >> shift & 0xff));
}

static void put_chunk(const char *type, const unsigned char *data, unsigned long size)
{
	unsigned long crc = crc32(0, (const unsigned char *)type, 4);

	put_number(size);
	fwrite(type, 1, 4, stdout);
	if (size)
		fwrite(data, 1, size, stdout);
	put_number(size ? crc32(crc, data, (unsigned int)size) : crc);
}

static void draw(unsigned char *to, int y)
{
	for (int x = 0; x < SIZE; x++, to += 4) {
		int from_center = (2 * x - SIZE) * (2 * x - SIZE) + (2 * y - SIZE) * (2 * y - SIZE);

		to[0] = (unsigned char)(8 * x);
		to[1] = (unsigned char)(8 * y);
		to[2] = (unsigned char)(x * y);
		to[3] = from_center < SIZE * SIZE ? 255 : 0;
	}
}

/* What filter n of PNG subtracts from a byte: left of it, above it, and above and left. */
static int predict(int n, int left, int up, int corner)
{
	int by_left = abs(up - corner), by_up = abs(left - corner);
	int by_corner = abs(left + up - 2 * corner);

	switch (n) {
	case 1:
		return left;
	case 2:
		return up;
	case 3:
		return (left + up) / 2;
	case 4:
		if (by_left <= by_up && by_left <= by_corner)
			return left;
		return by_up <= by_corner ? up : corner;
	default:
		return 0;
	}
}

int main(void)
{
	static const unsigned char head[13] = { 0, 0, 0, SIZE, 0, 0, 0, SIZE, 8, 6 }; /* RGBA */
	static unsigned char lines[SIZE + 1][LINE], raw[SIZE * (LINE + 1)], packed[SIZE * LINE * 2];
	unsigned char *to = raw;
	unsigned long size = sizeof(packed);

	for (int y = 0; y < SIZE; y++) {
		const unsigned char *up = lines[y], *now = lines[y + 1];

		draw(lines[y + 1], y);
		*to++ = (unsigned char)(y % 5);
		for (int i = 0; i < LINE; i++)
			*to++ = (unsigned char)(now[i] - predict(y % 5, i < 4 ? 0 : now[i - 4],
								 up[i], i < 4 ? 0 : up[i - 4]));
	}
	if (compress(packed, &size, raw, sizeof(raw)) != Z_OK)
		return 1;
	fwrite("\x89PNG\r\n\x1a\n", 1, 8, stdout);
	put_chunk("IHDR", head, sizeof(head));
	put_chunk("IDAT", packed, size);
	put_chunk("IEND", NULL, 0);
	return fflush(stdout) != 0;
}
