/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * SonarQube's generic format of test coverage, version 1.  It has no "unknown", so unknown lines
 * and outcomes are omitted, and files of which nothing else is known.
 */
#include <stdlib.h>
#include <unistd.h>
#include "output/listed.h"
#include "output/output.h"
#include "output/xml.h"

static void write_line(struct xml_writer *w, const struct cov_line *l, const struct listed *t)
{
	xml_start(w, "lineToCover");
	xml_attributef(w, "lineNumber", "%u", l->line);
	xml_attribute(w, "covered", state_is_covered(l->state) ? "true" : "false");
	if (t->outcomes) {
		xml_attributef(w, "branchesToCover", "%zu", t->outcomes);
		xml_attributef(w, "coveredBranches", "%zu", t->taken);
	}
	xml_end(w);
}

static void write_file(struct xml_writer *w, const struct coverage *c, const struct cov_file *file,
		       const char *directory)
{
	size_t branch = file->first_branch;

	xml_start(w, "file");
	xml_attribute(w, "path", listed_path(file, directory));
	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];
		struct listed t = listed_outcomes(c, file, l->line, &branch);

		if (l->state != STATE_UNKNOWN)
			write_line(w, l, &t);
	}
	xml_end(w);
}

void out_sonarqube(FILE *f, const struct coverage *c)
{
	char *directory = getcwd(NULL, 0);
	struct xml_writer w;

	xml_begin(&w, f, "coverage", NULL);
	xml_start(&w, "coverage");
	xml_attribute(&w, "version", "1");
	for (size_t i = 0; i < c->n_files; i++)
		if (c->files[i].lines.total > c->files[i].lines.unknown)
			write_file(&w, c, &c->files[i], directory);
	xml_end(&w);
	free(directory);
}
