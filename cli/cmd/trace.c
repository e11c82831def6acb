/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Runs a command under the kernel's KCOV.  The command's first thread is traced from
 * exec() on: KCOV belongs to a task, survives exec() and is not inherited.  Kernel
 * threads need --remote; other processes are not traced.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "anycov/kcov.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "dump/writer.h"
#include "cmd/modes.h"

#define KCOV_FILE "/sys/kernel/debug/kcov"
#define DEFAULT_WORDS (1u << 20)
/* The error of a kernel built without comparisons; in no header of user space. */
#define KERNEL_ENOTSUPP 524

struct trace {
	const struct mode *mode;
	uint64_t words; /* of the buffer */
	struct string_list remote;
	struct kcov_remote_arg *arg; /* NULL: this task is traced */
	int fd;
	volatile unsigned long *areas[2]; /* NULL: the mode has no such buffer */
};

static int open_error(int error)
{
	if (error == ENOENT)
		return input_error(
			KCOV_FILE ": not found; the kernel needs CONFIG_KCOV and a mounted debugfs "
				  "(mount -t debugfs none /sys/kernel/debug)");
	if (error == EACCES || error == EPERM)
		return input_error(KCOV_FILE ": permission denied; run as root");
	return input_error(KCOV_FILE ": cannot open: %s", strerror(error));
}

static int prepare(struct trace *t)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t bytes = ((size_t)t->words * sizeof(unsigned long) + page - 1) / page * page;
	void *p;

	/* Linux maps only buffers of whole pages. */
	t->words = bytes / sizeof(unsigned long);

	t->fd = open(KCOV_FILE, O_RDWR | O_CLOEXEC);
	if (t->fd < 0)
		return open_error(errno);
	if (ioctl(t->fd, KCOV_INIT_TRACE, (unsigned long)t->words))
		return input_error(
			KCOV_FILE
			": cannot allocate a buffer of %llu words: %s; use another --size",
			(unsigned long long)t->words, strerror(errno));
	/* The second buffer follows the first; Linux without it refuses the offset. */
	for (unsigned i = 0; i < 2 && t->mode->tags[i]; i++) {
		p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, t->fd,
			 (off_t)(i * bytes));
		if (p == MAP_FAILED && i)
			return input_error(KCOV_FILE ": this kernel has no second buffer: %s; "
						     "record uniq-pc and uniq-edge in two runs",
					   strerror(errno));
		if (p == MAP_FAILED)
			return input_error(KCOV_FILE ": cannot map the buffer: %s",
					   strerror(errno));
		t->areas[i] = p;
	}
	return -1;
}

/* NUMBER, usb:BUS or common:ID */
static int take_handle(struct kcov_remote_arg *arg, const char *word)
{
	const char *colon = strchr(word, ':');
	uint64_t v;

	if (!parse_u64(colon ? colon + 1 : word, &v))
		return usage_error("--remote %s: use usb:BUS, common:ID or a number", word);
	if (!colon)
		arg->handles[arg->num_handles++] = v;
	else if (starts_with(word, "usb:") && v <= KCOV_INSTANCE_MASK)
		arg->handles[arg->num_handles++] = KCOV_SUBSYSTEM_USB | v;
	else if (starts_with(word, "common:") && v && v <= KCOV_INSTANCE_MASK)
		arg->common_handle = KCOV_SUBSYSTEM_COMMON | v;
	else
		return usage_error("--remote %s: use usb:BUS, common:ID or a number", word);
	return -1;
}

static int make_remote(struct trace *t)
{
	if (!t->remote.n)
		return -1;
	if (t->remote.n > KCOV_REMOTE_MAX_HANDLES)
		return usage_error("--remote: at most %d handles", KCOV_REMOTE_MAX_HANDLES);
	t->arg = xcalloc(1, sizeof(*t->arg) + t->remote.n * sizeof(t->arg->handles[0]));
	t->arg->trace_mode = t->mode->number;
	t->arg->area_size = (uint32_t)t->words;
	for (size_t i = 0; i < t->remote.n; i++)
		if (take_handle(t->arg, t->remote.v[i]) >= 0)
			return EXIT_USAGE;
	return -1;
}

