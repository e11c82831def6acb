/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the host port, not used by hooks. */
#ifndef ANYCOV_HOST_PORT_H
#define ANYCOV_HOST_PORT_H

#include <signal.h>
#include <sys/types.h>
#include "record_context.h"
#include "dump_write.h"

struct dl_phdr_info; /* link.h */

#define HOST_HIDDEN __attribute__((visibility("hidden")))
#define HOST_PUBLIC __attribute__((visibility("default")))
#define HOST_PATH_MAX 4096

/*
 * A thread that has, or had, a buffer.  Never freed: the dump at exit includes ended threads.
 * A: atomic.  O: used by the thread itself.
 */
struct host_thread {
	struct host_thread *next; /* immutable once in the list */
	struct anycov_ctx *ctx;   /* A the thread's context, or &last */
	struct anycov_ctx last;   /* O the context of an ended thread */
	void *map;                /* O the runtime's own buffer, or NULL */
	size_t map_bytes;         /* O */
	void *given;              /* O the caller's buffer, or NULL */
	size_t given_bytes;       /* O */
	uint32_t tid;
	int forgotten;  /* of the parent process, before a fork */
	int from_start; /* O recorded since the thread began */
	int forked;     /* O recorded since fork(); what had begun is in the parent's dump */
};

extern struct host_thread *host_threads HOST_HIDDEN; /* A newest first, only grows */
extern __thread struct host_thread *host_current
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Read from the environment by the constructor; not changed afterwards. */
struct host_config {
	char out[HOST_PATH_MAX]; /* empty: nothing is recorded automatically */
	unsigned mode;           /* KCOV_TRACE_PC, KCOV_TRACE_CMP */
	size_t words;
	pid_t pid; /* process that set this up; for another one see host_is_process() */
};
extern struct host_config host_config HOST_HIDDEN;

HOST_HIDDEN void host_setup(void); /* idempotent, any thread */
/* Prints "anycov: VALUE: WHAT". */
HOST_HIDDEN void host_warn(const char *what, const char *value);
HOST_HIDDEN void host_thread_begin(void); /* a new thread, before its function */
HOST_HIDDEN void host_thread_end(void);
HOST_HIDDEN int host_attach(void *buffer, size_t bytes);
#if ANYCOV_PORT_UNIQUE_MODES /* unique.c */
HOST_HIDDEN int host_unique_init(struct host_thread *t, int kind);
#endif

/* The name of a file that readers ignore, of HOST_PATH_MAX bytes. */
HOST_HIDDEN void host_temporary(char *tmp, const char *path);
/* limit.c: between the two no limit of the size of files sends a signal. */
struct host_held_limit {
	sigset_t old;
	int is_held, was_pending;
};
HOST_HIDDEN void host_hold_limit(struct host_held_limit *h);
HOST_HIDDEN void host_release_limit(const struct host_held_limit *h);
/* Writes the dump of ANYCOV_OUT once.  Async-signal-safe except for dl_iterate_phdr. */
HOST_HIDDEN void host_write_out(void);
HOST_HIDDEN int host_has_written(void); /* or is about to */
HOST_HIDDEN uint64_t host_time(void);
/* Returns whether the program has a handler of the signal. */
HOST_HIDDEN int host_is_caught(int sig);
/* exec: writes the same to FILE.PID.exec; undo deletes it if exec failed. */
HOST_HIDDEN int host_write_before_exec(void);
HOST_HIDDEN void host_undo_before_exec(void);
/* unended.c: what a process leaves whose end nothing sees */
HOST_HIDDEN void host_unended_begin(void);
HOST_HIDDEN void host_unended_loaded(void); /* an image began to record */
HOST_HIDDEN void host_unended_fork_child(void);
/* Its dump is written, and exec follows. */
HOST_HIDDEN void host_unended_exec(void);
HOST_HIDDEN void host_unended_exec_failed(void);
HOST_HIDDEN void host_fork_child(void);
HOST_HIDDEN void host_forget_threads(void); /* those that the parent alone has */
/*
 * Returns whether this process records into its memory alone; a vfork child shares its parent's.
 * One that was forked without a handler (_Fork(), clone(), a system call) becomes a process of its
 * own here, with the parent's records.
 */
