/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Begin and end of an image: a program, or a shared library when it is loaded.
 *
 * Directory: ANYCOV_DIR, else what set_directory.c names, else that of an 'anycov run' whose
 * variables were taken away (set_above.c), else nothing is done.  What
 * ran before set flags in private memory; they are added to the file.  Whatever fails, the
 * program goes on without recording, and one sentence says so.
 */
#include <elf.h>
#include <errno.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <time.h>
#include "set.h"

#define WEAK __attribute__((weak))
#define HIDDEN __attribute__((visibility("hidden")))

/* Of set_directory.c, with the directory in it. */
extern const char anycov_set_directory[] WEAK HIDDEN;

extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *) WEAK;
extern int pthread_atfork(void (*)(void), void (*)(void), void (*)(void)) WEAK;
extern char __dso_handle[] WEAK HIDDEN;

/* Weak: of two copies of this object in an image, one has the state. */
WEAK HIDDEN struct set_state anycov_set_state;

static const char *reason(int err)
{
	switch (-err) {
	case ENOENT:
		return "no such directory";
	case EACCES:
	case EPERM:
		return "permission denied";
	case EROFS:
		return "read-only file system";
	case ENOSPC:
	case EDQUOT:
		return "no space left";
	case EFBIG:
		return "over the limit of file sizes (ulimit -f)";
	case EMFILE:
	case ENFILE:
		return "too many open files";
	case ENOMEM:
		return "out of memory";
	case ELOOP:
		return "is a symbolic link, which is not followed";
	case ENOTDIR:
		return "is not the absolute name of a directory";
	case EBADMSG:
		return "is not a file of this build; remove it";
	default:
		return "cannot be used";
	}
}

/* Returns whether a write to standard error returns at once and raises no signal. */
static int can_print(size_t n)
{
	struct pollfd p = { .fd = 2, .events = POLLOUT };
	const struct timespec now = { 0, 0 };
	struct stat st;

	if (set_fstat(2, &st) ||
	    (S_ISREG(st.st_mode) && set_is_over_limit((uint64_t)st.st_size + n)))
		return 0;
	return SET_SYS5(SYS_ppoll, &p, 1, &now, NULL, 8) == 1 && p.revents == POLLOUT;
}

static void print(const char *line)
{
	if (can_print(set_length(line)))
		SET_SYS3(SYS_write, 2, line, set_length(line));
}

static void complain(const struct set_image *image, const char *directory, int err)
{
	char line[1024] = "anycov: ";
	size_t room = sizeof(line) - 128;

	set_append(line, room, directory);
	if (image->file[0] && err != -ENOENT) {
		set_append(line, room, "/");
		set_append(line, room, image->file);
		set_append(line, room, ANYCOV_FLAGS_FILE_END);
	}
	set_append(line, sizeof(line), ": ");
	set_append(line, sizeof(line), reason(err));
	set_append(line, sizeof(line), "; nothing is recorded");
	/* Files get the rights that the directory has when they are made. */
	if (err == -EACCES || err == -EPERM)
		set_append(line, sizeof(line),
			   "; make the directory by 'mkdir -m 1777' before the run");
	set_append(line, sizeof(line), "\n");
	print(line);
}

/* Prints a sentence of less than 192 bytes about the image. */
static void say_of(const struct set_image *image, const char *sentence)
{
	char line[1024] = "anycov: ";

	set_append(line, sizeof(line) - 192, image->path);
	set_append(line, sizeof(line), sentence);
	print(line);
}

static void complain_of_traps(const struct set_image *image)
{
	say_of(image, ": its code cannot be changed, as sites=trap requires; nothing is recorded; "
		      "compile with sites=store\n");
}

/* Of a process below 'anycov run' which would be lost without a word. */
static void complain_of_above(const struct set_image *image)
{
	say_of(image, ": the directory of 'anycov run' is in no variable, and /proc does not show "
		      "it to this user; nothing is recorded; link with 'anycov cc --record-to "
		      "DIR'\n");
}

const int *anycov_set_secure __attribute__((weak, visibility("hidden")));

/* Set-user-ID programs and the like do not trust their environment. */
static int is_secure(void)
{
	uintptr_t secure = set_auxv(AT_SECURE, 2);

	/* Where glibc has removed variables, the vector does not follow those that are left. */
	if (anycov_set_secure && *anycov_set_secure)
		return 1;
	if (secure != 2)
		return secure != 0;
	return SET_SYS1(SYS_getuid, 0) != SET_SYS1(SYS_geteuid, 0) ||
	       SET_SYS1(SYS_getgid, 0) != SET_SYS1(SYS_getegid, 0);
}

/* Returns whether all who map a file see the same bytes, wherever they run. */
static int is_coherent(int fd)
{
	/* NFS, 9p, SMB, CIFS, SMB 2, AFS, Coda, Ceph, Lustre; an f_type has 32 bits. */
	static const uint32_t remote[] = { 0x6969,     0x01021997, 0x517b,
					   0xff534d42, 0xfe534d42, 0x5346414f,
					   0x73757245, 0x00c36400, 0x0bd00bd0 };
	struct statfs st;
	size_t i;

	if (SET_SYS2(SYS_fstatfs, fd, &st))
		return 1;
	for (i = 0; i < sizeof(remote) / sizeof(remote[0]); i++)
		if ((uint32_t)st.f_type == remote[i])
			return 0;
	return 1;
}

