/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Files of a directory, created by any of hundreds of processes that start together, of several
 * users, while the disk fills up.  A file is written under a temporary name, with all its blocks
 * allocated, and gets its name by link(), which never replaces a file: a file that has its name
 * is complete, a store to it cannot fail, and the flags in it are never lost to another writer.
 */
#include <errno.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include "set.h"

/* Files made meanwhile by others are waited for this long: it saves work, nothing else. */
#define LOCK_TRIES 200
#define LOCK_WAIT 1000000 /* ns */

#define NO_REPLACE 1 /* of renameat2() */

/* A descriptor may be one of the first three, closed by the parent: nothing prints meanwhile. */
int set_open_directory(const char *path, int create)
{
	int dir = set_open(AT_FDCWD, path, O_PATH | O_DIRECTORY, 0), marker;

	if (dir != -ENOENT || !create)
		return dir;
	SET_SYS3(SYS_mkdirat, AT_FDCWD, path, 0777);
	dir = set_open(AT_FDCWD, path, O_PATH | O_DIRECTORY, 0);
	if (dir < 0)
		return dir;
	marker = set_open(dir, ANYCOV_FLAGS_DIR_MARKER, O_WRONLY | O_CREAT | O_EXCL, 0666);
	if (marker >= 0)
		set_close(marker);
	return dir;
}