static int enable(const struct trace *t)
{
	if (t->arg)
		return ioctl(t->fd, KCOV_REMOTE_ENABLE, t->arg);
	return ioctl(t->fd, KCOV_ENABLE, (unsigned long)t->mode->number);
}

static void zero_counts(const struct trace *t)
{
	for (unsigned i = 0; i < 2 && t->areas[i]; i++)
		t->areas[i][ANYCOV_BUF_COUNT] = 0;
}

/* The child: writes to the pipe why it could not run the command. */
static void child(const struct trace *t, char **argv, int pipe_end)
{
	int error = 0;

	zero_counts(t);
	if (enable(t))
		error = errno;
	if (!error) {
		/* A task that is in user mode is in no call of the kernel.  The kernel's threads
		 * may be recording already. */
		if (!t->arg)
			zero_counts(t);
		execvp(argv[0], argv);
		ioctl(t->fd, KCOV_DISABLE, 0);
		error = -errno;
	}
	if (write(pipe_end, &error, sizeof(error)) != sizeof(error))
		_exit(126);
	_exit(127);
}

static int enable_error(const struct trace *t, int error)
{
	if (error == EINVAL || error == EOPNOTSUPP || error == KERNEL_ENOTSUPP)
		return input_error(KCOV_FILE ": this kernel was not built with %s%s",
				   t->arg ? "remote " : "", t->mode->name);
	return input_error(KCOV_FILE ": cannot start tracing: %s", strerror(error));
}

/* -1 and *status (of waitpid), or an exit status. */
static int run(struct trace *t, char **argv, int *status)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
	int ends[2], error = 0;
	ssize_t got;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return input_error("%s: cannot run: %s", argv[0], strerror(errno));
	pid = fork();
	if (pid < 0)
		return input_error("%s: cannot run: %s", argv[0], strerror(errno));
	if (!pid)
		child(t, argv, ends[1]);
	close(ends[1]);
	/* Signals of the keyboard are for the command; its dump is still wanted. */
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	do
		got = read(ends[0], &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	close(ends[0]);
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return input_error("%s: cannot wait: %s", argv[0], strerror(errno));
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	if (got == sizeof(error) && error > 0)
		return enable_error(t, error);
	if (got == sizeof(error)) {
		warn("%s: cannot run: %s", argv[0], strerror(-error));
		return error == -ENOENT ? 127 : 126;
	}
	return -1;
}

static void put_note(struct dump_writer *w)
{
	struct utsname u;
	char *s;

	if (uname(&u))
		return;
	s = xasprintf("traced by kcov, %s %s %s", u.release, u.version, u.machine);
	dump_writer_chunk(w, ANYCOV_DUMP_TAG_NOTE, 0, (uint32_t)strlen(s), 0);
	dump_writer_bytes(w, s, strlen(s));
	free(s);
}

/* The task has ended, in calls of the kernel that the report knows. */
static void put_end(struct dump_writer *w)
{
	dump_writer_chunk(w, ANYCOV_DUMP_TAG_CUTS, 0, sizeof(struct anycov_dump_cuts), 0);
	dump_writer_number(w, ANYCOV_DUMP_CUTS_TASK_EXIT, 4);
	dump_writer_number(w, 0, 4);
}

