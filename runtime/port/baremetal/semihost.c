/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov_dump_file() by ARM's semihosting, which simulators and debug probes serve on ARM,
 * AArch64 and RISC-V: a trap with an operation and an argument block ("Semihosting for AArch32
 * and AArch64", Arm IHI 0101).
 */
#include "hooks/record_context.h"
#include "anycov/anycov.h"

#define SYS_OPEN 0x01
#define SYS_CLOSE 0x02
#define SYS_WRITE 0x05
#define MODE_WB 5

#if defined(__arm__) || defined(__aarch64__) || defined(__riscv)

static intptr_t semihost(uintptr_t op, const uintptr_t *args)
{
#if defined(__aarch64__)
	register uintptr_t r0 __asm__("x0") = op;
	register const uintptr_t *r1 __asm__("x1") = args;

	__asm__ __volatile__("hlt #0xf000" : "+r"(r0) : "r"(r1) : "memory");
	return (intptr_t)r0;
#elif defined(__riscv)
	register uintptr_t a0 __asm__("a0") = op;
	register const uintptr_t *a1 __asm__("a1") = args;

	/*
	 * Three full-size instructions in one page identify the ebreak.  The alignment precedes
	 * norvc: LLVM 14 cannot fill 14 bytes with 4-byte nops.
	 */
	__asm__ __volatile__(".balign 16\n\t.option push\n\t.option norvc\n\t"
			     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
			     : "+r"(a0)
			     : "r"(a1)
			     : "memory");
	return (intptr_t)a0;
#else
	register uintptr_t r0 __asm__("r0") = op;
	register const uintptr_t *r1 __asm__("r1") = args;

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
	__asm__ __volatile__("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#elif defined(__thumb__)
	__asm__ __volatile__("svc 0xab" : "+r"(r0) : "r"(r1) : "lr", "memory");
#else
	__asm__ __volatile__("svc 0x123456" : "+r"(r0) : "r"(r1) : "lr", "memory");
#endif
	return (intptr_t)r0;
#endif
}

static int write_file(void *arg, const void *data, size_t n)
{
	uintptr_t args[3];

	args[0] = *(const uintptr_t *)arg;
	args[1] = (uintptr_t)data;
	args[2] = n;
	return semihost(SYS_WRITE, args) ? ANYCOV_EIO : 0; /* number of bytes not written */
}

int ANYCOV_NO_COV anycov_dump_file(const char *path)
{
	uintptr_t args[3];
	uintptr_t handle;
	int result;

	args[0] = (uintptr_t)path;
	args[1] = MODE_WB;
	for (args[2] = 0; ANYCOV_READ(path[args[2]]); args[2]++)
		; /* the volatile read keeps this from becoming strlen() */
	handle = (uintptr_t)semihost(SYS_OPEN, args);
	if (handle == (uintptr_t)-1)
		return ANYCOV_EIO;
	result = anycov_dump(write_file, &handle);
	args[0] = handle;
	if (semihost(SYS_CLOSE, args) && !result)
		result = ANYCOV_EIO;
	return result;
}

#else

int ANYCOV_NO_COV anycov_dump_file(const char *path)
{
	(void)path;
	return ANYCOV_ENOSYS;
}

#endif
