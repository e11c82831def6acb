/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the cold files of the host port share. */
#ifndef ANYCOV_HOST_H
#define ANYCOV_HOST_H

#include <sys/types.h>
#include "core.h"
#include "dump_write.h"

#define HOST_HIDDEN __attribute__((visibility("hidden")))
#define HOST_PUBLIC __attribute__((visibility("default")))
#define HOST_PATH_MAX 4096

/*
 * A thread that has, or had, a buffer.  Never freed: the dump at exit shows
 * ended threads too.  A: atomic.  O: the thread itself.  L: host_lock.
 */
struct host_thread {
	struct host_thread *next;  /* immutable once on the list */
	struct anycov_ctx *ctx;    /* A the live context, or &last */
	struct anycov_ctx last;    /* O what is left when the thread has ended */
	void *map;                 /* O the runtime's own buffer, or NULL */
	size_t map_bytes;          /* O */
	void *given;               /* O the caller's buffer, or NULL */
	size_t given_bytes;        /* O */
	uint32_t tid;
	int forgotten;             /* of the parent process, before a fork */
	int from_start;            /* O recorded since the thread began */
};

extern struct host_thread *host_threads HOST_HIDDEN; /* A newest first, only grows */
extern __thread struct host_thread *host_me
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

/* From the environment, by the constructor; unchanged after it. */
struct host_config {
	char out[HOST_PATH_MAX]; /* empty: nothing is recorded by itself */
	unsigned mode;           /* KCOV_TRACE_PC, KCOV_TRACE_CMP */
	size_t words;
	pid_t pid;               /* whose image this is; another one is a vfork child */
};
extern struct host_config host_config HOST_HIDDEN;

HOST_HIDDEN void host_setup(void);       /* idempotent, any thread */
HOST_HIDDEN void host_thread_begin(void); /* a new thread, before its function */
HOST_HIDDEN void host_thread_end(void);
HOST_HIDDEN int host_attach(void *buffer, size_t bytes);
#if ANYCOV_PORT_MORE /* uniq.c */
HOST_HIDDEN int host_uniq_set(struct host_thread *t, int kind);
#endif

/* Writes the dump of ANYCOV_OUT once.  Async-signal-safe but for dl_iterate_phdr. */
HOST_HIDDEN void host_write_out(void);
/* exec: the same into FILE.PID.exec; undo when exec failed. */
HOST_HIDDEN int host_write_before_exec(void);
HOST_HIDDEN void host_undo_before_exec(void);
HOST_HIDDEN void host_fork_child(void);
HOST_HIDDEN int host_write_file(const char *path);
HOST_HIDDEN void host_interpose(void); /* forces interpose.o into the link */

#endif
