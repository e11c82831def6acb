/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "kcov_file.h"
#include "kcov_arena.h"
#include "hooks/unique.h"

#define MAGIC 0x616e79636f763031ull
/* Addresses that neither programs nor the kernel's mmap choose by themselves. */
#if UINTPTR_MAX > UINT32_MAX
#define FIRST ((uintptr_t)1 << 44)
#define SPACE ((uintptr_t)1 << 34) /* two areas of 2 GiB, and their slots */
#define ARENAS 2048u
#else /* no addresses to spare: exec() ends tracing */
#define FIRST UINTPTR_MAX
#define SPACE ((uintptr_t)1 << 31)
#define ARENAS 0u
#endif

static __thread struct anycov_arena *used;
static __thread int used_fd;

static size_t pages(size_t n)
{
	return anycov_port_pages(n);
}

/* An arena's first page contains the header and the state. */
static size_t head_bytes(void)
{
	return pages(sizeof(struct anycov_arena) + sizeof(struct anycov_kcov));
}

static void *map_file(void *at, size_t bytes, int fd, size_t offset)
{
	/* Not mmap(), which the shim interposes. */
	void *p = (void *)syscall(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), fd,
				  (off_t)offset);

	if (p == MAP_FAILED)
		return NULL;
	if (at && p != at) { /* before Linux 4.17 the address is a hint */
		munmap(p, bytes);
		return NULL;
	}
	return p;
}

struct anycov_arena *anycov_arena_new(int fd)
{
	struct anycov_arena *a = NULL;
	unsigned i;

	if (ftruncate(fd, (off_t)head_bytes()))
		return NULL;
	/* A related process may use the same address for another file. */
	for (i = (unsigned)getpid() % 1024; i < ARENAS && !a; i++)
		a = map_file((void *)(FIRST + i * SPACE), head_bytes(), fd, 0);
	if (!a)
		return NULL;
	a->magic = MAGIC;
	a->at = a;
	return a;
}

struct anycov_arena *anycov_arena_old(int fd)
{
	struct anycov_arena *seen = map_file(NULL, head_bytes(), fd, 0), *at = NULL, *a;
	unsigned i;

	if (!seen)
		return NULL;
	if (seen->magic == MAGIC)
		at = seen->at;
	munmap(seen, head_bytes());
	a = at ? map_file(at, head_bytes(), fd, 0) : NULL;
	if (!a)
		return NULL;
	for (i = 0; i < ANYCOV_ARENA_PARTS; i++) {
		if (a->part[i].bytes && !map_file((char *)a + a->part[i].offset, a->part[i].bytes,
						  fd, a->part[i].offset)) {
			munmap(a, SPACE);
			return NULL;
		}
	}
	return a;
}

void anycov_arena_use(struct anycov_arena *a, int fd)
{
	used = a;
	used_fd = fd;
}

static void *anonymous(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* Slots are no larger than 8 bytes for each word of their area (anycov_unique_slots). */
static size_t front_of(size_t bytes)
{
	return pages(anycov_unique_slots(bytes / sizeof(anycov_word)) * sizeof(anycov_u32));
}

void *anycov_arena_alloc(size_t bytes)
{
	struct anycov_arena *a = used;
	size_t front, all, offset;
	unsigned i;
	char *p;

	if (!a)
		return anonymous(bytes);
	if (!a->k) { /* the first allocation is the state */
		a->k = (struct anycov_kcov *)(a + 1);
		return a->k;
	}
	front = front_of(bytes);
	all = front + pages(bytes);
	for (i = 0, offset = head_bytes(); i < ANYCOV_ARENA_PARTS && a->part[i].bytes; i++)
		offset = a->part[i].offset + a->part[i].bytes;
	if (i == ANYCOV_ARENA_PARTS || offset + all > SPACE ||
	    ftruncate(used_fd, (off_t)(offset + all)))
		return NULL;
	p = map_file((char *)a + offset, all, used_fd, offset);
	if (!p)
		return NULL;
	memset(&a->part[i], 0, sizeof(a->part[i]));
	a->part[i].offset = offset;
	a->part[i].bytes = all;
	return p + front;
}

static int in_arena(const void *p)
{
	return (uintptr_t)p >= FIRST && (uintptr_t)p - FIRST < ARENAS * SPACE;
}

static struct anycov_arena *arena_of(const void *p)
{
	return (struct anycov_arena *)((uintptr_t)p / SPACE * SPACE);
}

void anycov_arena_free(void *p, size_t bytes)
{
	struct anycov_arena *a = arena_of(p);
	size_t front = front_of(bytes);
	unsigned i;

	if (!in_arena(p)) {
		munmap(p, bytes);
		return;
	}
	if (p == (void *)(a + 1)) { /* the state, freed last */
		munmap(a, head_bytes());
		return;
	}
	/* The area of an INIT_TRACE that lost a race is the last part. */
	for (i = 0; i < ANYCOV_ARENA_PARTS; i++)
		if ((char *)a + a->part[i].offset + front == (char *)p)
			a->part[i].bytes = 0;
	munmap((char *)p - front, front + pages(bytes));
}

/* In an arena the slots already end where the area begins. */
void *anycov_arena_join(void *area, size_t bytes, size_t front)
{
	size_t below = pages(front);
	char *p;

	if (in_arena(area))
		return area;
	p = anonymous(below + pages(bytes));
	if (!p)
		return NULL;
	/* An old size of 0 leaves the first mapping in place. */
	if (mremap(area, 0, pages(bytes), MREMAP_MAYMOVE | MREMAP_FIXED, p + below) == MAP_FAILED) {
		anycov_arena_unjoin(p + below, bytes, front);
		return NULL;
	}
	return p + below;
}

void anycov_arena_unjoin(void *joined, size_t bytes, size_t front)
{
	if (in_arena(joined))
		return;
	front = pages(front);
	munmap((char *)joined - front, front + pages(bytes));
}
