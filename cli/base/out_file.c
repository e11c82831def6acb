/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/paths.h"

/* Opens a device or a pipe, which a rename would replace. */
static int open_special(struct out_file *out, const char *path, struct anycov_error *err)
{
	out->f = fopen(path, "w");
	if (!out->f) {
		anycov_error_set(err, "%s: cannot write: %s", path, strerror(errno));
		return -1;
	}
	out->path = xstrdup(path);
	return 0;
}

int out_open(struct out_file *out, const char *path, struct anycov_error *err)
{
	struct stat st;
	mode_t mask;
	int fd;

	memset(out, 0, sizeof(*out));
	if (!path || !strcmp(path, "-")) {
		out->f = stdout;
		return 0;
	}
	if (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return open_special(out, path, err);
	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return anycov_error_set(err, "%s: is a directory; use a file name", path);
	out->path = path_behind_links(path);
	out->temporary = xasprintf("%s.XXXXXX", out->path);
	fd = mkstemp(out->temporary);
	if (fd >= 0) {
		/* mkstemp() makes it private; an output has the usual mode. */
		mask = umask(0);
		umask(mask);
		if (fchmod(fd, 0666 & ~mask))
			errno = 0;
		out->f = fdopen(fd, "w");
	}
	if (out->f)
		return 0;
	anycov_error_set(err, "%s: cannot write: %s", path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(out->temporary);
	}
	free(out->path);
	free(out->temporary);
	memset(out, 0, sizeof(*out));
	return -1;
}

void out_discard(struct out_file *out)
{
	if (out->path && out->f)
		fclose(out->f);
	if (out->temporary)
		unlink(out->temporary);
	free(out->path);
	free(out->temporary);
	memset(out, 0, sizeof(*out));
}

int out_commit(struct out_file *out, struct anycov_error *err)
{
	const char *name = out->path ? out->path : "standard output";
	bool bad = ferror(out->f) || fflush(out->f);

	if (out->path && !bad) {
		bad = fclose(out->f);
		out->f = NULL;
		bad = bad || (out->temporary && rename(out->temporary, out->path));
		if (!bad) {
			free(out->temporary);
			out->temporary = NULL;
		}
	}
	if (bad)
		anycov_error_set(err, "%s: cannot write: %s", name, strerror(errno));
	out_discard(out);
	return bad ? -1 : 0;
}
