/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shares the section of flags with its file. */
#include <errno.h>
#include <sys/mman.h>
#include "set.h"

/* Stores hits only, each by one store of a byte: other processes store to the same file. */
void set_merge(unsigned char *to, const unsigned char *from, size_t n)
{
	const uint64_t none = SET_START * 0x0101010101010101u;
	size_t i = 0, end;
	uint64_t word;

	while (i < n) {
		if (n - i >= sizeof(word)) {
			__builtin_memcpy(&word, from + i, sizeof(word));
			if (word == none) {
				i += sizeof(word);
				continue;
			}
		}
		end = n - i < sizeof(word) ? n : i + sizeof(word);
		for (; i < end; i++)
			if (from[i] != SET_START && to[i] == SET_START)
				*(volatile unsigned char *)&to[i] = SET_HIT;
	}
}

static void add_how(struct anycov_flags_head *head, uint32_t how)
{
	if (~__atomic_load_n(&head->how, __ATOMIC_RELAXED) & how)
		__atomic_fetch_or(&head->how, how, __ATOMIC_RELAXED);
}

/*
 * Makes the section the file's pages.  A failed mremap() may have unmapped the section; then it
 * gets private pages again.  Returns 0 if the section is the file.
 */
static int move_over(const struct set_image *image, unsigned char *from, size_t bytes, int fd,
		     uint64_t at_flags)
{
	void *r = (void *)SET_SYS5(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
				   image->flags);

	if (r == image->flags)
		return 0;
	r = set_mmap(image->flags, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
		     at_flags);
	if (r == image->flags) {
		set_munmap(from, bytes);
		return 0;
	}
	r = set_mmap(image->flags, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (r == image->flags)
		set_merge(image->flags, from, image->n);
	return -1;
}

int set_map(const struct set_image *image, struct set_state *s, int fd)
{
	size_t page = set_page_bytes(), bytes = (image->n + page - 1) / page * page;
	struct anycov_flags_head *head;
	unsigned char *flags;
	struct stat st;
	int err = set_fstat(fd, &st);

	if (err)
		return err;
	if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size < sizeof(*head))
		return -EBADMSG;
	head = set_mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (set_failed(head))
		return (int)(intptr_t)head;
	if (!set_file_fits(image, head, (uint64_t)st.st_size)) {
		set_munmap(head, (size_t)st.st_size);
		return -EBADMSG;
	}
	flags = (unsigned char *)head + head->at_flags;
	__atomic_fetch_add(&head->n_started, 1, __ATOMIC_RELAXED);
	set_merge(flags, image->flags, image->n);
	s->mapped = (size_t)st.st_size;
	if (set_owns_pages(image) && !move_over(image, flags, bytes, fd, head->at_flags)) {
		s->mapped = head->at_flags;
		add_how(head, ANYCOV_FLAGS_MAPPED);
	} else {
		s->copy = flags;
		add_how(head, ANYCOV_FLAGS_COPIED);
	}
	s->head = head;
	return 0;
}
