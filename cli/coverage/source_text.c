/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "coverage/source_text.h"

/* Larger files are not source code. */
#define SOURCE_MAX (64u << 20)

static int open_source(const struct cov_file *file)
{
	/* The path is from an untrusted image: do not wait for a pipe or open a device. */
	const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	int fd = open(file->full, flags);
	char *path;

	if (fd >= 0 || !file->dir || file->compiler_path[0] == '/')
		return fd;
	/* "link/../x.c": a normalized path is wrong if `link` is a symbolic link. */
	path = xasprintf("%s/%s", file->dir, file->compiler_path);
	fd = open(path, flags);
	free(path);
	return fd;
}

char *source_text_read(const struct cov_file *file, size_t *size)
{
	int fd = open_source(file);
	struct stat st;
	char *s = NULL;
	ssize_t got;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= SOURCE_MAX) {
		s = xmalloc((size_t)st.st_size + 1);
		*size = 0;
		while (*size < (size_t)st.st_size &&
		       (got = read(fd, s + *size, (size_t)st.st_size - *size)) > 0)
			*size += (size_t)got;
		s[*size] = 0;
	}
	close(fd);
	return s;
}
