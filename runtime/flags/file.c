/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Files of a directory, created by any of hundreds of processes that start together, of several
 * users, while the disk fills up.  A file is written under a temporary name, with all its blocks
 * allocated, and gets its name by link(), which never replaces a file: a file that has its name
 * is complete, a store to it cannot fail, and the flags in it are never lost to another writer.
 *
 * What a process maps is in a directory of its user, which no other user can write: no other user
 * can truncate the file, write to it or replace it.
 */
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include "flags.h"

#define NO_REPLACE 1 /* of renameat2() */
#define OTHERS_WRITE 022u

int flags_is_own(const struct flags_image *image, const struct stat *st, unsigned type)
{
	return (st->st_mode & S_IFMT) == type && st->st_uid == image->uid &&
	       !(st->st_mode & OTHERS_WRITE);
}

/* A descriptor may be one of the first three, closed by the parent: nothing prints meanwhile. */
static int open_directory(int at, const char *path)
{
	return sys_open(at, path, O_PATH | O_DIRECTORY, 0);
}

static void mark(int dir)
{
	SYS4(SYS_mknodat, dir, ANYCOV_FLAGS_DIR_MARKER, S_IFREG | 0644, 0);
}

int flags_open_directory(const char *path, int create)
{
	int dir = open_directory(AT_FDCWD, path);

	if (dir != -ENOENT || !create)
		return dir;
	SYS3(SYS_mkdirat, AT_FDCWD, path, 0777);
	dir = open_directory(AT_FDCWD, path);
	if (dir >= 0)
		mark(dir);
	return dir;
}

/* A byte past the limit raises SIGXFSZ, which would end the process. */
int flags_is_over_limit(uint64_t bytes)
{
	struct rlimit limit;

	return !SYS4(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, &limit) &&
	       limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur;
}

static int write_zeros(int fd, uint64_t bytes)
{
	char zeros[256];
	uint64_t at;
	int err = 0;
	size_t i;

	for (i = 0; i < sizeof(zeros); i++)
		zeros[i] = 0;
	for (at = 0; at < bytes && !err; at += i) {
		i = bytes - at < sizeof(zeros) ? (size_t)(bytes - at) : sizeof(zeros);
		err = sys_pwrite(fd, zeros, i, at);
	}
	return err;
}

/* A full disk is an error here, not a SIGBUS at a store. */
static int allocate(int fd, uint64_t bytes)
{
	int err = (int)SYS4(SYS_fallocate, fd, 0, 0, bytes);

	if (err == -EOPNOTSUPP || err == -ENOSYS || err == -EPERM || err == -EINVAL)
		return write_zeros(fd, bytes);
	return err;
}