static int lock_directory(int dir)
{
	const struct timespec wait = { 0, LOCK_WAIT };
	int fd = set_open(dir, ".", O_RDONLY | O_DIRECTORY, 0), i;

	for (i = 0; fd >= 0 && i < LOCK_TRIES; i++) {
		if (SET_SYS2(SYS_flock, fd, LOCK_EX | LOCK_NB) != -EWOULDBLOCK)
			return fd;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return fd;
}

static void unlock_directory(int fd)
{
	if (fd >= 0)
		set_close(fd);
}

/* A byte past the limit raises SIGXFSZ, which would end the process. */
int set_is_over_limit(uint64_t bytes)
{
	struct rlimit limit;

	return !SET_SYS4(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, &limit) &&
	       limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur;
}

static int write_zeros(int fd, uint64_t bytes)
{
	static const char zeros[512];
	uint64_t at;
	int err = 0;

	for (at = 0; at < bytes && !err; at += sizeof(zeros))
		err = set_pwrite(fd, zeros,
				 bytes - at < sizeof(zeros) ? (size_t)(bytes - at) : sizeof(zeros),
				 at);
	return err;
}

/* A full disk is an error here, not a SIGBUS at a store. */
static int allocate(int fd, uint64_t bytes)
{
	int err = (int)SET_SYS4(SYS_fallocate, fd, 0, 0, bytes);

	if (err == -EOPNOTSUPP || err == -ENOSYS || err == -EPERM || err == -EINVAL)
		return write_zeros(fd, bytes);
	return err;
}

int set_new_begin(struct set_new *f, int dir, const char *name, uint64_t bytes)
{
	struct timespec now = { 0, 0 };
	int err;

	if (set_is_over_limit(bytes))
		return -EFBIG;
	SET_SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	f->dir = dir;
	f->temporary[0] = 0;
	set_append(f->temporary, sizeof(f->temporary), name);
	set_append(f->temporary, sizeof(f->temporary), ".");
	set_append_hex(f->temporary, sizeof(f->temporary), (uint64_t)set_pid(), 8);
	set_append_hex(f->temporary, sizeof(f->temporary), (uint64_t)now.tv_nsec, 8);
	/* Another one's in a PID namespace of its own. */
	set_append_hex(f->temporary, sizeof(f->temporary), (uintptr_t)&now >> 4, 8);
	set_append(f->temporary, sizeof(f->temporary), ANYCOV_FLAGS_TEMPORARY_END);
	f->fd = set_open(dir, f->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	if (f->fd < 0)
		return f->fd;
	err = allocate(f->fd, bytes);
	if (!err)
		return 0;
	set_close(f->fd);
	SET_SYS3(SYS_unlinkat, dir, f->temporary, 0);
	return err;
}

static int give_name(const struct set_new *f, const char *name)
{
	int err = (int)SET_SYS5(SYS_linkat, f->dir, f->temporary, f->dir, name, 0);

	/* Some filesystems have no links. */
	if (err && err != -EEXIST)
		err = (int)SET_SYS5(SYS_renameat2, f->dir, f->temporary, f->dir, name, NO_REPLACE);
	return err;
}

int set_new_end(struct set_new *f, const char *name, int error)
{
	struct stat st;

	/* Who may use the directory may use the file, whatever the umask of its creator. */
	if (!error && !set_fstat(f->dir, &st))
		SET_SYS2(SYS_fchmod, f->fd, (st.st_mode & 0666) | 0600);
	set_close(f->fd);
	if (!error)
		error = give_name(f, name);
	SET_SYS3(SYS_unlinkat, f->dir, f->temporary, 0);
	return error;
}

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Without lanes. */
static uint64_t plain_bytes(const struct anycov_flags_head *head)
{
	return head->at_flags + round_up(head->n_flags, head->page_bytes);
}

int set_is_version(const struct anycov_flags_head *head)
{
	return head->version == ANYCOV_FLAGS_VERSION ||
	       head->version == ANYCOV_FLAGS_VERSION_WITHOUT_LANES;
}

static void fill_head(struct anycov_flags_head *head, const struct set_image *image, uint32_t lanes)
{
	uint32_t path_bytes = (uint32_t)set_length(image->path);
	size_t page = set_page_bytes();

	head->magic = ANYCOV_FLAGS_MAGIC;
	head->version = lanes ? ANYCOV_FLAGS_VERSION : ANYCOV_FLAGS_VERSION_WITHOUT_LANES;
	head->build_id_bytes = (uint16_t)image->id_bytes;
	head->path_bytes = path_bytes;
	head->page_bytes = (uint32_t)page;
	head->at_flags =
		round_up(sizeof(*head) + image->id_bytes + path_bytes +
				 ANYCOV_FLAGS_CUTS_OF(image->n) * sizeof(struct anycov_flags_cut),
			 page);
	head->n_flags = image->n;
	head->address = (uintptr_t)image->flags - image->bias;
	head->n_started = head->n_ended = 0;
	head->n_ended_cut = head->how = 0;
}

_Static_assert(SET_START == 0, "a new file's flags have their start value");

static void file_name(char *name, size_t room, const struct set_image *image)
{
	name[0] = 0;
	set_append(name, room, image->file);
	set_append(name, room, ANYCOV_FLAGS_FILE_END);
}

int set_write_file(const struct set_image *image, int dir, const struct anycov_flags_head *counts,
		   const unsigned char *flags)
{
	char name[SET_NAME_MAX + 1];
	struct anycov_flags_head head;
	uint32_t lanes = flags ? 0 : set_lanes_of(image->n, set_page_bytes());
	uint64_t bytes;
	struct set_new f;
	int err;

	file_name(name, sizeof(name), image);
	fill_head(&head, image, lanes);
	bytes = plain_bytes(&head) + (lanes ? set_lanes_bytes(&head, lanes) : 0);
	if (counts) {
		head.n_started = counts->n_started;
		head.n_ended = counts->n_ended;
		head.n_ended_cut = counts->n_ended_cut;
		head.how = counts->how;
	}
	err = set_new_begin(&f, dir, name, bytes);
	if (err)
		return err;
	err = set_pwrite(f.fd, &head, sizeof(head), 0);
	if (!err)
		err = set_pwrite(f.fd, image->id, image->id_bytes, sizeof(head));
	if (!err)
		err = set_pwrite(f.fd, image->path, head.path_bytes,
				 sizeof(head) + image->id_bytes);
	if (!err && flags)
		err = set_pwrite(f.fd, flags, image->n, head.at_flags);
	if (!err && lanes)
		err = set_pwrite(f.fd, &lanes, sizeof(lanes), plain_bytes(&head));
	return set_new_end(&f, name, err);
}

static int open_flags(int dir, const char *name)
{
	return set_open(dir, name, O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0);
}

int set_open_file(const struct set_image *image, int dir)
{
	char name[SET_NAME_MAX + 1];
	int fd, lock, err;

	file_name(name, sizeof(name), image);
	fd = open_flags(dir, name);
	if (fd != -ENOENT)
		return fd;
	lock = lock_directory(dir);
	fd = open_flags(dir, name);
	if (fd == -ENOENT) {
		set_write_image(image, dir);
		err = set_write_file(image, dir, NULL, NULL);
		fd = err && err != -EEXIST ? err : open_flags(dir, name);
	}
	unlock_directory(lock);
	return fd;
}

int set_file_fits(const struct set_image *image, const struct anycov_flags_head *head,
		  uint64_t bytes)
{
	return bytes >= sizeof(*head) && head->magic == ANYCOV_FLAGS_MAGIC &&
	       set_is_version(head) && head->build_id_bytes == image->id_bytes &&
	       head->page_bytes && head->page_bytes % set_page_bytes() == 0 &&
	       head->at_flags % head->page_bytes == 0 &&
	       head->at_flags >= sizeof(*head) + image->id_bytes && head->n_flags == image->n &&
	       bytes >= head->n_flags && head->at_flags <= bytes - head->n_flags &&
	       plain_bytes(head) <= bytes &&
	       (head->version == ANYCOV_FLAGS_VERSION_WITHOUT_LANES ||
		set_count_lanes(head, bytes) >= 0) &&
	       head->address == (uintptr_t)image->flags - image->bias &&
	       set_equal(head + 1, image->id, image->id_bytes);
}
