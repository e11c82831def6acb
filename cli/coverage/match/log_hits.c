/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <gelf.h>
#include "coverage/match/log_hits.h"
#include "coverage/model/code_ranges.h"
#include "dump/execution_log.h"

/* Returns whether the log has the first instruction of the image: it is not of a later part. */
static bool has_entry(const struct execution_log *log, const struct image *img)
{
	GElf_Ehdr head;
	uint64_t entry;

	if (!gelf_getehdr(img->elf, &head))
		return false;
	entry = img->machine == EM_ARM ? head.e_entry & ~(uint64_t)1 : head.e_entry;
	return execution_log_has(log, entry, entry + 1);
}

int log_apply(struct instrumented_image *m, const char *path, uint64_t offset, bool force,
	      struct anycov_error *err)
{
	struct execution_log log;
	size_t hit = 0;

	if (execution_log_read(&log, path, m->img, offset, force, err))
		return -1;
	for (size_t i = 0; i < m->n_probes; i++) {
		struct image_probe *s = &m->probes[i];

		if (!execution_log_has(&log, s->call_address, m->range_ends[i]))
			continue;
		s->hits++;
		hit++;
	}
	m->records.logs++;
	m->records.partial_logs += !log.has_code || log.is_cut || !has_entry(&log, m->img);
	m->records.forced = m->records.forced || force;
	execution_log_free(&log);
	if (hit)
		return 0;
	return anycov_error_set(err,
				"%s: has no code of %s with lines; use the image that was run, and "
				"its --load-offset if it was moved",
				path, m->img->path);
}
