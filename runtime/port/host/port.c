/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Contexts of threads, and the functions of anycov.h.  Buffers are mapped with
 * MAP_NORESERVE: ANYCOV_SIZE costs addresses, and memory is used as records arrive.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "port.h"
#include "hooks/modes.h"
#include "anycov/buffer.h"

__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
/*
 * Lowered by stack-depth probes.  Weak: a fuzzer's own definition wins.  TLS model of the
 * compilers.
 */
__attribute__((weak, visibility("default"),
	       tls_model("initial-exec"))) __thread uintptr_t __sancov_lowest_stack = UINTPTR_MAX;

__thread struct host_thread *host_current
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
struct host_thread *host_threads;

static size_t page_round(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (n + page - 1) / page * page;
}

static void *map_pages(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static struct host_thread *current_thread(void)
{
	struct host_thread *t = host_current;

	if (t)
		return t;
	t = map_pages(page_round(sizeof(*t)));
	if (!t)
		return NULL;
	t->tid = (uint32_t)syscall(SYS_gettid);
	t->ctx = &anycov_self;
	t->next = __atomic_load_n(&host_threads, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&host_threads, &t->next, t, 0, __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED))
		;
	host_current = t;
	return t;
}

/* Attaches a buffer: the caller's, or (NULL) one of the runtime's. */
int host_attach(void *buffer, size_t bytes)
{
	struct host_thread *t = current_thread();
	size_t old_bytes;
	void *old;

	if (!t)
		return ANYCOV_ENOMEM;
	old = t->map;
	old_bytes = t->map_bytes;
	t->given = buffer;
	t->given_bytes = bytes;
	if (buffer) {
		t->map = NULL;
		t->map_bytes = 0;
	} else {
		bytes = host_config.words * sizeof(anycov_word);
		buffer = map_pages(page_round(bytes));
		if (!buffer)
			return ANYCOV_ENOMEM;
		t->map = buffer;
		t->map_bytes = page_round(bytes);
	}
	anycov_self.area = buffer;
	anycov_self.size = bytes / sizeof(anycov_word);
	anycov_self.kind = ANYCOV_M_OFF;
	if (old)
		munmap(old, old_bytes);
	return 0;
}

static void set_count(struct anycov_ctx *ctx)
{
	if (ctx->kind == ANYCOV_M_CMP || ctx->kind == ANYCOV_M_UNIQ_CMP)
		ANYCOV_WRITE(*(anycov_u64 *)ctx->area, 0);
	else
		ANYCOV_WRITE(ctx->area[ANYCOV_BUF_COUNT], 0);
	if (ctx->kind == ANYCOV_M_UNIQ_BOTH)
		ANYCOV_WRITE(ctx->edge.area[ANYCOV_BUF_COUNT], 0);
}

static int kind_of(unsigned mode)
{
	int kind = anycov_mode_of(mode);

	/* Without unique_slow.c the hooks have two modes. */
	if (ANYCOV_PORT_UNIQUE_MODES || kind == ANYCOV_M_PC || kind == ANYCOV_M_CMP)
		return kind;
	return ANYCOV_M_OFF;
}

/* A unique mode leaves only a part of the buffer attached; plain modes use all of it. */
static void set_plain(struct anycov_ctx *ctx, int kind)
{
	if (host_current && host_current->given) {
		ctx->area = host_current->given;
		ctx->size = host_current->given_bytes / sizeof(anycov_word);
	}
	ctx->kind = kind;
	ctx->limit = anycov_limit(kind, ctx->size);
}

HOST_PUBLIC int anycov_buffer(void *buffer, size_t bytes)
{
	if (anycov_self.mode != ANYCOV_M_OFF)
		return ANYCOV_EBUSY;
	if (!buffer || (uintptr_t)buffer % sizeof(uint64_t))
		return ANYCOV_EINVAL;
	if (bytes < 2 * sizeof(anycov_word))
		return ANYCOV_ENOMEM;
	host_setup();
	return host_attach(buffer, bytes);
}

