/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shares the section of flags with its file. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include "flags.h"

/* Returns whether all who map a file see the same bytes, wherever they run. */
static int is_coherent(int fd)
{
	static const uint32_t remote[] = { ANYCOV_FLAGS_REMOTE };
	struct statfs st;
	size_t i;

	if (SYS2(SYS_fstatfs, fd, &st))
		return 1;
	for (i = 0; i < sizeof(remote) / sizeof(remote[0]); i++)
		if ((uint32_t)st.f_type == remote[i])
			return 0;
	return 1;
}

/* Stores hits only, each by one store of a byte: other processes store to the same file. */
static void merge(unsigned char *to, const unsigned char *from, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		uint64_t word;

		/* Most processes have hit nothing yet. */
		for (; n - i >= sizeof(word); i += sizeof(word)) {
			__builtin_memcpy(&word, from + i, sizeof(word));
			if (word != FLAG_START)
				break;
		}
		if (i < n && from[i] != FLAG_START && to[i] == FLAG_START)
			*(volatile unsigned char *)&to[i] = FLAG_HIT;
	}
}

/* Makes the section these pages of the file.  Returns 0, or 1: it must be copied. */
static int move_over(const struct flags_image *image, const unsigned char *from, size_t bytes,
		     int fd, uint64_t offset)
{
	void *r;

	merge((unsigned char *)(uintptr_t)from, image->flags, image->n);
	r = sys_mmap(image->flags, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
		     offset);
	if (r == image->flags)
		return 0;
	/* The kernel may have unmapped the section before it failed. */
	r = sys_mmap(image->flags, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (r == image->flags)
		merge(image->flags, from, image->n);
	return 1;
}

/* The file is mapped at `head`. */
static int share(const struct flags_image *image, struct anycov_flags_head *head, int fd,
		 uint64_t bytes)
{
	int must_copy;

	if (!flags_fit(image, head, bytes))
		return -EBADMSG;
	if (!(head->how & ANYCOV_FLAGS_MAPPED) || (uintptr_t)image->flags % image->page)
		return 1;
	/* First: who reads it knows of all processes that may have set flags. */
	__atomic_fetch_add(&head->n_started, 1, __ATOMIC_SEQ_CST);
	must_copy = move_over(image, (unsigned char *)head + head->at_flags,
			      (image->n + image->page - 1) / image->page * image->page, fd,
			      head->at_flags);
	if (must_copy)
		__atomic_fetch_sub(&head->n_started, 1, __ATOMIC_SEQ_CST);
	return must_copy;
}

int flags_map(const struct flags_image *image, int fd)
{
	struct anycov_flags_head *head;
	struct stat st;
	int err = sys_fstat(fd, &st);

	if (err)
		return err;
	if (!S_ISREG(st.st_mode))
		return -EBADMSG;
	if (!flags_is_own(image, &st, S_IFREG))
		return -EXDEV;
	if ((uint64_t)st.st_size < sizeof(*head))
		return -EBADMSG;
	if (!is_coherent(fd))
		return 1;
	head = sys_mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (sys_failed(head)) /* ENODEV: the file system has no such mappings */
		return 1;
	err = share(image, head, fd, (uint64_t)st.st_size);
	sys_munmap(head, (size_t)st.st_size);
	return err;
}