HOST_HIDDEN int host_is_process(void);
HOST_HIDDEN void host_interpose(void); /* forces interpose.o into the link */
HOST_HIDDEN void host_interpose_end(void);
extern const char host_begin_object HOST_HIDDEN; /* begin.c */
HOST_HIDDEN void host_thread_starts(void);       /* in a new thread */

/* copies.c: the copies of this runtime in the process */
struct host_copy_functions {
	void (*write_out)(void);
	int (*before_exec)(void);
	void (*undo_before_exec)(void);
	void (*thread_begin)(void);
};
struct host_copy {
	uint32_t version; /* the copies may be of several versions of anycov */
	uint32_t records; /* A writes a dump */
	const struct host_copy_functions *functions;
};
extern struct host_copy anycov_host_copy HOST_HIDDEN;
/* Returns the copy whose hooks are called by the image of the caller. */
HOST_PUBLIC struct host_copy *anycov_runtime_copy(void);
/* Begins to record in that copy.  Returns whether it does. */
HOST_PUBLIC int anycov_runtime_begin(void);
/* The image that contains the address is unloaded, or the process ends (modules.c). */
HOST_PUBLIC void anycov_runtime_unload(const void *address);
HOST_HIDDEN void host_dump_modules(struct anycov_dump *d);

HOST_HIDDEN size_t host_count_copies(void); /* that record, but this one */
/*
 * The process ends in a function that returns to `start`, or in the handler of a signal
 * (HOST_AT_SIGNAL), or (0) where it is not known which calls are active.
 */
HOST_HIDDEN void host_write_all(uintptr_t start);
#define HOST_AT_SIGNAL 1
HOST_HIDDEN void host_all_threads_start(void);
struct host_exec {
	int wrote;
};
/* start: as of host_write_all(). */
HOST_HIDDEN void host_write_all_before_exec(struct host_exec *e, uintptr_t start);
HOST_HIDDEN void host_exec_failed(const struct host_exec *e);

/* cuts.c: calls that do not return, where unwind tables are read (set_unwind.c) */
#define HOST_RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))
#if (defined(__x86_64__) && !defined(__ILP32__)) || (defined(__aarch64__) && defined(__LP64__))
/* The process begins to record, or another image of it does. */
HOST_HIDDEN void host_cuts_watch(uint64_t now);
/* Returns 0 if it catches none, for the program would see it. */
HOST_HIDDEN int host_cuts_catch_signals(void);
HOST_HIDDEN void host_cuts_release_signals(void);
HOST_HIDDEN void host_cuts_before_fork(void);
HOST_HIDDEN void host_cuts_fork_parent(void);
HOST_HIDDEN void host_cuts_fork_child(uint64_t now);
/* Recording stopped in calls that go on. */
HOST_HIDDEN void host_cuts_miss(void);
/* The same as host_write_all() without writing: notes the calls that are active. */
HOST_HIDDEN void host_cuts_end(uintptr_t start);
/* Returns 0 if exec must fail: then calls go on. */
HOST_HIDDEN int host_cuts_can_execute(const char *file, int in_path);
/* Writes the calls and what is known of the end, which is used up. */
HOST_HIDDEN void host_cuts_dump(struct anycov_dump *d);
#else
static inline void host_cuts_watch(uint64_t now)
{
	(void)now;
}
static inline int host_cuts_catch_signals(void)
{
	return 0;
}
static inline void host_cuts_release_signals(void)
{
}
static inline void host_cuts_before_fork(void)
{
}
static inline void host_cuts_fork_parent(void)
{
}
static inline void host_cuts_fork_child(uint64_t now)
{
	(void)now;
}
static inline void host_cuts_miss(void)
{
}
static inline void host_cuts_end(uintptr_t start)
{
	(void)start;
}
static inline int host_cuts_can_execute(const char *file, int in_path)
{
	(void)file;
	(void)in_path;
	return 1;
}
static inline void host_cuts_dump(struct anycov_dump *d)
{
	(void)d;
}
#endif

/* Returns the contents of a note of an image, or NULL. */
HOST_HIDDEN const void *host_find_note(const struct dl_phdr_info *info, const char *name,
				       uint32_t type, uint32_t *length);

#endif
