/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The constructor of an image: of a program, or of a shared library when it is loaded.
 *
 * Directory: ANYCOV_DIR, else what directory.c names, else nothing is done.  What
 * ran before set flags in private memory; they are added to the file.  Whatever fails, the
 * program goes on without recording, and one sentence says so.
 */
#include <elf.h>
#include <errno.h>
#include <poll.h>
#include <time.h>
#include "checkers.h"
#include "flags.h"

const char *flags_directory;
flags_arm_traps *flags_arm;
struct flags_state flags_state = { .version = FLAGS_STATE_VERSION };

#define NOTHING "; nothing is recorded"
#define MAKE_IT "; make the directory by 'mkdir -m 1777' before the run"

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
		return "too many open files";
	case ENOMEM:
		return "out of memory";
	case ENAMETOOLONG:
		return "the name is too long";
	case ELOOP:
		return "is a symbolic link, which is not followed";
	case EXDEV:
		return "is not this user's alone; remove it";
	case ENOTDIR:
		return "is not the absolute name of a directory";
	case ENOEXEC:
		return "the image was compiled with sites=trap; link it with --sites trap, too";
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

	if (sys_fstat(2, &st) ||
	    (S_ISREG(st.st_mode) && flags_is_over_limit((uint64_t)st.st_size + n)))
		return 0;
	return SYS5(SYS_ppoll, &p, 1, &now, NULL, 8) == 1 && p.revents == POLLOUT;
}

static void print(const char *name, const char *sentence, const char *rest)
{
	char line[1024] = "anycov: ";

	append(line, sizeof(line) - 256, name);
	append(line, sizeof(line), ": ");
	append(line, sizeof(line), sentence);
	append(line, sizeof(line), rest);
	append(line, sizeof(line), "\n");
	if (can_print(string_length(line)))
		SYS3(SYS_write, 2, line, string_length(line));
}

static void complain(const char *name, int err)
{
	int is_denied = err == -EACCES || err == -EPERM;

	print(name, reason(err), is_denied ? NOTHING MAKE_IT : NOTHING);
}

/* Shares the section with its file.  Returns 0 or a negative error number. */
static int share(struct flags_image *image, const char *directory, int create, char *path,
		 size_t room, int *owns)
{
	int fd, err;

	path[0] = 0;
	append(path, room, directory);
	err = fd = flags_open_file(image, create, path, room, owns);
	if (fd >= 0) {
		err = flags_map(image, fd);
		sys_close(fd);
	}
	return err > 0 ? flags_begin_copy(image, path) : err;
}

static void record(struct flags_image *image, const char *directory, int create)
{
	/* The user's directory, the file and its longest ending. */
	size_t room = string_length(directory) + 32 + NAME_BYTES;
	char *path = __builtin_alloca(room);
	int err, owns = 1;

	if (!image->file[0]) {
		print(image->path, "has no build ID, and no file",
		      NOTHING "; link with -Wl,--build-id");
		return;
	}
	err = share(image, directory, create, path, room, &owns);
	/* The program may have become another user's. */
	if (err && image->uid != (uint32_t)SYS1(SYS_geteuid, 0)) {
		image->uid = (uint32_t)SYS1(SYS_geteuid, 0);
		err = share(image, directory, create, path, room, &owns);
	}
	if (err)
		complain(path, err);
	else if (!owns)
		print(image->path, "other data is in the pages of its flags",
		      "; a process copies them when it ends, and one that is killed loses them");
	if (!err && flags_arm && flags_arm(image, &flags_state))
		print(image->path, "its code cannot be changed, as sites=trap requires",
		      NOTHING "; compile with sites=store");
}

/* Only a program's path needs memory, and the main thread's stack has it. */
static __attribute__((noinline)) void record_program(struct flags_image *image,
						     const struct flags_process *p,
						     const char *directory, int create)
{
	char path[PATH_BYTES];

	flags_program_path(image, p, path);
	image->path = path;
	flags_identify(image);
	record(image, directory, create);
}

static __attribute__((noinline)) void record_library(struct flags_image *image,
						     const struct flags_process *p,
						     const char *directory, int create)
{
	const char *path = flags_find_loaded(p, image);

	image->path = path ? path : "";
	flags_identify(image);
	record(image, directory, create);
}

/* value: of ANYCOV_DIR, or NULL. */
static void start(const struct flags_process *p, const char *value)
{
	struct flags_image image;
	const char *directory = value;
	int create = 0;

	/* An empty value turns recording off, unless a directory was named at the link. */
	if ((!value || !*value) && flags_directory) {
		directory = flags_directory;
		create = 1;
	}
	/* Set-user-ID programs and the like do not trust their environment. */
	if (!directory || !*directory || p->is_secure)
		return;
	image.flags = flags_section(&image.n);
	flags_find_self(&image, p);
	if (*directory != '/')
		complain(directory, -ENOTDIR);
	else if (image.is_program)
		record_program(&image, p, directory, create);
	else
		record_library(&image, p, directory, create);
}

static __attribute__((noinline)) void start_from_proc(char **envp)
{
	char buffer[PATH_BYTES];
	struct flags_process p;
	const char *value;

	if (!flags_read_process(&p, &value, envp, buffer))
		start(&p, value);
}

/* glibc passes these arguments to constructors of programs and of libraries; others do not. */
static void begin(int argc, char **argv, char **envp)
{
	struct flags_process p;
	const char *value;
	size_t n;

	if (flags_state.has_begun++)
		return;
	flags_state.flags = flags_section(&n);
	if (!n)
		return;
	if (!flags_take_arguments(&p, &value, argc, argv, envp))
		start(&p, value);
	else
		start_from_proc(envp);
	/* After the pages of the file have taken the place of the section. */
	ignore_races(flags_state.flags, n);
}

/* Before all other constructors of the image. */
__attribute__((section(".init_array.00000"), used)) static void (*begin_entry)(int, char **,
									       char **) = begin;
