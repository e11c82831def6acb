/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lean hook keeps every register but the named ones, while off, recording and
 * full, whatever the stack's alignment; and it records as the C hook does.
 * Built against port/host or port/baremetal.  Ends with status 0, or the number
 * of what is wrong.
 */
#include "core.h"
#include "anycov/buffer.h"

void lean_call(const uintptr_t *in, uintptr_t *out, long shift);
extern const char lean_return[];
extern const uintptr_t lean_words;

#ifdef ANYCOV_NOW_MAGIC
struct anycov_ctx anycov_now[1];
#define CTX anycov_now[0]
#define MODE(m) (ANYCOV_NOW_MAGIC + (m))
#else
__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
#define CTX anycov_self
#define MODE(m) (m)
#endif

#if ANYCOV_PORT_MORE
extern int lean_more;
extern uintptr_t lean_more_pc;

/* A set for the hook's own look-up. */
static struct {
	anycov_u32 slots[8];
	anycov_word area[4];
} set;
#endif

static uintptr_t in[128], out[128], buffer[8];

static uintptr_t value(unsigned i)
{
	return (uintptr_t)0x9e3779b97f4a7c15u * (i + 1);
}

/* Did the call keep all registers? */
static int keeps(long shift)
{
	for (unsigned i = 0; i < lean_words; i++) {
		in[i] = value(i);
		out[i] = 0;
	}
	lean_call(in, out, shift);
	for (unsigned i = 0; i < lean_words; i++)
		/* Two words of the aarch64 list are not loaded. */
		if (out[i] != in[i] && !(sizeof(in[0]) == 8 && lean_words == 94 && i < 2))
			return 0;
	return 1;
}

static int check(long shift)
{
	for (unsigned i = 0; i < 8; i++)
		buffer[i] = 77;
	buffer[0] = 0;
	CTX.area = buffer;
	CTX.size = 4;
	CTX.limit = 3;
	CTX.mode = MODE(ANYCOV_M_OFF);
	if (!keeps(shift) || buffer[0])
		return 1;
	CTX.mode = MODE(ANYCOV_M_CMP);
	if (!keeps(shift) || buffer[0])
		return 2;
	CTX.mode = -1;
	if (!keeps(shift) || buffer[0])
		return 3;
	CTX.mode = MODE(ANYCOV_M_PC);
	for (uintptr_t n = 1; n <= 3; n++)
		if (!keeps(shift) || buffer[0] != n ||
		    buffer[n] != anycov_pc((uintptr_t)lean_return))
			return 4;
	if (!keeps(shift) || buffer[0] != 3 || buffer[4] != 77)
		return 5;
	/* What user space may write into the count. */
	for (unsigned i = 0; i < 3; i++) {
		static const uintptr_t wild[] = { 4, UINTPTR_MAX, UINTPTR_MAX / 2 + 1 };

		buffer[0] = wild[i];
		if (!keeps(shift) || buffer[0] != wild[i] || buffer[4] != 77)
			return 6;
	}
#if ANYCOV_PORT_MORE
	lean_more = 0;
	for (unsigned i = 0; i < 8; i++)
		set.slots[i] = 0;
	set.area[0] = set.area[1] = 0;
	CTX.hit.area = set.area;
	CTX.hit.not_mask = ~(anycov_word)7;
	CTX.mode = MODE(ANYCOV_M_UNIQ_PC);
	if (!keeps(shift) || lean_more != 1 || lean_more_pc != (uintptr_t)lean_return)
		return 7;
	/* A place that is in the set, at home: x86-64's hook sees it by itself. */
	for (unsigned i = 0; i < 8; i++)
		set.slots[i] = 1;
	set.area[0] = 1;
	set.area[1] = (uintptr_t)lean_return;
	lean_more = 0;
#if defined(__x86_64__)
	if (!keeps(shift) || lean_more)
		return 8;
	set.area[0] = 0; /* a reset: the record is none any more */
#endif
	if (!keeps(shift) || lean_more != 1)
		return 9;
	/* Unique edges stand behind a plain mode that never has room. */
	CTX.mode = MODE(ANYCOV_M_PC);
	CTX.kind = ANYCOV_M_UNIQ_EDGE;
	CTX.limit = 0;
	lean_more = 0;
	if (!keeps(shift) || lean_more != 1)
		return 9;
	CTX.kind = ANYCOV_M_OFF;
#endif
	CTX.mode = MODE(ANYCOV_M_OFF);
	return 0;
}

int main(void)
{
	int bad = check(0);

	/* Stacks of aarch64 and RISC-V are always aligned. */
#if defined(__x86_64__)
	bad = bad ? bad : check(8) ? 10 + check(8) : 0;
#elif defined(__arm__)
	bad = bad ? bad : check(4) ? 10 + check(4) : 0;
#endif
	return bad;
}

#if defined(__riscv)
/* No C library here: qemu's user mode takes Linux's system calls. */
void _start(void);
void _start(void)
{
	register long code __asm__("a0") = main();
	register long number __asm__("a7") = 93;

	__asm__ volatile("ecall" : : "r"(code), "r"(number));
	__builtin_unreachable();
}
#endif
