/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PC and CMP writers through the real hooks: layout, the last slot, counts overwritten from
 * outside, switch tables with invalid sizes; and the PC of a return address on each
 * architecture.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "hooks/record_context.h"
#include "anycov/anycov.h"
#include "anycov/buffer.h"
#include "anycov/hooks.h"
#include "check.h"

#define CANARY 0x5ca1ab1e5ca1ab1eull

extern char __executable_start, etext;

static uint64_t arena[3 * 64];
static uint64_t *const buf = arena + 64;

static void fresh(unsigned mode, size_t words)
{
	size_t i;

	anycov_stop();
	for (i = 0; i < 3 * 64; i++)
		arena[i] = CANARY;
	CHECK_EQ(anycov_buffer(buf, words * sizeof(uint64_t)), 0);
	CHECK_EQ(anycov_start(mode), 0);
}

static void check_outside(size_t words)
{
	size_t i;

	for (i = 0; i < 3 * 64; i++)
		if (i < 64 || i >= 64 + words)
			CHECK_EQ(arena[i], CANARY);
}

static __attribute__((noinline)) void block(void)
{
	__sanitizer_cov_trace_pc();
	__asm__ volatile("");
}

static void test_pc_layout(void)
{
	fresh(KCOV_TRACE_PC, 8);
	CHECK_EQ(buf[0], 0);
	block();
	block();
	anycov_stop();
	block();
	CHECK_EQ(buf[0], 2);
	CHECK_EQ(buf[1], buf[2]);
	CHECK(buf[1] > (uintptr_t)block && buf[1] < (uintptr_t)block + 32);
	CHECK_EQ(buf[3], CANARY);
	CHECK_EQ(anycov_count(), 2);
	anycov_reset();
	CHECK_EQ(buf[0], 0);
	CHECK_EQ(anycov_count(), 0);
}

static void test_pc_last_slot(void)
{
	size_t words;
	int i;

	for (words = 2; words < 10; words++) {
		fresh(KCOV_TRACE_PC, words);
		for (i = 0; i < 20; i++)
			block();
		CHECK_EQ(buf[0], words - 1);
		CHECK_EQ(buf[words - 1], buf[1]);
		check_outside(words);
	}
}

static void test_pc_garbage_count(void)
{
	static const uint64_t bad[] = { 7,          8,          9,          1ull << 31,
					1ull << 32, 1ull << 61, 1ull << 63, UINT64_MAX - 1,
					UINT64_MAX };
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		fresh(KCOV_TRACE_PC, 8);
		buf[0] = bad[i];
		block();
		CHECK_EQ(buf[0], bad[i]); /* full: nothing is written, no wrap to 0 */
		CHECK_EQ(buf[1], CANARY);
		CHECK_EQ(anycov_count(), 7);
		check_outside(8);
	}
	fresh(KCOV_TRACE_PC, 8);
	buf[0] = 6;
	block();
	CHECK_EQ(buf[0], 7);
	CHECK(buf[7] != CANARY);
	check_outside(8);
}

static void test_every_pc_hook(void)
{
	uint32_t guard = 3;

	fresh(KCOV_TRACE_PC, 16);
	__sanitizer_cov_trace_pc();
	__sanitizer_cov_trace_pc_guard(&guard);
	__sanitizer_cov_trace_pc_entry();
	__sanitizer_cov_trace_pc_exit();
	__sanitizer_cov_trace_pc_indir((uintptr_t)block); /* no record */
	__sanitizer_cov_trace_cmp4(1, 2);                 /* not in this mode */
	CHECK_EQ(buf[0], 4);
	CHECK(buf[1] < buf[2] && buf[2] < buf[3] && buf[3] < buf[4]);
	CHECK_EQ(guard, 3);
}

static void check_record(unsigned i, uint64_t type, uint64_t a, uint64_t b)
{
	const uint64_t *r = buf + 1 + 4 * i;

	CHECK_EQ(r[0], type);
	CHECK_EQ(r[1], a);
	CHECK_EQ(r[2], b);
	CHECK(r[3] > (uintptr_t)&__executable_start && r[3] < (uintptr_t)&etext);
}

static void test_cmp_layout(void)
{
	union {
		float f;
		uint32_t u;
	} f1 = { .f = 1.5f };
	union {
		double f;
		uint64_t u;
	} d1 = { .f = -2.5 };

	fresh(KCOV_TRACE_CMP, 64);
	__sanitizer_cov_trace_cmp1(0xfe, 0xff);
	__sanitizer_cov_trace_cmp2(0xfffe, 1);
	__sanitizer_cov_trace_cmp4(0xfffffffe, 2);
	__sanitizer_cov_trace_cmp8(~0ull, 3);
	__sanitizer_cov_trace_const_cmp1(0xfe, 0xff);
	__sanitizer_cov_trace_const_cmp2(0xfffe, 1);
	__sanitizer_cov_trace_const_cmp4(0xfffffffe, 2);
	__sanitizer_cov_trace_const_cmp8(~0ull, 3);
	__sanitizer_cov_trace_cmpf(f1.f, 0.0f);
	__sanitizer_cov_trace_cmpd(d1.f, 0.0);
	__sanitizer_cov_trace_pc(); /* not in this mode */
	CHECK_EQ(buf[0], 10);
	check_record(0, 0, 0xfe, 0xff);
	check_record(1, 2, 0xfffe, 1);
	check_record(2, 4, 0xfffffffe, 2);
	check_record(3, 6, ~0ull, 3);
	check_record(4, 1, 0xfe, 0xff);
	check_record(5, 3, 0xfffe, 1);
	check_record(6, 5, 0xfffffffe, 2);
	check_record(7, 7, ~0ull, 3);
	check_record(8, 4 | 8, f1.u, 0);
	check_record(9, 6 | 8, d1.u, 0);
}

