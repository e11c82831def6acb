/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the host port, not used by hooks. */
#ifndef ANYCOV_HOST_PORT_H
#define ANYCOV_HOST_PORT_H

#include <signal.h>
#include <sys/types.h>
#include "hooks/record_context.h"
#include "hooks/dump_write.h"

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

/* limit.c: between the two no limit of the size of files sends a signal. */
struct host_held_limit {
	sigset_t old;
	int is_held, was_pending;
};
HOST_HIDDEN void host_hold_limit(struct host_held_limit *h);
HOST_HIDDEN void host_release_limit(const struct host_held_limit *h);
/* Writes the dump of ANYCOV_OUT once.  Async-signal-safe except for dl_iterate_phdr. */
HOST_HIDDEN void host_write_out(void);
/* exec: writes the same to FILE.PID.exec; undo deletes it if exec failed. */
HOST_HIDDEN int host_write_before_exec(void);
HOST_HIDDEN void host_undo_before_exec(void);
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
HOST_HIDDEN void host_write_all(void);      /* the process ends */
HOST_HIDDEN void host_all_threads_start(void);
struct host_exec {
	int wrote;
};
HOST_HIDDEN void host_write_all_before_exec(struct host_exec *e);
HOST_HIDDEN void host_exec_failed(const struct host_exec *e);

/* Returns the contents of a note of an image, or NULL. */
HOST_HIDDEN const void *host_find_note(const struct dl_phdr_info *info, const char *name,
				       uint32_t type, uint32_t *length);

#endif
