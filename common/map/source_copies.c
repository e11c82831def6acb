/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "common/map/source_copies.h"

void anycov_source_copy_name(char name[ANYCOV_COPY_NAME_ROOM],
			     const struct anycov_contents *contents)
{
	snprintf(name, ANYCOV_COPY_NAME_ROOM, "%016" PRIx64 "-%" PRIu64, contents->hash,
		 contents->size);
}

/* The kernel's sources are often below /usr/src. */
bool anycov_source_is_system(const char *path)
{
	static const char *const globs[] = {
		"/usr/include/*",
		"/usr/lib/*",
		"/usr/lib[0-9]*/*",
		"/usr/*/include/*",
		"*/include/c++/*",
		"*/lib/gcc/*/include*/*",
		"*/lib/clang/*/include/*",
		"/nix/store/*/include/*",
		"/gnu/store/*/include/*",
		/* What gnatbind and gnatmake write; no unit of Ada can have these names. */
		"*/b~*.ad[bs]",
		"*/b__*.ad[bs]",
		"b~*.ad[bs]",
		"b__*.ad[bs]",
	};

	if (!strncmp(path, "/usr/src/", strlen("/usr/src/")))
		return false;
	for (size_t i = 0; i < sizeof(globs) / sizeof(*globs); i++)
		if (!fnmatch(globs[i], path, 0))
			return true;
	return false;
}

/* Returns whether a copy is there.  Its time becomes now: the oldest are removed first. */
static bool is_kept(int dir, const char *name, uint64_t size)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode) ||
	    (uint64_t)st.st_size != size)
		return false;
	/* One that cannot be touched is there all the same. */
	(void)utimensat(dir, name, NULL, AT_SYMLINK_NOFOLLOW);
	return true;
}

/* A file above the limit of its size would end the compiler by a signal. */
static bool has_room(int dir, uint64_t size)
{
	struct statvfs fs;
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) && (uint64_t)limit.rlim_cur >= size &&
	       !fstatvfs(dir, &fs) &&
	       (uint64_t)fs.f_bavail * fs.f_frsize >= size + ANYCOV_COPIES_FREE;
}

/* Returns whether all was written, and is what the map has the hash of. */
static bool copy(int from, int to, const struct anycov_contents *contents)
{
	struct anycov_contents read_now = { 0, ANYCOV_SOURCE_HASH_START };
	char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0 &&
	       read_now.size + (uint64_t)n <= contents->size) {
		if (write(to, buffer, (size_t)n) != n)
			return false;
		read_now.size += (uint64_t)n;
		read_now.hash = anycov_source_hash(read_now.hash, buffer, (size_t)n);
	}
	return !n && read_now.size == contents->size && read_now.hash == contents->hash;
}

/* Who may not read a source may not read its copy: the group of that is another one. */
static mode_t mode_of(int from)
{
	struct stat st;

	return !fstat(from, &st) && (st.st_mode & S_IROTH) ? 0666 : 0600;
}

static void add_copy(int dir, const char *name, int from, const struct anycov_contents *contents)
{
	char temporary[32];
	bool is_whole;
	int to;

	snprintf(temporary, sizeof(temporary), ".%ld", (long)getpid());
	to = openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_of(from));
	if (to >= 0) {
		is_whole = copy(from, to, contents);
		is_whole = !close(to) && is_whole;
		if (is_whole && !renameat(dir, temporary, dir, name))
			return;
	}
	/* Also one that a compiler with this number left when it was killed. */
	unlinkat(dir, temporary, 0);
}

void anycov_source_keep(const char *path, const struct anycov_contents *contents)
{
	const char *directory = getenv(ANYCOV_COPIES_VARIABLE);
	char name[ANYCOV_COPY_NAME_ROOM];
	int dir, from;

	if (!directory || *directory != '/' || !contents->size || anycov_source_is_system(path))
		return;
	dir = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir < 0)
		return;
	anycov_source_copy_name(name, contents);
	if (!is_kept(dir, name, contents->size) && has_room(dir, contents->size)) {
		from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		if (from >= 0) {
			add_copy(dir, name, from, contents);
			close(from);
		}
	}
	close(dir);
}
