/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lanes: parts of the file (anycov/flags_file.h) that keep what a process hits apart from what
 * others hit, until its end is counted.  SIGKILL then leaves calls incomplete in its own lane
 * alone, and the rules of the map hold for all other flags.
 *
 * Nothing waits: of processes that find no lane free, all have lane 0.  A store to a lane that its
 * process has left is not lost: whoever has the lane then moves it, too.  Async-signal-safe.
 *
 * A lane has all flags of each call in it, up to where a process was killed: what it lacks was not
 * executed before what it has.  So a child of fork(), which goes on with calls of its parent,
 * begins with the parent's flags.
 */
#include <errno.h>
#include <sys/mman.h>
#include "set.h"

uint32_t set_lanes_of(uint64_t n_flags, uint64_t page_bytes)
{
	uint64_t bytes = (n_flags + page_bytes - 1) / page_bytes * page_bytes;
	uint64_t n = ANYCOV_FLAGS_LANES_BYTES / bytes;

	if (n < ANYCOV_FLAGS_LANES_LEAST)
		return 0;
	return n > ANYCOV_FLAGS_LANES_MAX ? ANYCOV_FLAGS_LANES_MAX : (uint32_t)n;
}

static uint64_t area_bytes(const struct anycov_flags_head *head)
{
	return (head->n_flags + head->page_bytes - 1) / head->page_bytes * head->page_bytes;
}

uint64_t set_lanes_bytes(const struct anycov_flags_head *head, uint32_t n)
{
	return head->page_bytes + n * area_bytes(head);
}

static struct anycov_flags_lanes *lanes_at(const struct anycov_flags_head *head)
{
	return (struct anycov_flags_lanes *)((uintptr_t)head + head->at_flags + area_bytes(head));
}

int set_count_lanes(const struct anycov_flags_head *head, uint64_t bytes)
{
	uint64_t at = head->at_flags + area_bytes(head);
	uint32_t n;

	if (at > bytes || head->page_bytes > bytes - at)
		return -1;
	n = __atomic_load_n(&lanes_at(head)->n, __ATOMIC_RELAXED);
	if (n > ANYCOV_FLAGS_LANES_MAX || set_lanes_bytes(head, n) > bytes - at)
		return -1;
	return (int)n;
}

void set_find_lanes(struct set_state *s)
{
	int n;

	if (s->head->version != ANYCOV_FLAGS_VERSION)
		return;
	/* Another process may write to the file: the number is read once more, and kept. */
	n = set_count_lanes(s->head, s->mapped);
	s->n_lanes = n > 0 ? (uint32_t)n : 0;
	s->lane_bytes = area_bytes(s->head);
	s->lanes = lanes_at(s->head);
	s->first_lane = (unsigned char *)s->lanes + s->head->page_bytes;
	s->all = (unsigned char *)s->head + s->head->at_flags;
}

static unsigned char *lane_at(const struct set_state *s, uint32_t i)
{
	return s->first_lane + i * s->lane_bytes;
}

