/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by the guest's tests.  A test is a function that runs in a process of its own; it
 * fails by CHECK(), which prints the reason and exits the process.
 */
#ifndef ANYCOV_TEST_GUEST_H
#define ANYCOV_TEST_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "anycov/buffer.h"
#include "anycov/kcov.h"

#define KCOV_FILE "/sys/kernel/debug/kcov"
#define MODULE_FILE "/sys/kernel/debug/anycov_test"

/* The kernel's words are 64 bits wide, also in a 32-bit process. */
typedef uint64_t kword;
#define INIT_TRACE64 ANYCOV_IOC(2, 1, 8)

struct kc {
	int fd;
	size_t size;  /* in words */
	kword *cover; /* the mapping of size words, or NULL */
	kword *edge;  /* the second one, modes 2|4 */
};

/* A set of PCs, sorted, without duplicates. */
struct pcset {
	size_t n;
	kword *pc;
};

struct guest_options {
	bool overlay; /* our runtime: unique modes must exist, otherwise must not */
	bool module;  /* anycov_test.ko is loaded */
	bool usb;     /* a raw gadget exists */
	bool command; /* /anycov exists */
	bool recent;  /* ours, or Linux's own if KCOV_INIT_TRACE allocates the buffer */
	bool bounds;  /* comparison modes stay in their buffer whatever its count is */
	/* __kthread_should_park(), as vmlinux has it, if the ends of interrupts call it */
	unsigned long long park, park_bytes;
	unsigned seconds; /* duration of a random test */
};
extern struct guest_options guest;

void guest_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
#define CHECK(cond, ...)                                                                           \
	do {                                                                                       \
		if (!(cond))                                                                       \
			guest_fail(__FILE__, __LINE__, __VA_ARGS__);                               \
	} while (0)
/* Returns the result of an ioctl: 0, or -errno. */
int kc_ioctl(int fd, unsigned long cmd, unsigned long arg);
#define CHECK_IOCTL(fd, cmd, arg, want)                                                            \
	do {                                                                                       \
		int got_ = kc_ioctl((fd), (cmd), (unsigned long)(arg));                            \
		CHECK(got_ == (want), "%s(%s) gives %d, not %d", #cmd, #arg, got_, (want));        \
	} while (0)

/* Opens, calls INIT_TRACE(size words) and maps; fails the test if that fails. */
struct kc kc_open(size_t size);
void kc_map_edge(struct kc *k);
void kc_close(struct kc *k);
void kc_enable(struct kc *k, unsigned long mode);
void kc_disable(struct kc *k);
static inline kword kc_count(const kword *cover)
{
	return __atomic_load_n(&cover[ANYCOV_BUF_COUNT], __ATOMIC_RELAXED);
}
static inline void kc_zero(kword *cover)
{
	__atomic_store_n(&cover[ANYCOV_BUF_COUNT], 0, __ATOMIC_RELAXED);
}
/*
 * Records the kernel code of work(arg) in one of the modes and returns the number of records;
 * the buffer keeps them for the caller.
 */
kword kc_record(struct kc *k, unsigned long mode, void (*work)(long arg), long arg);
/*
 * The same for work that neither waits nor faults, if the records must be those of the work
 * alone.  Two things add records that the kernel treats as the task's own code: after a switch
 * to another task its registers are restored (switch_fpu_return(), parts of the scheduler), and
 * pages that are touched for the first time fault.  How often depends on the load of the
 * machine. The kernel counts both; a recording that has one is repeated.
 */
kword kc_record_alone(struct kc *k, unsigned long mode, void (*work)(long arg), long arg);

/* Saves the PCs of a buffer for the scan of vmlinux after the boot. */
void keep_pcs(const kword *cover, kword n);
void keep_cmps(const kword *cover, kword n);
void keep_init(void);
void keep_print(void);

struct pcset pcset_of(const kword *cover, kword n);
bool pcset_equal(const struct pcset *a, const struct pcset *b);
/* Returns the first PC of a that is not in b, or 0. */
kword pcset_extra(const struct pcset *a, const struct pcset *b);
void pcset_free(struct pcset *s);

/* Runs f in a child; returns true if it ended without a failed CHECK. */
bool in_child(void (*f)(void *), void *arg);
/* Sends one command to anycov_test.ko. */
void module_command(const char *command, unsigned long arg);

/* The program that `anycov trace` runs: many system calls, then it ends in the way of this name. */
_Noreturn void traced_work(const char *how);

/* Work whose path through the kernel does not depend on time. */
void work_read(long times);
void work_mixed(long times);
/* Much different code: more than any small buffer can hold. */
void work_wide(long unused);

int cost_main(int argc, char **argv);
/* Prints the flags after several steps; returns false if one failed. */
bool report_main(void);

#endif
