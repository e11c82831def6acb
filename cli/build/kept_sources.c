/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "build/kept_sources.h"
#include "common/map/source_copies.h"

struct kept_source {
	char name[ANYCOV_COPY_NAME_ROOM];
	struct timespec used;
	uint64_t size;
};

char *kept_sources_beside(const char *list)
{
	return xasprintf("%.*s" KEPT_SOURCES_NAME, (int)(base_name(list) - list), list);
}

bool kept_sources_make(const char *directory)
{
	struct stat st;
	int dir, fd;

	if (!mkdir(directory, 0777)) {
		/* It is not for version control, as caches of other tools are not. */
		dir = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		fd = dir < 0 ? -1
			     : openat(dir, ".gitignore",
				      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (fd >= 0 && write(fd, "*\n", 2) < 0)
			unlinkat(dir, ".gitignore", 0);
		if (fd >= 0)
			close(fd);
		if (dir >= 0)
			close(dir);
	}
	return !lstat(directory, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* Returns whether a name is that of a copy, or of one that was not finished. */
static bool is_copy(const char *name)
{
	size_t n = strspn(name, "0123456789abcdef");

	if (*name == '.' && name[1] && !name[1 + strspn(name + 1, "0123456789")])
		return true;
	return n == 16 && name[n] == '-' && name[n + 1] &&
	       !name[n + 1 + strspn(name + n + 1, "0123456789")] &&
	       strlen(name) < ANYCOV_COPY_NAME_ROOM;
}

static bool is_earlier(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static int compare_age(const void *a, const void *b)
{
	const struct kept_source *x = a, *y = b;

	return is_earlier(&x->used, &y->used) ? -1 : is_earlier(&y->used, &x->used);
}

/* Returns the copies but those that were not used since before, which it removes. */
static struct kept_source *read_kept(DIR *d, const struct timespec *before, size_t *n,
				     uint64_t *bytes)
{
	struct kept_source *v = NULL;
	struct dirent *e;
	struct stat st;
	size_t room = 0;

	while ((e = readdir(d))) {
		if (!is_copy(e->d_name) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode))
			continue;
		if (before && is_earlier(&st.st_mtim, before)) {
			unlinkat(dirfd(d), e->d_name, 0);
			continue;
		}
		ARRAY_GROW(v, *n, room);
		strcpy(v[*n].name, e->d_name);
		v[*n].used = st.st_mtim;
		v[(*n)++].size = (uint64_t)st.st_size;
		*bytes += (uint64_t)st.st_size;
	}
	return v;
}

void kept_sources_trim(const char *directory, const struct timespec *before, uint64_t max)
{
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	uint64_t bytes = 0;
	struct kept_source *v;
	size_t n = 0;

	if (!d)
		return;
	v = read_kept(d, before, &n, &bytes);
	if (bytes > max) {
		qsort(v, n, sizeof(*v), compare_age);
		for (size_t i = 0; i < n && bytes > max / 2; bytes -= v[i++].size)
			unlinkat(dirfd(d), v[i].name, 0);
	}
	free(v);
	closedir(d);
}
