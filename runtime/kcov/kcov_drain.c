/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block counters in libanycov-kcov.so: registration by constructors, draining, and the table of
 * synthetic PCs.
 *
 * A kernel of this kind (such as gVisor's sentry) drains before it returns to user space. Here
 * the calls of a client are library functions, so those are interposed: each calls the function
 * of the next library (or the C library), then drains into the buffer of the calling thread, if
 * that thread traces.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "kcov_shim.h"
#include "kcov_counters.h"
#include "anycov/anycov.h"
#include "anycov/hooks.h"

extern __thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

SHIM_PUBLIC void __sanitizer_cov_8bit_counters_init(void *first, void *end)
{
	anycov_counters_register(first, end);
}

SHIM_PUBLIC void __sanitizer_cov_pcs_init(void *first, void *end)
{
	anycov_counters_register_pcs(first, end);
}

SHIM_PUBLIC size_t anycov_counters_drain(void)
{
	return anycov_counters_drain_to(&anycov_self);
}

void shim_drain(void)
{
	int saved = errno;

	if (ANYCOV_READ(anycov_self.mode) > ANYCOV_M_OFF)
		anycov_counters_drain();
	errno = saved;
}

/* The image that contains an address, and where it was loaded. */
struct loaded_image {
	uintptr_t address;
	uintptr_t bias, first, end; /* of the image */
	char path[4096];
};

static int find_image(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loaded_image *p = arg;
	ssize_t n;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_LOAD &&
		    p->address - (info->dlpi_addr + ph->p_vaddr) < ph->p_memsz)
			break;
	}
	if (i == info->dlpi_phnum)
		return 0;
	p->bias = info->dlpi_addr;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD)
			continue;
		if (!p->end || from < p->first)
			p->first = from;
		if (from + ph->p_memsz > p->end)
			p->end = from + ph->p_memsz;
	}
	if (info->dlpi_name && *info->dlpi_name) {
		snprintf(p->path, sizeof(p->path), "%s", info->dlpi_name);
	} else { /* the program itself */
		n = readlink("/proc/self/exe", p->path, sizeof(p->path) - 1);
		p->path[n > 0 ? n : 0] = 0;
	}
	return 1;
}

/*
 * Returns the address of a block in its image's file.  The first block of a function has the
 * function's address, which may resolve to another library that defines the function (link with
 * -Bsymbolic-functions): 0 then.
 */
static unsigned long block_address(const struct anycov_counter_image *c,
				   const struct loaded_image *p, size_t b)
{
	uintptr_t pc = c->pcs ? c->pcs[2 * b] : 0;

	return pc >= p->first && pc < p->end ? (unsigned long)(pc - p->bias) : 0;
}

/* Each line: synthetic PC, block, address in the image (0: no pc-table), image. */
SHIM_PUBLIC int anycov_counters_table(const char *path)
{
	struct anycov_counter_image c;
	struct loaded_image p;
	unsigned i;
	size_t b;
	FILE *f = fopen(path, "we");

	if (!f)
		return ANYCOV_EIO;
	for (i = 0; anycov_counters_get(i, &c); i++) {
		if (c.first == c.end)
			continue;
		memset(&p, 0, sizeof(p));
		p.address = (uintptr_t)c.first;
		dl_iterate_phdr(find_image, &p);
		for (b = 0; b < (size_t)(c.end - c.first); b++)
			fprintf(f, "0x%zx %zu 0x%lx %s\n",
				((size_t)c.file << ANYCOV_BLOCK_BITS) + b, b,
				block_address(&c, &p, b), p.path);
	}
	i = (unsigned)ferror(f);
	return fclose(f) || i ? ANYCOV_EIO : 0;
}

/* ANYCOV_COUNTERS_TABLE=FILE, for clients that cannot call the function. */
void shim_write_table(void)
{
	const char *path = getenv("ANYCOV_COUNTERS_TABLE");

	if (path && *path && anycov_counters_table(path))
		fprintf(stderr,
			"anycov: %s: cannot write the table of synthetic PCs; check that its "
			"directory exists and is writable\n",
			path);
}

static void *next_symbol(const char *name)
{
	void *fn = dlsym(RTLD_NEXT, name);

	if (!fn) {
		dprintf(2,
			"anycov: %s: no other library of this program has it; preload "
			"libanycov-kcov.so into programs that use the system's C library\n",
			name);
		abort();
	}
	return fn;
}

#define CALL(type, name, parameters, arguments)                                                    \
	SHIM_PUBLIC type name parameters                                                           \
	{                                                                                          \
		static __typeof(name) *next;                                                       \
		__typeof(name) *fn = __atomic_load_n(&next, __ATOMIC_RELAXED);                     \
		type r;                                                                            \
                                                                                                   \
		if (!fn) {                                                                         \
			fn = (__typeof(name) *)next_symbol(#name);                                 \
			__atomic_store_n(&next, fn, __ATOMIC_RELAXED);                             \
		}                                                                                  \
		r = fn arguments;                                                                  \
		shim_drain();                                                                      \
		return r;                                                                          \
	}

CALL(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n))
CALL(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n))
CALL(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
CALL(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
CALL(ssize_t, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at))
CALL(ssize_t, pwrite64, (int fd, const void *p, size_t n, off64_t at), (fd, p, n, at))
CALL(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n))
CALL(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n))
CALL(off_t, lseek, (int fd, off_t at, int from), (fd, at, from))
CALL(int, fsync, (int fd), (fd))
CALL(int, ftruncate, (int fd, off_t n), (fd, n))
CALL(int, unlink, (const char *path), (path))
CALL(int, rename, (const char *from, const char *to), (from, to))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, rmdir, (const char *path), (path))
CALL(int, pipe, (int fds[2]), (fds))
CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
CALL(int, bind, (int fd, const struct sockaddr *a, socklen_t n), (fd, a, n))
CALL(int, listen, (int fd, int n), (fd, n))
CALL(int, connect, (int fd, const struct sockaddr *a, socklen_t n), (fd, a, n))
CALL(ssize_t, send, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags))
CALL(ssize_t, recv, (int fd, void *p, size_t n, int flags), (fd, p, n, flags))

static int is_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loaded_image p = { .address = *(uintptr_t *)arg };

	return find_image(info, size, &p);
}

/* Counters of an unloaded library are not mapped any more. */
SHIM_PUBLIC int dlclose(void *handle)
{
	int (*fn)(void *) = (int (*)(void *))next_symbol("dlclose");
	struct anycov_counter_image c;
	unsigned i;
	int r;

	/* No thread may drain meanwhile: what was counted is drained here, once. */
	shim_drain();
	anycov_counters_pause(1);
	r = fn(handle);
	for (i = 0; anycov_counters_get(i, &c); i++) {
		uintptr_t address = (uintptr_t)c.first;

		if (!dl_iterate_phdr(is_loaded, &address))
			anycov_counters_unregister(c.first, c.first + 1);
	}
	anycov_counters_pause(-1);
	return r;
}
