/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include <zlib.h>
#include "dump/reader_window.h"

int reader_bad(struct dump_reader *r, uint64_t offset, const char *what)
{
	return anycov_error_set(r->err, "%s:%llu: %s", r->path, (unsigned long long)offset, what);
}

int reader_fill(struct dump_reader *r, size_t n)
{
	while (r->end - r->start < n) {
		ssize_t got;

		if (r->eof)
			return -1;
		if (r->start && r->room - r->start < n) {
			memmove(r->window, r->window + r->start, r->end - r->start);
			r->end -= r->start;
			r->start = 0;
		}
		progress(r->path, r->offset, r->from.size);
		got = byte_source_read(&r->from, r->window + r->end, r->room - r->end, r->err);
		if (got < 0)
			return -2;
		if (!got)
			r->eof = true;
		r->end += (size_t)got;
	}
	return 0;
}

const unsigned char *reader_take(struct dump_reader *r, size_t n, const char *what)
{
	const unsigned char *p;
	int status = reader_fill(r, n);

	if (status) {
		if (status == -1)
			anycov_error_set(r->err, "%s:%llu: truncated (%s)", r->path,
					 (unsigned long long)(r->offset + (r->end - r->start)),
					 what);
		return NULL;
	}
	p = r->window + r->start;
	if (r->crc_on)
		r->crc = (uint32_t)crc32(r->crc, p, (uInt)n);
	r->start += n;
	r->offset += n;
	return p;
}

uint64_t reader_number(const struct dump_reader *r, const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)p[r->info.big_endian ? bytes - 1 - i : i] << (8 * i);
	return v;
}

void reader_numbers(const struct dump_reader *r, const unsigned char *p, unsigned bytes,
		    uint64_t *v, size_t n)
{
	uint16_t order = 1;
	bool host_big = !*(const unsigned char *)&order;

	if (r->info.big_endian == host_big && bytes == 8) {
		memcpy(v, p, n * 8);
	} else if (r->info.big_endian == host_big && bytes == 4) {
		for (size_t i = 0; i < n; i++) {
			uint32_t w;

			memcpy(&w, p + 4 * i, 4);
			v[i] = w;
		}
	} else {
		for (size_t i = 0; i < n; i++)
			v[i] = reader_number(r, p + i * bytes, bytes);
	}
}