static void test_cmp_last_slot(void)
{
	size_t words;
	int i;

	for (words = 2; words < 40; words++) {
		size_t fit = (words - 1) / 4;

		anycov_stop();
		CHECK_EQ(anycov_buffer(buf, words * 8), 0);
		if (!fit) {
			CHECK_EQ(anycov_start(KCOV_TRACE_CMP), ANYCOV_ENOMEM);
			continue;
		}
		fresh(KCOV_TRACE_CMP, words);
		for (i = 0; i < 20; i++)
			__sanitizer_cov_trace_cmp4(1, 2);
		CHECK_EQ(buf[0], fit);
		CHECK_EQ(anycov_count(), fit);
		check_outside(words);
	}
}

static void test_cmp_garbage_count(void)
{
	/* 1 << 59 records of 32 bytes wrap a 64-bit product to 0. */
	static const uint64_t bad[] = { 3,          4,          1ull << 58, 1ull << 59,
					1ull << 61, 1ull << 63, UINT64_MAX };
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		fresh(KCOV_TRACE_CMP, 13);
		buf[0] = bad[i];
		__sanitizer_cov_trace_cmp8(1, 2);
		CHECK_EQ(buf[0], bad[i]);
		CHECK_EQ(buf[1], CANARY);
		check_outside(13);
	}
}

static void test_switch(void)
{
	uint64_t sizes[][2] = { { 8, 1 }, { 16, 3 }, { 32, 5 }, { 64, 7 } };
	uint64_t bad[] = { 0, 1, 7, 9, 24, 65, 128, ~0ull };
	uint64_t table[] = { 3, 32, 10, 20, 30 };
	size_t i;

	for (i = 0; i < 4; i++) {
		fresh(KCOV_TRACE_CMP, 64);
		table[1] = sizes[i][0];
		__sanitizer_cov_trace_switch(20, table);
		CHECK_EQ(buf[0], 3);
		check_record(0, sizes[i][1], 10, 20);
		check_record(1, sizes[i][1], 20, 20);
		check_record(2, sizes[i][1], 30, 20);
		CHECK_EQ(buf[4], buf[8]); /* one call, one PC */
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		fresh(KCOV_TRACE_CMP, 64);
		table[1] = bad[i];
		__sanitizer_cov_trace_switch(20, table);
		CHECK_EQ(buf[0], 0);
	}
	table[0] = 0;
	table[1] = 32;
	fresh(KCOV_TRACE_CMP, 64);
	__sanitizer_cov_trace_switch(20, table);
	CHECK_EQ(buf[0], 0);
}

static void test_api_errors(void)
{
	fresh(KCOV_TRACE_PC, 8);
	CHECK_EQ(anycov_start(KCOV_TRACE_PC), ANYCOV_EBUSY);
	CHECK_EQ(anycov_buffer(buf, 64), ANYCOV_EBUSY);
	anycov_stop();
	anycov_stop();
	CHECK_EQ(anycov_start(77), ANYCOV_EINVAL);
	CHECK_EQ(anycov_buffer((char *)buf + 1, 64), ANYCOV_EINVAL);
	CHECK_EQ(anycov_buffer(buf, 8), ANYCOV_ENOMEM);
}

static void test_what_a_pc_is(void)
{
	CHECK_EQ(anycov_pc_thumb(0x08000125), 0x08000124);
	CHECK_EQ(anycov_pc_thumb(0x08000124), 0x08000124);
	CHECK_EQ(anycov_pc_avr(0x1234), 0x1234);
	CHECK_EQ(anycov_pc_arm64(0x0000ffff12345678), 0x0000ffff12345678);
	CHECK_EQ(anycov_pc_arm64(0x2a7fffff12345678), 0x0000ffff12345678);
	CHECK_EQ(anycov_pc_arm64(0xffff800012345678), 0xffff800012345678);
	CHECK_EQ(anycov_pc_arm64(0x55c0800012345678), 0xffff800012345678);
	CHECK_EQ(anycov_pc_xtensa(0x80123456, 0x40100000), 0x40123456);
	CHECK_EQ(anycov_pc_xtensa(0x40123456, 0x40100000), 0x40123456);
	CHECK_EQ(anycov_pc_xtensa(0xc0123456, 0x00100000), 0x00123456);
}

int main(void)
{
	test_pc_layout();
	test_pc_last_slot();
	test_pc_garbage_count();
	test_every_pc_hook();
	test_cmp_layout();
	test_cmp_last_slot();
	test_cmp_garbage_count();
	test_switch();
	test_api_errors();
	test_what_a_pc_is();
	return check_result();
}
