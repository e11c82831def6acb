/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What programs call of gcov's and LLVM's runtimes, for all images of the process.  What an image
 * has recorded is in its file already, so that to write it is to keep it when flags are cleared.
 * Hidden: each image that calls them has its own.  Weak: a program's own definition is used.
 *
 * Clearing forgets what this process recorded.  Other processes that map the file may have set the
 * same flags, so that nothing is cleared unless there was none.
 */
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include "flags.h"

#define PUBLIC __attribute__((weak, visibility("hidden")))

/* The value of flags_state.kept if there is no memory: nothing is cleared any more. */
#define KEPT_ALL ((unsigned char *)-1)

#define FLAGS_AFTER 7u /* blanks after the name of the program in /proc/PID/stat */
#define FORKED_NO_EXEC 0x40ul

static unsigned char *new_memory(size_t n)
{
	unsigned char *p =
		sys_mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return sys_failed(p) ? NULL : p;
}

/* Sets the flags that are set in `from`. */
static void add_hits(unsigned char *to, const unsigned char *from, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (from[i] != FLAG_START && to[i] == FLAG_START)
			*(volatile unsigned char *)&to[i] = FLAG_HIT;
}

static int keep(struct flags_image *image, struct flags_state *s, void *arg)
{
	(void)arg;
	if (!s->kept)
		s->kept = new_memory(image->n);
	if (!s->kept)
		s->kept = KEPT_ALL;
	if (s->kept != KEPT_ALL)
		add_hits(s->kept, image->flags, image->n);
	return 0;
}

/*
 * Returns whether fork() made this process, or it cannot be known.  PF_FORKNOEXEC of the kernel's
 * flags in /proc/PID/stat: set by fork(), cleared by exec().
 */
static int is_child(void)
{
	int fd = sys_open(AT_FDCWD, "/proc/self/stat", O_RDONLY, 0);
	unsigned long flags = 0;
	unsigned blanks = 0;
	char text[512];
	long n, i, end = 0;

	if (fd < 0)
		return 1;
	n = SYS3(SYS_read, fd, text, sizeof(text));
	sys_close(fd);
	/* The name of the program, in brackets, may contain any of them. */
	for (i = 0; i < n; i++)
		end = text[i] == ')' ? i : end;
	for (i = end; i < n && blanks <= FLAGS_AFTER; i++)
		if (text[i] == ' ')
			blanks++;
		else if (blanks == FLAGS_AFTER)
			flags = flags * 10 + (unsigned long)(text[i] - '0');
	/* 0: a kernel that does not tell. */
	return blanks <= FLAGS_AFTER || !flags || flags & FORKED_NO_EXEC;
}

/* Returns whether this process has or had children, or cannot know. */
static int had_children(void)
{
	const int how = WEXITED | WSTOPPED | WCONTINUED | WNOHANG | WNOWAIT;
	struct rusage ended;
	/* The kernel's struct sigaction: handler, flags, and more. */
	uintptr_t action[32];

	/* ECHILD: there is none. */
	if (SYS5(SYS_waitid, P_ALL, 0, NULL, how | __WALL, NULL) >= 0)
		return 1;
	if (SYS2(SYS_getrusage, RUSAGE_CHILDREN, &ended) || ended.ru_maxrss || ended.ru_minflt)
		return 1;
	/* Then the kernel does not count those that ended. */
	return SYS4(SYS_rt_sigaction, SIGCHLD, NULL, action, 8) ||
	       action[0] == (uintptr_t)SIG_IGN || action[1] & SA_NOCLDWAIT;
}

/* What is mapped at an address. */
struct mapped_file {
	char line[PATH_BYTES + 128]; /* of /proc/self/maps */
	int is_shared;
	const char *path; /* in the line */
};

static const char *read_hex(const char *s, uintptr_t *value)
{
	for (*value = 0; (*s >= '0' && *s <= '9') || (*s >= 'a' && *s <= 'f'); s++)
		*value = *value * 16 + (uintptr_t)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
	return s;
}