HOST_PUBLIC int anycov_start(unsigned mode)
{
	struct anycov_ctx *ctx = &anycov_self;
	int kind = kind_of(mode);

	if (ctx->mode != ANYCOV_M_OFF)
		return ANYCOV_EBUSY;
	if (kind == ANYCOV_M_OFF)
		return ANYCOV_EINVAL;
	host_setup();
	if (!ctx->area) {
		int err = host_attach(NULL, 0);

		if (err)
			return err;
	}
#if ANYCOV_PORT_UNIQUE_MODES
	if (kind != ANYCOV_M_PC && kind != ANYCOV_M_CMP) {
		int err = host_unique_init(host_current, kind);

		if (err)
			return err;
	} else
#endif
		set_plain(ctx, kind);
	if (!ctx->limit) {
		ctx->kind = ANYCOV_M_OFF;
		return ANYCOV_ENOMEM;
	}
	set_count(ctx);
	/* The callers of this function had begun before. */
	host_current->from_start = host_current->forked = 0;
#if ANYCOV_PORT_UNIQUE_MODES
	kind = anycov_ctx_start_mode(ctx);
#endif
	anycov_barrier(); /* a signal handler that sees the mode sees all of it */
	ANYCOV_WRITE(ctx->mode, kind);
	return 0;
}

HOST_PUBLIC void anycov_stop(void)
{
	ANYCOV_WRITE(anycov_self.mode, ANYCOV_M_OFF);
	anycov_barrier();
}

HOST_PUBLIC void anycov_reset(void)
{
	if (anycov_self.area && anycov_self.kind != ANYCOV_M_OFF)
		set_count(&anycov_self);
	if (host_current)
		host_current->from_start = host_current->forked = 0;
}

HOST_PUBLIC size_t anycov_count(void)
{
	return anycov_self.kind == ANYCOV_M_OFF ? 0 : anycov_ctx_count(&anycov_self);
}

/* A thread that was created while ANYCOV_OUT is set records from the start. */
void host_thread_begin(void)
{
	static int warned;

	if (!host_config.out[0] || anycov_self.mode != ANYCOV_M_OFF)
		return;
	if (!anycov_start(host_config.mode))
		host_current->from_start = 1;
	else if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED))
		host_warn("no memory for the records of a thread, which is not recorded; choose a "
			  "smaller ANYCOV_SIZE",
			  host_config.out);
}

/* Keeps the records of an ending thread and unmaps the unused part of its buffer. */
void host_thread_end(void)
{
	struct host_thread *t = host_current;
	size_t used;

	ANYCOV_WRITE(anycov_self.mode, ANYCOV_M_OFF);
	anycov_barrier();
	if (!t)
		return;
	t->last = anycov_self;
	__atomic_store_n(&t->ctx, &t->last, __ATOMIC_RELEASE);
	host_current = NULL;
	anycov_self.area = NULL;
	if (!t->map) {
		t->last.area = NULL; /* the caller's buffer may be freed with the thread */
		return;
	}
	if ((void *)t->last.area != t->map)
		return; /* a unique mode's: slots precede the area */
	used = anycov_ctx_count(&t->last);
	used = t->last.kind == ANYCOV_M_CMP ? 8 + used * 32 : (1 + used) * sizeof(anycov_word);
	used = page_round(used);
	if (used < t->map_bytes)
		munmap((char *)t->map + used, t->map_bytes - used);
}

void host_forget_threads(void)
{
	struct host_thread *t;

	for (t = host_threads; t; t = t->next)
		if (t != host_current)
			t->forgotten = 1;
	if (host_current)
		host_current->tid = (uint32_t)syscall(SYS_gettid);
}

/* The child has one thread and a dump of its own; the parent keeps the other threads' records. */
void host_fork_child(void)
{
	int was_whole = host_current && (host_current->from_start || host_current->forked);

	host_forget_threads();
	anycov_reset();
	if (host_current)
		host_current->forked = was_whole;
}
