/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <zlib.h>
#include "coverage/match/code_check.h"

#define ADVICE "use the ELF file that was run; 'anycov report --force' uses this one"

/* Notes that the records are of another build. */
static void note_forced(struct match_result *r)
{
	for (size_t i = 0; i < r->n_images; i++)
		r->images[i]->records.forced = true;
}

/* Returns the image that contains these bytes, *same: one with this checksum, or NULL. */
static const struct instrumented_image *
image_of_code(const struct match_result *r, uint64_t address, uint32_t n, uint32_t crc, bool *same)
{
	const struct instrumented_image *found = NULL;

	*same = false;
	for (size_t i = 0; i < r->n_images && !*same; i++) {
		const unsigned char *p = image_bytes(r->images[i]->img, address, n);

		if (!p)
			continue;
		found = r->images[i];
		*same = crc32(crc32(0, NULL, 0), p, n) == crc;
	}
	return found;
}

int check_code(struct match_result *r, const struct dump_info *info, const struct dump_code *code,
	       struct anycov_error *err)
{
	for (size_t i = 0; i < code->n; i++) {
		const uint64_t at = code->address + i * code->block;
		bool same;
		const struct instrumented_image *m =
			image_of_code(r, at, code->block, (uint32_t)code->crcs[i], &same);

		if (!m || same)
			continue;
		if (!r->force)
			return anycov_error_set(
				err,
				"%s: recorded by another build: its code at 0x%llx to 0x%llx is "
				"not that of %s; " ADVICE,
				info->path, (unsigned long long)at,
				(unsigned long long)(at + code->block), m->img->path);
		note_forced(r);
		return 0;
	}
	return 0;
}

int check_address(struct match_result *r, const struct dump_info *info, size_t image,
		  uint64_t address, struct anycov_error *err)
{
	const struct instrumented_image *m = r->images[image];
	size_t low = 0, high = m->n_probes;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->probes[mid].return_address < address)
			low = mid + 1;
		else
			high = mid;
	}
	if (!m->exact || !low || low == m->n_probes || !m->probes[low].has_record ||
	    !m->probes[low - 1].has_record || m->probes[low].function == MAP_NONE ||
	    m->probes[low].function != m->probes[low - 1].function)
		return 0;
	if (!r->force)
		return anycov_error_set(err,
					"%s: recorded by another build: no hook of %s returns to "
					"0x%llx, which is in %s(); " ADVICE,
					info->path, m->img->path, (unsigned long long)address,
					m->map->functions[m->probes[low].function].name);
	note_forced(r);
	return 0;
}
