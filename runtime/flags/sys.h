/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * System calls, and what copies and compares memory, without the C library: startup code
 * may run before the C library has initialized itself, the library may be any, and sanitizers or
 * preloaded libraries may replace its functions.  errno is not changed.
 *
 * A system call returns the kernel's result, -errno if it failed.
 */
#ifndef ANYCOV_FLAGS_SYS_H
#define ANYCOV_FLAGS_SYS_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static inline long sys_call(long nr, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d,
			    uintptr_t e, uintptr_t f)
{
#if defined(__x86_64__) && !defined(__ILP32__)
	register uintptr_t r10 __asm__("r10") = d;
	register uintptr_t r8 __asm__("r8") = e;
	register uintptr_t r9 __asm__("r9") = f;
	long r;

	__asm__ volatile("syscall"
			 : "=a"(r)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return r;
#elif defined(__aarch64__) && defined(__LP64__)
	register long x8 __asm__("x8") = nr;
	register uintptr_t x0 __asm__("x0") = a;
	register uintptr_t x1 __asm__("x1") = b;
	register uintptr_t x2 __asm__("x2") = c;
	register uintptr_t x3 __asm__("x3") = d;
	register uintptr_t x4 __asm__("x4") = e;
	register uintptr_t x5 __asm__("x5") = f;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return (long)x0;
#elif defined(__riscv) && __riscv_xlen == 64
	register long a7 __asm__("a7") = nr;
	register uintptr_t a0 __asm__("a0") = a;
	register uintptr_t a1 __asm__("a1") = b;
	register uintptr_t a2 __asm__("a2") = c;
	register uintptr_t a3 __asm__("a3") = d;
	register uintptr_t a4 __asm__("a4") = e;
	register uintptr_t a5 __asm__("a5") = f;

	__asm__ volatile("ecall"
			 : "+r"(a0)
			 : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
			 : "memory");
	return (long)a0;
#elif defined(__s390x__)
	register long r1 __asm__("r1") = nr;
	register uintptr_t r2 __asm__("r2") = a;
	register uintptr_t r3 __asm__("r3") = b;
	register uintptr_t r4 __asm__("r4") = c;
	register uintptr_t r5 __asm__("r5") = d;
	register uintptr_t r6 __asm__("r6") = e;
	register uintptr_t r7 __asm__("r7") = f;

	__asm__ volatile("svc 0"
			 : "+d"(r2)
			 : "d"(r1), "d"(r3), "d"(r4), "d"(r5), "d"(r6), "d"(r7)
			 : "memory");
	return (long)r2;
#elif defined(__powerpc64__)
	register long r0 __asm__("r0") = nr;
	register uintptr_t r3 __asm__("r3") = a;
	register uintptr_t r4 __asm__("r4") = b;
	register uintptr_t r5 __asm__("r5") = c;
	register uintptr_t r6 __asm__("r6") = d;
	register uintptr_t r7 __asm__("r7") = e;
	register uintptr_t r8 __asm__("r8") = f;

	/* An error sets the summary overflow bit, and the result is positive. */
	__asm__ volatile("sc\n\tbns+ 1f\n\tneg %1,%1\n1:"
			 : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
			 :
			 : "memory", "cr0", "ctr", "r9", "r10", "r11", "r12");
	return (long)r3;
#else
#error "add the system call of this processor"
#endif
}

#define SYS1(nr, a) sys_call(nr, (uintptr_t)(a), 0, 0, 0, 0, 0)
#define SYS2(nr, a, b) sys_call(nr, (uintptr_t)(a), (uintptr_t)(b), 0, 0, 0, 0)
#define SYS3(nr, a, b, c) sys_call(nr, (uintptr_t)(a), (uintptr_t)(b), (uintptr_t)(c), 0, 0, 0)
#define SYS4(nr, a, b, c, d)                                                                       \
	sys_call(nr, (uintptr_t)(a), (uintptr_t)(b), (uintptr_t)(c), (uintptr_t)(d), 0, 0)
#define SYS5(nr, a, b, c, d, e)                                                                    \
	sys_call(nr, (uintptr_t)(a), (uintptr_t)(b), (uintptr_t)(c), (uintptr_t)(d),               \
		 (uintptr_t)(e), 0)

static inline int sys_open(int dir, const char *path, int flags, unsigned mode)
{
	return (int)SYS4(SYS_openat, dir, path, flags | O_CLOEXEC, mode);
}

static inline void sys_close(int fd)
{
	SYS1(SYS_close, fd);
}

/* Returns an address, or a value for which sys_failed() is true. */
static inline void *sys_mmap(void *at, size_t n, int protection, int flags, int fd, size_t offset)
{
#ifdef __s390x__ /* the arguments are in memory */
	const uintptr_t in[] = { (uintptr_t)at, n,     (uintptr_t)protection, (uintptr_t)flags,
				 (uintptr_t)fd, offset };

	return (void *)SYS1(SYS_mmap, in);
#else
	return (void *)sys_call(SYS_mmap, (uintptr_t)at, n, (uintptr_t)protection, (uintptr_t)flags,
				(uintptr_t)fd, offset);
#endif
}

static inline int sys_failed(const void *address)
{
	return (uintptr_t)address > (uintptr_t)-4096;
}

static inline void sys_munmap(void *at, size_t n)
{
	SYS2(SYS_munmap, at, n);
}

/* Returns 0 or a negative number; less than n bytes are an error (-5, EIO). */
static inline int sys_pread(int fd, void *to, size_t n, uint64_t offset)
{
	long r = SYS4(SYS_pread64, fd, to, n, offset);

	return r < 0 ? (int)r : (size_t)r == n ? 0 : -5;
}

/* sys.c */
/* Returns 0 or a negative number. */
int sys_pwrite(int fd, const void *from, size_t n, uint64_t offset);

static inline int sys_stat(int dir, const char *path, struct stat *st, int flags)
{
	return (int)SYS4(SYS_newfstatat, dir, path, st, flags);
}

static inline int sys_fstat(int fd, struct stat *st)
{
	return (int)SYS2(SYS_fstat, fd, st);
}

static inline int sys_pid(void)
{
	return (int)SYS1(SYS_getpid, 0);
}

size_t string_length(const char *s);
/* Returns whether n bytes are equal. */
int bytes_equal(const void *a, const void *b, size_t n);
void bytes_move(void *to, const void *from, size_t n);
/* Appends to the string s of `room` bytes, as much as fits. */
void append_n(char *s, size_t room, const char *text, size_t n);
void append(char *s, size_t room, const char *text);
void append_hex(char *s, size_t room, uint64_t v, int digits);
void append_decimal(char *s, size_t room, uint32_t v);
/* Returns the part after the last slash. */
const char *base_name_of(const char *path);

#endif
