/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The end of a process, and copying then where the section is not the file: its pages are not
 * its own, or the filesystem's shared mappings are not coherent.  SIGKILL loses such a process's
 * flags, and in a static program _exit() and exec, too; n_started and n_ended show it.
 */
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include "set.h"

#define LOCK_TRIES 1000
#define LOCK_WAIT 1000000 /* ns */

static int lock_file(int fd)
{
	struct flock lock = { .l_type = F_WRLCK };
	const struct timespec wait = { 0, LOCK_WAIT };
	int i;

	for (i = 0; i < LOCK_TRIES; i++) {
		long err = SET_SYS3(SYS_fcntl, fd, F_OFD_SETLK, &lock);

		if (err != -EAGAIN && err != -EACCES)
			return (int)err;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return -EAGAIN;
}

/* Adds hits to a file that is not mapped. */
static int merge_into(int fd, const struct set_state *s, uint64_t at)
{
	unsigned char part[256];
	size_t from, n, i, j;
	int err = 0;

	for (from = 0; from < s->n && !err; from += n) {
		n = s->n - from < sizeof(part) ? s->n - from : sizeof(part);
		err = set_pread(fd, part, n, at + from);
		for (i = 0; i < n && !err; i = j + 1) {
			/* Each run of bytes that this process alone has hit. */
			for (j = i;
			     j < n && part[j] == SET_START && s->flags[from + j] != SET_START;)
				part[j++] = SET_HIT;
			if (j > i)
				err = set_pwrite(fd, part + i, j - i, at + from + i);
		}
	}
	return err;
}

int set_copy_later(struct set_state *s, const struct set_add *add)
{
	char name[SET_NAME_MAX + 1] = "";
	struct anycov_flags_head head;
	int dir = set_open_directory(s->later->directory, 0), fd, err, locked;

	if (dir < 0)
		return dir;
	set_append(name, sizeof(name), s->later->file);
	set_append(name, sizeof(name), ANYCOV_FLAGS_FILE_END);
	fd = set_open(dir, name, O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0);
	set_close(dir);
	if (fd < 0)
		return fd;
	locked = !lock_file(fd);
	err = set_pread(fd, &head, sizeof(head), 0);
	if (!err &&
	    (head.magic != ANYCOV_FLAGS_MAGIC || !set_is_version(&head) || head.n_flags != s->n))
		err = -EBADMSG;
	if (!err && set_is_over_limit(head.at_flags + head.n_flags))
		err = -EFBIG;
	if (!err)
		err = merge_into(fd, s, head.at_flags);
	/* Without a lock a count of another process could be lost. */
	if (!err && locked) {
		head.n_started += (uint64_t)add->started;
		head.n_ended += (uint64_t)add->ended;
		head.n_ended_cut += (uint32_t)add->cut;
		head.how |= add->how;
		err = set_pwrite(fd, &head, sizeof(head), 0);
	}
	set_close(fd);
	return err;
}

/* After the table of cuts: a process that is killed before is not seen to end. */
static void count_cut(const struct set_state *s, const struct set_add *add)
{
	set_note_how(s->head, add->how);
	__atomic_fetch_add(&s->head->n_ended_cut, (uint32_t)add->cut, __ATOMIC_RELEASE);
}

static void count_end(const struct set_state *s, const struct set_add *add)
{
	__atomic_fetch_add(&s->head->n_ended, (uint64_t)add->ended, __ATOMIC_RELEASE);
}

/* Returns what is added to the counts. */
static struct set_add end_of(const struct set_state *s, uintptr_t start)
{
	struct set_add end = { .ended = 1, .how = (uint32_t)s->was_reset };
	int missed = set_record_cuts(s, start);

	end.cut = !!missed;
	end.how |= missed & SET_ANYWHERE ? ANYCOV_FLAGS_ANYWHERE : 0;
	if (missed && start == SET_AT_SIGNAL) {
		/* As if it had not been seen, but the copy was made. */
		end.ended = end.cut = s->copy || s->later;
		end.how = end.ended ? end.how | ANYCOV_FLAGS_SIGNAL : 0;
	}
	return end;
}

void set_end(struct set_state *s, uintptr_t start)
{
	static const struct set_add nothing;
	struct set_add end = nothing;
	/* A child that began without our knowledge is not counted, and vfork()'s is no end. */
	int is_counted = s->pid && s->pid == set_pid();

	if (s->pid && !is_counted && s->head && set_note_child(start)) {
		__atomic_fetch_add(&s->n_vforked_ended, 1, __ATOMIC_RELAXED);
		s->vforked_ended_pid = set_pid();
	}
	if (is_counted) {
		end = end_of(s, start);
		s->pid = 0;
		s->ended_pid = set_pid();
		s->ended_cut = end.cut;
	}
	if (s->copy)
		set_merge(s->copy, s->flags, s->n);
	if (s->head && is_counted) {
		/* Before its flags are among those of processes that ended. */
		count_cut(s, &end);
		if (end.ended)
			set_empty_lane(s);
		count_end(s, &end);
		if (end.ended)
			set_leave_lane(s);
	} else if (s->later &&
		   (is_counted || !set_is_stopped())) { /* else a thread may be doing it */
		set_copy_later(s, is_counted ? &end : &nothing);
	}
}

void set_go_on(struct set_state *s)
{
	const struct set_add back = { .ended = -1, .cut = -s->ended_cut };

	if (s->pid && s->vforked_ended_pid == set_pid()) {
		__atomic_fetch_sub(&s->n_vforked_ended, 1, __ATOMIC_RELAXED);
		s->vforked_ended_pid = 0;
	}
	if (s->pid || !s->ended_pid || s->ended_pid != set_pid())
		return;
	if (s->head) {
		set_take_lane_again(s);
		count_cut(s, &back);
		count_end(s, &back);
	} else if (s->later) {
		set_copy_later(s, &back);
	}
	s->pid = s->ended_pid;
	s->ended_pid = 0;
}

void set_end_all(uintptr_t start)
{
	const struct set_code *c;
	struct set_state *s;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)))
			set_end(s, start);
}

void set_go_on_all(void)
{
	const struct set_code *c;
	struct set_state *s;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)))
			set_go_on(s);
}

#ifndef SET_OF_DUMPS
extern struct set_state anycov_set_state __attribute__((visibility("hidden")));

static void end_static(uintptr_t start)
{
	if (anycov_set_state.pid)
		set_end(&anycov_set_state, start);
}

/* Weak, because an image may have this object twice. */
__attribute__((weak)) void (*anycov_set_end)(uintptr_t start) = end_static;
#endif