/* Writes the records of a buffer.  Returns whether it was full. */
static bool put_area(struct dump_writer *w, const struct trace *t, unsigned i)
{
	/* Comparisons are 64-bit words on every machine. */
	unsigned word = t->mode->words > 1 ? 8 : sizeof(unsigned long);
	unsigned record = t->mode->words * word;
	uint64_t bytes = t->words * sizeof(unsigned long);
	uint64_t capacity = (bytes / word - 1) / t->mode->words, most = DUMP_CHUNK_MAX / record;
	const volatile unsigned char *area = (const volatile unsigned char *)t->areas[i];
	uint64_t n = word == 8 ? *(const volatile uint64_t *)area : t->areas[i][ANYCOV_BUF_COUNT];
	bool lost = n >= capacity;
	uint32_t flags = (lost ? ANYCOV_DUMP_C_LOST : 0) | (t->arg ? 0 : ANYCOV_DUMP_C_FROM_START);

	if (n > capacity)
		n = capacity;
	for (uint64_t done = 0; done < n; done += most) {
		uint64_t part = n - done < most ? n - done : most;

		dump_writer_chunk(w, t->mode->tags[i], 0, (uint32_t)(part * record), flags);
		/* The command has ended: the kernel does not change the buffer any more. */
		dump_writer_bytes(w, (const unsigned char *)(uintptr_t)area + word + done * record,
				  part * record);
	}
	return lost;
}

static int write_trace(const struct trace *t, const char *path)
{
	struct anycov_error err;
	struct dump_writer w;
	struct out_file out;
	bool lost = false;

	if (out_open(&out, path, &err))
		return input_error("%s", err.text);
	dump_writer_begin(&w, out.f, sizeof(unsigned long), false);
	put_note(&w);
	for (unsigned i = 0; i < 2 && t->areas[i]; i++)
		lost = put_area(&w, t, i) || lost;
	if (!t->arg)
		put_end(&w);
	dump_writer_end(&w);
	if (out_commit(&out, &err))
		return input_error("%s", err.text);
	if (lost)
		warn("%s: the buffer was full, records are missing; use a larger --size", path);
	return -1;
}

static int trace(struct trace *t, const char *out, char **argv)
{
	int wait_status = 0, status = make_remote(t);

	if (status < 0)
		status = prepare(t);
	if (status < 0)
		status = run(t, argv, &wait_status);
	if (status < 0)
		status = write_trace(t, out);
	if (status < 0)
		status = WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status)
						  : WEXITSTATUS(wait_status);
	free(t->arg);
	if (t->fd >= 0)
		close(t->fd);
	return status;
}

int cmd_trace(int argc, char **argv)
{
	struct trace t = { .words = DEFAULT_WORDS, .fd = -1 };
	const char *out = "anycov.dump", *mode = "pc";
	const struct arg table[] = {
		{ ARG_TEXT, 'o', "output", "FILE", &out, "dump file (default anycov.dump)" },
		{ ARG_TEXT, 0, "mode", mode_names(), &mode,
		  "what to record (default pc); pc and cmp, or all if the\n"
		  "kernel has the unique modes" },
		{ ARG_COUNT, 0, "size", "WORDS", &t.words, "size of the buffer (default 1048576)" },
		{ ARG_WORDS, 0, "remote", "HANDLE", &t.remote,
		  "trace kernel threads with this handle: usb:BUS,\n"
		  "common:ID or a number; may be repeated" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The kernel must have KCOV (" KCOV_FILE ").  Only the system\n"
		"calls of COMMAND's first thread are traced.  The exit status is that of COMMAND,\n"
		"128 + N if signal N killed it.\n";
	struct string_list operands = { 0 };
	int status =
		args_parse(&(struct args){ table, details, true }, argc, argv, &operands, NULL);

	if (status < 0 && !operands.n)
		status = usage_error("no command given, for example: anycov trace ls");
	t.mode = mode_by_name(mode);
	if (status < 0 && !t.mode)
		status = mode_error(mode);
	if (status < 0 && (t.words < 16 || t.words > UINT32_MAX))
		status = usage_error("--size %llu: must be 16 to 4294967295 words",
				     (unsigned long long)t.words);
	if (status < 0)
		status = trace(&t, out, operands.v);
	string_list_free(&t.remote);
	string_list_free(&operands);
	return status;
}