int flags_new_begin(struct flags_new *f, int dir, const char *name, uint64_t bytes)
{
	const size_t room = sizeof(f->temporary);
	struct timespec now = { 0, 0 };
	int err;

	if (flags_is_over_limit(bytes))
		return -EFBIG;
	SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	f->dir = dir;
	f->temporary[0] = 0;
	append(f->temporary, room, name);
	append(f->temporary, room, ".");
	append_hex(f->temporary, room, (uint64_t)sys_pid(), 8);
	append_hex(f->temporary, room, (uint64_t)now.tv_nsec, 8);
	/* Another one's in a PID namespace of its own. */
	append_hex(f->temporary, room, (uintptr_t)&now >> 4, 8);
	append(f->temporary, room, ANYCOV_FLAGS_TEMPORARY_END);
	f->fd = sys_open(dir, f->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	if (f->fd < 0)
		return f->fd;
	err = allocate(f->fd, bytes);
	if (!err)
		return 0;
	sys_close(f->fd);
	SYS3(SYS_unlinkat, dir, f->temporary, 0);
	return err;
}

static int give_name(const struct flags_new *f, const char *name)
{
	int err = (int)SYS5(SYS_linkat, f->dir, f->temporary, f->dir, name, 0);

	/* Some filesystems have no links. */
	if (err && err != -EEXIST)
		err = (int)SYS5(SYS_renameat2, f->dir, f->temporary, f->dir, name, NO_REPLACE);
	return err;
}

int flags_new_end(struct flags_new *f, const char *name, int error)
{
	/* Who may use the directory of the recording may read the file, whatever the umask is. */
	if (!error)
		SYS2(SYS_fchmod, f->fd, 0644);
	sys_close(f->fd);
	if (!error)
		error = give_name(f, name);
	SYS3(SYS_unlinkat, f->dir, f->temporary, 0);
	return error;
}

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static void fill_head(struct anycov_flags_head *head, const struct flags_image *image,
		      uint32_t path_bytes, uint32_t how)
{
	head->magic = ANYCOV_FLAGS_MAGIC;
	head->version = ANYCOV_FLAGS_VERSION;
	head->build_id_bytes = (uint16_t)image->id_bytes;
	head->path_bytes = path_bytes;
	head->page_bytes = (uint32_t)image->page;
	head->at_flags = round_up(sizeof(*head) + image->id_bytes + path_bytes, image->page);
	head->n_flags = image->n;
	head->address = (uintptr_t)image->flags - image->bias;
	head->n_started = head->n_copying = head->n_copied = head->reserved = 0;
	head->how = how;
}

_Static_assert(FLAG_START == 0, "a new file's flags have their start value");

static void file_name(char *name, const struct flags_image *image)
{
	name[0] = 0;
	append(name, NAME_BYTES, image->file);
	append(name, NAME_BYTES, ANYCOV_FLAGS_FILE_END);
}

int flags_write_file(const struct flags_image *image, int dir, uint32_t how,
		     const unsigned char *flags)
{
	char name[NAME_BYTES], path[PATH_BYTES];
	struct anycov_flags_head head;
	struct flags_new f;
	int err;

	file_name(name, image);
	flags_absolute(path, image->path);
	fill_head(&head, image, (uint32_t)string_length(path), how);
	head.n_started = flags != NULL;
	err = flags_new_begin(&f, dir, name, head.at_flags + round_up(image->n, image->page));
	if (err)
		return err;
	err = sys_pwrite(f.fd, &head, sizeof(head), 0);
	if (!err)
		err = sys_pwrite(f.fd, image->id, image->id_bytes, sizeof(head));
	if (!err)
		err = sys_pwrite(f.fd, path, head.path_bytes, sizeof(head) + image->id_bytes);
	if (!err && flags)
		err = sys_pwrite(f.fd, flags, image->n, head.at_flags);
	return flags_new_end(&f, name, err);
}

int flags_fit(const struct flags_image *image, const struct anycov_flags_head *head, uint64_t bytes)
{
	return bytes >= sizeof(*head) && head->magic == ANYCOV_FLAGS_MAGIC &&
	       head->version == ANYCOV_FLAGS_VERSION && head->build_id_bytes == image->id_bytes &&
	       head->page_bytes && head->page_bytes % image->page == 0 &&
	       head->at_flags % head->page_bytes == 0 && head->at_flags < bytes &&
	       head->at_flags >= sizeof(*head) + image->id_bytes && head->n_flags == image->n &&
	       bytes == head->at_flags + round_up(image->n, head->page_bytes) &&
	       head->address == (uintptr_t)image->flags - image->bias &&
	       bytes_equal(head + 1, image->id, image->id_bytes);
}

/* Opens the user's directory below another one; makes it if there is none. */
static int open_own(const struct flags_image *image, int above, const char *name)
{
	const int how = O_PATH | O_DIRECTORY | O_NOFOLLOW;
	struct stat st;
	int dir = sys_open(above, name, how, 0), is_new = 0, err;

	if (dir == -ENOENT) {
		err = (int)SYS3(SYS_mkdirat, above, name, 0755);
		if (err && err != -EEXIST)
			return err;
		is_new = !err;
		dir = sys_open(above, name, how, 0);
	}
	if (dir < 0)
		return dir == -ENOTDIR ? -EXDEV : dir;
	err = sys_fstat(dir, &st);
	if (!err && !flags_is_own(image, &st, S_IFDIR))
		err = -EXDEV;
	if (err) {
		sys_close(dir);
		return err;
	}
	if (is_new) {
		SYS3(SYS_fchmodat, dir, ".", 0755);
		mark(dir);
	}
	return dir;
}

/* Makes the files.  Returns 0 or a negative error number. */
static int make_files(const struct flags_image *image, const char *directory, const char *user,
		      int create, int *owns)
{
	int above, dir, err;

	if (!flags_arm && flags_has_traps(image))
		return -ENOEXEC;
	above = flags_open_directory(directory, create);
	if (above < 0)
		return above;
	dir = open_own(image, above, user);
	sys_close(above);
	if (dir < 0)
		return dir;
	flags_write_image(image, dir);
	*owns = flags_owns_pages(image);
	err = flags_write_file(image, dir, *owns ? ANYCOV_FLAGS_MAPPED : ANYCOV_FLAGS_COPIED, NULL);
	sys_close(dir);
	/* Who makes the file says it, and no other process. */
	*owns |= err != 0;
	return err == -EEXIST ? 0 : err;
}

static int open_flags(const char *path)
{
	return sys_open(AT_FDCWD, path, O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0);
}

/* Ends the path at the directory that an error is about. */
static int end_path(char *path, size_t directory, size_t user, int err)
{
	if (err == -EXDEV)
		path[user] = 0;
	else if (err == -ENOENT || err == -EACCES || err == -EPERM || err == -EROFS)
		path[directory] = 0;
	return err;
}

int flags_open_file(const struct flags_image *image, int create, char *path, size_t room, int *owns)
{
	size_t directory = string_length(path), user;
	struct stat st;
	int fd, err;

	append(path, room, "/" ANYCOV_FLAGS_USER_BEGIN);
	append_decimal(path, room, image->uid);
	user = string_length(path);
	err = sys_stat(AT_FDCWD, path, &st, AT_SYMLINK_NOFOLLOW);
	if (!err && !flags_is_own(image, &st, S_IFDIR))
		return -EXDEV;
	append(path, room, "/");
	append(path, room, image->file);
	append(path, room, ANYCOV_FLAGS_FILE_END);
	fd = err ? err : open_flags(path);
	if (fd != -ENOENT)
		return err ? end_path(path, directory, user, err) : fd;
	path[directory] = path[user] = 0;
	err = make_files(image, path, path + directory + 1, create, owns);
	path[directory] = path[user] = '/';
	return err ? end_path(path, directory, user, err) : open_flags(path);
}
