/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Copies the flags at the end of a process where the section cannot be the file: other data of the
 * image is in its pages, or the filesystem's shared mappings are not coherent.  SIGKILL, _exit()
 * and exec lose such a process's flags; n_copying and n_copied show it.
 */
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include "flags.h"

#define LOCK_TRIES 1000
#define LOCK_WAIT 1000000 /* ns */

/* In a mapping of its own: the program may change its environment. */
struct flags_later {
	struct flags_image image;
	int pid; /* of the process that began; a child of fork() is not counted */
	char path[PATH_BYTES];
};

static int lock_file(int fd)
{
	struct flock lock = { .l_type = F_WRLCK };
	const struct timespec wait = { 0, LOCK_WAIT };
	int i;

	for (i = 0; i < LOCK_TRIES; i++) {
		long err = SYS3(SYS_fcntl, fd, F_OFD_SETLK, &lock);

		if (err != -EAGAIN && err != -EACCES)
			return (int)err;
		SYS2(SYS_nanosleep, &wait, NULL);
	}
	return -EAGAIN;
}

/* Adds hits to a file, each run of them: processes that map the file store others. */
static int merge_into(int fd, const struct flags_image *image, uint64_t at)
{
	const unsigned char *flags = image->flags;
	size_t i, j;
	int err = 0;

	for (i = 0; i < image->n && !err; i = j + 1) {
		for (j = i; j < image->n && flags[j] != FLAG_START; j++)
			;
		if (j > i)
			err = sys_pwrite(fd, flags + i, j - i, at + i);
	}
	return err;
}

/* Adds the flags, and 1 to a count of each process. */
static int add_to_file(const struct flags_later *l, int is_end)
{
	struct anycov_flags_head *head, copy;
	unsigned char begin[sizeof(*head) + UINT8_MAX] __attribute__((aligned(8)));
	const size_t bytes = sizeof(*head) + l->image.id_bytes;
	int fd = sys_open(AT_FDCWD, l->path, O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0), err;
	struct stat st;

	if (fd < 0)
		return fd;
	lock_file(fd);
	head = (void *)begin;
	err = bytes > sizeof(begin) ? -EBADMSG : sys_pread(fd, begin, bytes, 0);
	if (!err)
		err = sys_fstat(fd, &st);
	if (!err && !flags_fit(&l->image, head, (uint64_t)st.st_size))
		err = -EBADMSG;
	if (!err && flags_is_over_limit((uint64_t)st.st_size))
		err = -EFBIG;
	if (!err)
		err = merge_into(fd, &l->image, head->at_flags);
	if (!err) {
		copy = *head;
		copy.n_started += !is_end;
		copy.n_copying += !is_end;
		copy.n_copied += is_end && l->pid == sys_pid();
		copy.how |= ANYCOV_FLAGS_COPIED;
		err = sys_pwrite(fd, &copy, sizeof(copy), 0);
	}
	sys_close(fd);
	return err;
}

int flags_begin_copy(const struct flags_image *image, const char *path)
{
	struct flags_later *later = sys_mmap(NULL, sizeof(*later), PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int err;

	if (sys_failed(later))
		return -ENOMEM;
	later->image = *image;
	later->image.path = "";
	later->pid = sys_pid();
	append(later->path, sizeof(later->path), path);
	err = add_to_file(later, 0);
	if (err)
		sys_munmap(later, sizeof(*later));
	else
		flags_state.later = later;
	return err;
}

/* exit(), or the shared library is unloaded. */
static void end(void)
{
	struct flags_later *later = flags_state.later;

	if (!later)
		return;
	flags_state.later = NULL;
	add_to_file(later, 1);
	sys_munmap(later, sizeof(*later));
}

/* After all destructors of the image. */
__attribute__((section(".fini_array.00000"), used)) static void (*end_entry)(void) = end;