static int take(struct set_state *s, uint32_t i)
{
	uint32_t is_taken = 0;

	return __atomic_compare_exchange_n(&s->lanes->taken[i], &is_taken, 1, 0, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

/* Returns 0 if all are taken. */
static uint32_t take_any(struct set_state *s)
{
	uint32_t i;

	for (i = 1; i < s->n_lanes && !take(s, i);)
		i++;
	return i < s->n_lanes ? i : 0;
}

unsigned char *set_take_lane(struct set_state *s)
{
	s->lane = take_any(s);
	return lane_at(s, s->lane);
}

/* The file's pages may be larger than those of this machine, and the section ends at one of these.
 */
static int map_over(struct set_state *s, unsigned char *from)
{
	size_t page = set_page_bytes();

	return set_map_over(s, from, (s->n + page - 1) / page * page, -1, 0);
}

/* Makes the lane that was taken the section.  If that fails it remains another process's lane. */
static void use_lane(struct set_state *s, unsigned char *lane)
{
	if (!map_over(s, lane))
		return;
	set_note_how(s->head, ANYCOV_FLAGS_TOGETHER);
	set_leave_lane(s);
	s->lane = 0;
}

/* Adds what this process has hit to the lane of a child. */
static void copy_flags(struct set_state *s, uint32_t to)
{
	set_merge(lane_at(s, to), s->flags, s->n);
	/* They may have been moved. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!s->is_lane_whole ||
	    __atomic_load_n(&s->lanes->emptied[s->lane], __ATOMIC_ACQUIRE) != s->emptied)
		set_merge(lane_at(s, to), s->all, s->n);
}

/* A lane is lost if fork() then fails. */
void set_before_fork_lane(struct set_state *s, int has_threads)
{
	s->fork_lane = 0;
	if (!s->n_lanes || !s->lane)
		return;
	s->is_lane_whole = s->pid == set_pid();
	s->emptied = __atomic_load_n(&s->lanes->emptied[s->lane], __ATOMIC_ACQUIRE);
	/* What will be moved must be of calls that end in the child: none that begins in the parent
	 * after this, and none of another thread. */
	s->fork_lane = has_threads ? 0 : take_any(s);
	if (s->fork_lane)
		copy_flags(s, s->fork_lane);
}

void set_fork_lane(struct set_state *s)
{
	if (!s->n_lanes || !s->lane)
		return;
	/* Lane 0 is never moved. */
	if (!s->fork_lane)
		copy_flags(s, 0);
	s->lane = s->fork_lane;
	s->fork_lane = 0;
	use_lane(s, lane_at(s, s->lane));
}

void set_empty_lane(struct set_state *s)
{
	const uint64_t none = SET_START * 0x0101010101010101u;
	uint64_t word;
	size_t i, k;

	if (!s->n_lanes || !s->lane)
		return;
	__atomic_fetch_add(&s->lanes->emptied[s->lane], 1, __ATOMIC_SEQ_CST);
	/* All of them first: of a process that is killed here one of the two has all. */
	set_merge(s->all, s->flags, s->n);
	/* Other threads may go on.  The one store, then the other: a flag is never in neither. */
	for (i = 0; i < s->n; i += sizeof(word)) {
		while (s->n - i > SET_SKIPPED && set_is_start(s->flags + i))
			i += SET_SKIPPED;
		/* The section owns its pages: there is a word to read at its end. */
		word = *(const volatile uint64_t *)(s->flags + i);
		for (k = i; word != none && k < i + sizeof(word) && k < s->n; k++) {
			if (s->flags[k] == SET_START)
				continue;
			if (s->all[k] == SET_START)
				*(volatile unsigned char *)&s->all[k] = SET_HIT;
			*(volatile unsigned char *)&s->flags[k] = SET_START;
		}
	}
}

void set_leave_lane(struct set_state *s)
{
	if (s->n_lanes && s->lane)
		__atomic_store_n(&s->lanes->taken[s->lane], 0, __ATOMIC_RELEASE);
}

void set_take_lane_again(struct set_state *s)
{
	if (!s->n_lanes)
		return;
	/* What was moved is of calls that go on, and not all of these are in the table of cuts. */
	if (s->ended_cut)
		set_note_how(s->head, ANYCOV_FLAGS_TOGETHER);
	if (s->lane && !take(s, s->lane))
		use_lane(s, set_take_lane(s));
}

void set_use_no_lane(struct set_state *s)
{
	if (!s->n_lanes)
		return;
	set_note_how(s->head, ANYCOV_FLAGS_TOGETHER);
	set_empty_lane(s);
	set_leave_lane(s);
	s->lane = 0;
	if (!map_over(s, s->all))
		s->n_lanes = 0;
}

/* Lanes first: a process moves flags from there. */
void set_add_lanes(const struct set_state *s, unsigned char *to)
{
	uint32_t i;

	for (i = 0; i < s->n_lanes; i++)
		set_merge(to, lane_at(s, i), s->n);
	if (s->n_lanes)
		set_merge(to, s->all, s->n);
}

void set_clear_lanes(struct set_state *s)
{
	uint32_t i;

	for (i = 0; i < s->n_lanes; i++)
		set_clear(lane_at(s, i), s->n);
	if (s->n_lanes)
		set_clear(s->all, s->n);
}