/* Prepares copying to a file that is not mapped. */
static int begin_later(const struct set_image *image, const char *directory)
{
	const struct set_add add = { .started = 1, .how = ANYCOV_FLAGS_COPIED };
	struct set_later *later = set_mmap(NULL, sizeof(*later), PROT_READ | PROT_WRITE,
					   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int err;

	if (set_failed(later))
		return -ENOMEM;
	/* The program may change its environment. */
	set_append(later->directory, sizeof(later->directory), directory);
	set_append(later->file, sizeof(later->file), image->file);
	anycov_set_state.later = later;
	err = set_copy_later(&anycov_set_state, &add);
	if (err) {
		anycov_set_state.later = NULL;
		set_munmap(later, sizeof(*later));
	}
	return err;
}

static int begin_recording(const struct set_image *image, const char *directory, int create)
{
	int dir = set_open_directory(directory, create), fd, err;

	if (dir < 0)
		return dir;
	fd = image->file[0] ? set_open_file(image, dir) : -EBADMSG;
	set_close(dir);
	if (fd < 0)
		return fd;
	err = is_coherent(fd) ? set_map(image, &anycov_set_state, fd) : -ENODEV;
	set_close(fd);
	return err && err != -EBADMSG ? begin_later(image, directory) : err;
}

static void before_fork(void)
{
	set_before_fork_lane(&anycov_set_state, set_before_fork());
}

static void forked_parent(void)
{
	/* In fork() by a handler of a signal that interrupted another one's. */
	anycov_set_state.fork_lane = 0;
	set_forked_parent();
}

/* The child is one more process that stores to the file. */
static void fork_child(void)
{
	const struct set_add add = { .started = 1 };
	struct set_state *s = &anycov_set_state;

	/* Also while another thread of the parent tried to exec. */
	if (!set_is_recording(s))
		return;
	s->pid = set_pid();
	s->ended_pid = 0;
	set_after_fork();
	set_forked_child();
	/* The kernel ignores what would end the first process of a container by default. */
	if (s->pid == 1)
		set_release_signals();
	if (s->head) {
		__atomic_fetch_add(&s->head->n_started, 1, __ATOMIC_RELAXED);
		set_fork_lane(s);
	} else if (s->later) {
		set_copy_later(s, &add);
	}
}

static void watch_forks(void)
{
	/* With the handle of this image the C library forgets the handler with it. */
	if (__register_atfork && (anycov_set_state.is_program || __dso_handle))
		__register_atfork(before_fork, forked_parent, fork_child, __dso_handle);
	else if (!__register_atfork && pthread_atfork)
		pthread_atfork(before_fork, forked_parent, fork_child);
}

static void begin(void)
{
	struct set_state *s = &anycov_set_state;
	const char *directory = set_variable("ANYCOV_DIR");
	int is_own = !directory || !*directory, is_hidden = 0, err;
	struct set_image image;

	if (s->version)
		return;
	s->version = SET_STATE_VERSION;
	s->unwinder = set_unwinder();
	s->flags = set_flags(&s->n);
	if (!s->n || is_secure())
		return;
	if (is_own && anycov_set_directory) {
		directory = anycov_set_directory;
	} else if (is_own) { /* an empty value turns recording off */
		directory = directory ? NULL : set_directory_above(&is_hidden);
		is_own = 0;
	}
	if (!directory && !is_hidden)
		return;
	set_find_self(&image, s->flags, s->n);
	if (!directory) {
		complain_of_above(&image);
		return;
	}
	s->is_program = image.is_program;
	err = *directory == '/' ? begin_recording(&image, directory, is_own) : -ENOTDIR;
	if (err) {
		complain(&image, directory, err);
		return;
	}
	if (set_arm_traps(&image, s))
		complain_of_traps(&image);
	s->pid = set_pid();
	watch_forks();
	set_watch(s);
	set_catch_signals(s);
}

/* exit(), or the shared library is unloaded. */
static void end(void)
{
	struct set_state *s = &anycov_set_state;
	struct anycov_flags_head *head = s->head;

	if (s->ends_in_exit || (s->is_program && set_end_in_exit(s)))
		return;
	set_end(s, 0);
	if (s->is_program)
		return;
	set_unwatch();
	/* It remains on no list: another library is unloaded with this one, and its image listed
	 * until both are gone. */
	s->relist = NULL;
	set_tell_others(s);
	set_drop_traps(s);
	set_release_signals();
	s->head = NULL;
	s->copy = NULL;
	s->n_lanes = 0;
	if (head)
		set_munmap(head, s->mapped);
}

/* Before all other constructors of the image, after all its destructors. */
__attribute__((section(".init_array.00000"), used)) static void (*begin_entry)(void) = begin;
__attribute__((section(".fini_array.00000"), used)) static void (*end_entry)(void) = end;
