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
		if (n - i >= SET_SKIPPED && set_is_start(from + i)) {
			i += SET_SKIPPED;
			continue;
		}
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

void set_clear(unsigned char *flags, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (flags[i] != SET_START)
			*(volatile unsigned char *)&flags[i] = SET_START;
}

int set_map_over(struct set_state *s, unsigned char *from, size_t bytes, int fd, uint64_t offset)
{
	/* The old size 0 makes a second mapping of the same pages. */
	void *r = (void *)SET_SYS5(SYS_mremap, from, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
				   s->flags);

	if (r != s->flags && fd >= 0)
		r = set_mmap(s->flags, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
			     offset);
	return r == s->flags ? 0 : -ENOMEM;
}

/*
 * Makes the section the file's pages.  A failed mremap() may have unmapped the section; then it
 * gets private pages again.  Returns 0 if the section is the file.
 */
static int move_over(struct set_state *s, unsigned char *from, size_t bytes, int fd)
{
	void *r;

	if (!set_map_over(s, from, bytes, fd, (uint64_t)(from - (unsigned char *)s->head)))
		return 0;
	r = set_mmap(s->flags, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (r == s->flags)
		set_merge(s->flags, from, s->n);
	return -1;
}

static void share(const struct set_image *image, struct set_state *s, int fd)
{
	size_t page = set_page_bytes(), bytes = (s->n + page - 1) / page * page;
	unsigned char *flags = (unsigned char *)s->head + s->head->at_flags, *to = flags;

	if (set_owns_pages(image)) {
		set_find_lanes(s);
		to = s->n_lanes ? set_take_lane(s) : flags;
		set_merge(to, s->flags, s->n);
		if (!move_over(s, to, bytes, fd)) {
			set_note_how(s->head, ANYCOV_FLAGS_MAPPED);
			return;
		}
		set_leave_lane(s);
		s->n_lanes = 0;
	}
	set_merge(flags, s->flags, s->n);
	s->copy = flags;
	set_note_how(s->head, ANYCOV_FLAGS_COPIED);
}

int set_map(const struct set_image *image, struct set_state *s, int fd)
{
	struct anycov_flags_head *head;
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
	__atomic_fetch_add(&head->n_started, 1, __ATOMIC_RELAXED);
	s->mapped = (size_t)st.st_size;
	s->head = head;
	share(image, s, fd);
	return 0;
}