/* Reads "FROM-TO rw-s ... PATH".  Returns whether the address is in it. */
static int is_mapping_of(struct mapped_file *m, uintptr_t at)
{
	uintptr_t from, to;
	const char *s = read_hex(m->line, &from);

	s = *s == '-' ? read_hex(s + 1, &to) : s;
	if (*s != ' ' || at < from || at >= to || string_length(s) < 5)
		return 0;
	m->is_shared = s[4] == 's';
	for (m->path = s; *m->path && *m->path != '/'; m->path++)
		;
	return 1;
}

/* Returns 0, or -1 if it cannot be found. */
static int find_mapping(struct mapped_file *m, uintptr_t at)
{
	int fd = sys_open(AT_FDCWD, "/proc/self/maps", O_RDONLY, 0), found = 0;
	char part[512];
	size_t n = 0;
	long got, i;

	if (fd < 0)
		return -1;
	while (!found && (got = SYS3(SYS_read, fd, part, sizeof(part))) > 0)
		for (i = 0; i < got && !found; i++) {
			m->line[n] = part[i] == '\n' || n + 1 == sizeof(m->line) ? 0 : part[i];
			if (m->line[n++])
				continue;
			found = is_mapping_of(m, at);
			n = 0;
		}
	sys_close(fd);
	return found ? 0 : -1;
}

/* Returns whether one process alone began to record the image into the file at the path. */
static int is_first(const char *path)
{
	struct anycov_flags_head head;
	int fd = sys_open(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
	int err = fd < 0 ? fd : sys_pread(fd, &head, sizeof(head), 0);

	if (fd >= 0)
		sys_close(fd);
	return !err && head.magic == ANYCOV_FLAGS_MAGIC && head.n_started == 1;
}

static int forget(struct flags_image *image, struct flags_state *s, void *arg)
{
	struct mapped_file m;
	unsigned char *before;
	size_t i;

	(void)arg;
	if (s->kept == KEPT_ALL || find_mapping(&m, (uintptr_t)image->flags))
		return 0;
	/* Private memory is the process's own: nothing is recorded, or it is copied at the end. */
	if (m.is_shared && (is_child() || had_children() || !is_first(m.path)))
		return 0;
	before = new_memory(image->n);
	if (!before)
		return 0;
	add_hits(before, image->flags, image->n);
	for (i = 0; i < image->n; i++)
		if (before[i] != FLAG_START && !(s->kept && s->kept[i] != FLAG_START))
			*(volatile unsigned char *)&image->flags[i] = FLAG_START;
	/* A process that has begun meanwhile may have set some of them. */
	if (m.is_shared && !is_first(m.path))
		add_hits(image->flags, before, image->n);
	sys_munmap(before, image->n);
	if (s->rearm)
		s->rearm(s);
	return 0;
}

static void dump(void)
{
	flags_for_each_image(keep, NULL);
}

static void reset(void)
{
	flags_for_each_image(forget, NULL);
}

/* gcov */
PUBLIC void __gcov_dump(void);
PUBLIC void __gcov_reset(void);
PUBLIC void __gcov_flush(void);

void __gcov_dump(void)
{
	dump();
}

void __gcov_reset(void)
{
	reset();
}

/* Of GCC before 11 and clang before 12. */
void __gcov_flush(void)
{
	dump();
	reset();
}

/* LLVM */
PUBLIC int __llvm_profile_write_file(void);
PUBLIC int __llvm_profile_dump(void);
PUBLIC void __llvm_profile_reset_counters(void);
PUBLIC void __llvm_profile_set_filename(const char *name);
PUBLIC void __llvm_profile_initialize_file(void);

int __llvm_profile_write_file(void)
{
	dump();
	return 0;
}

int __llvm_profile_dump(void)
{
	dump();
	return 0;
}

void __llvm_profile_reset_counters(void)
{
	reset();
}

/* ANYCOV_DIR has the name. */
void __llvm_profile_set_filename(const char *name)
{
	(void)name;
}

void __llvm_profile_initialize_file(void)
{
}
