/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the guest's tests share.  A test is a function run in a process of its
 * own; it fails by CHECK(), which says why and leaves the process.
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

/* The kernel's words are 64 bits wide, also seen from a 32-bit process. */
typedef uint64_t kword;
#define INIT_TRACE64 ANYCOV_IOC(2, 1, 8)

struct kc {
	int fd;
	size_t size;  /* words */
	kword *cover; /* the mapping of size words, or NULL */
	kword *edge;  /* the second one, modes 2|4 */
};

/* A group of PCs, sorted, each once. */
struct pcset {
	size_t n;
	kword *pc;
};

struct guest_options {
	bool overlay;  /* our runtime: unique modes must be there, else must not */
	bool module;   /* anycov_test.ko is loaded */
	bool usb;      /* a raw gadget is there */
	bool command;  /* /anycov is there */
	bool recent;   /* ours, or Linux's own where KCOV_INIT_TRACE makes the buffer */
	bool bounds;   /* compare modes stay in their buffer whatever its count says */
	/* __kthread_should_park(), as vmlinux has it, if the ends of interrupts call it */
	unsigned long long park, park_bytes;
	unsigned seconds; /* how long a random test runs */
};
extern struct guest_options guest;

void guest_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
#define CHECK(cond, ...) \
	do { \
		if (!(cond)) \
			guest_fail(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)
/* An ioctl's result: 0, or -errno. */
int kc_ioctl(int fd, unsigned long cmd, unsigned long arg);
#define CHECK_IOCTL(fd, cmd, arg, want) \
	do { \
		int got_ = kc_ioctl((fd), (cmd), (unsigned long)(arg)); \
		CHECK(got_ == (want), "%s(%s) gives %d, not %d", #cmd, #arg, got_, (want)); \
	} while (0)

/* Opens, INIT_TRACE(size words) and maps; fails the test if that fails. */
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
 * Records what work(arg) does in the kernel in one of the modes and returns
 * the number of records; the buffer is left for the caller to look at.
 */
kword kc_record(struct kc *k, unsigned long mode, void (*work)(long arg), long arg);
/*
 * The same for work that neither waits nor faults, and where the records must be
 * those of the work alone.  Two things add to them that are the task's own code
 * in the kernel's eyes: after a switch to another task it has its registers
 * restored (switch_fpu_return(), parts of the scheduler), and pages that are
 * touched for the first time fault.  How often depends on the load of the machine.
 * Both are counted by the kernel; a recording that has one is made again.
 */
kword kc_record_alone(struct kc *k, unsigned long mode, void (*work)(long arg), long arg);

/* Keeps the PCs of a buffer for the scan of vmlinux after the boot. */
void keep_pcs(const kword *cover, kword n);
void keep_cmps(const kword *cover, kword n);
void keep_init(void);
void keep_print(void);

struct pcset pcset_of(const kword *cover, kword n);
bool pcset_equal(const struct pcset *a, const struct pcset *b);
/* The first PC of a that is not in b, or 0. */
kword pcset_extra(const struct pcset *a, const struct pcset *b);
void pcset_free(struct pcset *s);

/* Runs f in a child; true if it came back without a failed CHECK. */
bool in_child(void (*f)(void *), void *arg);
/* One command to anycov_test.ko. */
void module_command(const char *command, unsigned long arg);

/* Work whose path through the kernel does not depend on time. */
void work_read(long times);
void work_mixed(long times);
/* Much different code: more than any small buffer holds. */
void work_wide(long unused);

int cost_main(int argc, char **argv);

#endif
