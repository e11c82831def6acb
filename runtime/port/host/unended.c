/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a process leaves whose end nothing sees: SIGKILL, or a system call of its own instead of
 * _exit().  When it begins to record, or was forked, it writes a dump that names its images and
 * says that it has not ended (ANYCOV_DUMP_TAG_OPEN).  The dump at its end replaces that file.
 *
 * Only where no other process has the name (%t in ANYCOV_OUT).  Nothing here fails visibly: without
 * the file a process that is killed leaves no trace.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "port.h"
#include "anycov/dump.h"

#define ROOM ((size_t)16 << 10)

/* The dump, in a mapping of its own: a forked child writes it, too, and allocates nothing. */
struct unended {
	size_t room, bytes;
	uint8_t dump[];
};

/* Replaced as a whole (A), so that a child forked meanwhile has the old one or the new one. */
static struct unended *unended;
static unsigned long long added; /* images that were loaded when it was made */
static struct anycov_dump_unended process;

/* Of the first chunk, which is ANYCOV_DUMP_TAG_OPEN. */
#define AT_CONTEXT (sizeof(struct anycov_dump_head) + offsetof(struct anycov_dump_chunk, context))
#define AT_PROCESS (sizeof(struct anycov_dump_head) + sizeof(struct anycov_dump_chunk))
/* Of the last one: its checksum is of all that is before it. */
#define END_BYTES (sizeof(struct anycov_dump_chunk) + 8)

static struct unended *map_room(size_t room)
{
	struct unended *u =
		mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (u == MAP_FAILED)
		return NULL;
	u->room = room - sizeof(*u);
	return u;
}

static void unmap(struct unended *u)
{
	if (u)
		munmap(u, u->room + sizeof(*u));
}

static int append_to_memory(void *arg, const void *data, size_t n)
{
	struct unended **to = arg, *u = *to;

	if (n > u->room - u->bytes) {
		struct unended *larger = map_room(2 * (u->room + sizeof(*u) + n));

		if (!larger)
			return ANYCOV_ENOMEM;
		memcpy(larger->dump, u->dump, u->bytes);
		larger->bytes = u->bytes;
		unmap(u);
		*to = u = larger;
	}
	memcpy(u->dump + u->bytes, data, n);
	u->bytes += n;
	return 0;
}

static void name_process(void)
{
	process.id = host_time() ^ (uint64_t)host_config.pid << 40;
}

static struct unended *make_dump(void)
{
	struct unended *u = map_room(ROOM);
	struct anycov_dump d;

	if (!u)
		return NULL;
	anycov_dump_begin(&d, append_to_memory, &u, sizeof(anycov_word), 0);
	anycov_dump_chunk(&d, ANYCOV_DUMP_TAG_OPEN, (uint32_t)host_config.pid, sizeof(process), 0);
	anycov_dump_bytes(&d, &process, sizeof(process));
	host_dump_modules(&d);
	if (!anycov_dump_end(&d))
		return u;
	unmap(u);
	return NULL;
}

/* Above the limit the write would send SIGXFSZ. */
static int may_write(size_t bytes)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	       limit.rlim_cur >= bytes;
}

static int write_dump(int fd, const struct unended *u)
{
	return write(fd, u->dump, u->bytes) == (ssize_t)u->bytes;
}

static int write_new(const char *path, const struct unended *u)
{
	int fd, done;

	if (!may_write(u->bytes))
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0)
		return 0;
	done = write_dump(fd, u);
	close(fd);
	return done;
}

/* Who reads the directory now sees all of it or nothing. */
static void put_in_place(const struct unended *u)
{
	char tmp[HOST_PATH_MAX];

	host_temporary(tmp, host_config.out);
	if (!write_new(tmp, u) || rename(tmp, host_config.out))
		unlink(tmp);
}

static int get_added(struct dl_phdr_info *info, size_t size, void *arg)
{
	if (size >= offsetof(struct dl_phdr_info, dlpi_adds) + sizeof(info->dlpi_adds))
		*(unsigned long long *)arg = info->dlpi_adds;
	return 1;
}

void host_unended_begin(void)
{
	int saved = errno;

	name_process();
	dl_iterate_phdr(get_added, &added);
	unended = make_dump();
	if (unended)
		put_in_place(unended);
	errno = saved;
}

/* Appends, as a second dump of the process, unless its end has begun. */
static void add_to_file(const struct unended *u)
{
	int fd = open(host_config.out, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	/* If it had not when the file was opened, this is not the dump of that end. */
	if (!host_has_written() && !fstat(fd, &st) && may_write((size_t)st.st_size + u->bytes) &&
	    !write_dump(fd, u) && ftruncate(fd, st.st_size))
		unlink(host_config.out); /* a part of a dump would be taken for a damaged one */
	close(fd);
}

void host_unended_loaded(void)
{
	unsigned long long now = added;
	int saved = errno;
	struct unended *u;

	dl_iterate_phdr(get_added, &now);
	if (!unended || now == added)
		return;
	added = now;
	u = make_dump();
	if (u) {
		/* The old one is left to those who may be writing it. */
		__atomic_store_n(&unended, u, __ATOMIC_RELEASE);
		add_to_file(u);
	}
	errno = saved;
}

/* Async-signal-safe: other threads of the parent may have held any lock. */
void host_unended_fork_child(void)
{
	const uint32_t context = (uint32_t)host_config.pid;
	struct unended *u = __atomic_load_n(&unended, __ATOMIC_ACQUIRE);
	uint32_t crc;
	int saved = errno;

	if (!u)
		return;
	name_process();
	memcpy(u->dump + AT_CONTEXT, &context, sizeof(context));
	memcpy(u->dump + AT_PROCESS, &process, sizeof(process));
	crc = anycov_crc32(0, u->dump, u->bytes - END_BYTES);
	memcpy(u->dump + u->bytes - 8, &crc, sizeof(crc));
	put_in_place(u);
	errno = saved;
}

void host_unended_exec(void)
{
	if (unended && !host_has_written())
		unlink(host_config.out);
}

/* Not over a dump that another thread, which ends the process, has put there. */
void host_unended_exec_failed(void)
{
	const struct unended *u = __atomic_load_n(&unended, __ATOMIC_ACQUIRE);

	if (u)
		write_new(host_config.out, u);
}
