/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/base.h"

static void out_of_memory(size_t n)
{
	input_error("out of memory (%zu bytes)", n);
	exit(EXIT_BAD_DATA);
}

void *xrealloc(void *p, size_t n)
{
	void *q = realloc(p, n ? n : 1);

	if (!q)
		out_of_memory(n);
	return q;
}

void *xmalloc(size_t n)
{
	return xrealloc(NULL, n);
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		out_of_memory(n * size);
	return p;
}

char *xstrndup(const char *s, size_t n)
{
	char *copy = xmalloc(n + 1);

	memcpy(copy, s, n);
	copy[n] = 0;
	return copy;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *vxasprintf(const char *fmt, va_list ap)
{
	va_list again;
	char *s;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	s = xmalloc((size_t)n + 1);
	vsnprintf(s, (size_t)n + 1, fmt, again);
	va_end(again);
	return s;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = vxasprintf(fmt, ap);
	va_end(ap);
	return s;
}

int memory_file(const void *bytes, size_t n)
{
	const char *from = bytes;
	int fd = memfd_create("anycov", MFD_CLOEXEC);

	while (n && fd >= 0) {
		ssize_t done = write(fd, from, n);

		if (done <= 0) {
			close(fd);
			return -1;
		}
		from += done;
		n -= (size_t)done;
	}
	return fd;
}
