// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Code of a module, known in advance: exact numbers, in every mode. */
#include <stdlib.h>
#include <string.h>

#include "guest.h"

#define WORDS ((size_t)1 << 16)

static void spin(long n)
{
	module_command("spin", (unsigned long)n);
}

static void branch(long n)
{
	module_command("branch", (unsigned long)n);
}

static void compare(long n)
{
	module_command("compare", (unsigned long)n);
}

/* The first use opens the file and fills caches. */
static void warm_up(void (*work)(long), long arg)
{
	for (int i = 0; i < 3; i++)
		work(arg);
}

void test_module_loop_is_counted(void)
{
	struct kc k = kc_open(WORDS);
	kword n[4];

	warm_up(spin, 100);
	for (int i = 0; i < 4; i++) {
		n[i] = kc_record_alone(&k, KCOV_TRACE_PC, spin, 100 + 100 * i);
		keep_pcs(k.cover, n[i]);
	}
	CHECK(n[1] - n[0] >= 100 && !((n[1] - n[0]) % 100),
	      "100 rounds more make %llu records more", (unsigned long long)(n[1] - n[0]));
	for (int i = 2; i < 4; i++)
		CHECK(n[i] - n[i - 1] == n[1] - n[0], "%llu records, then %llu, then %llu",
		      (unsigned long long)n[i - 2], (unsigned long long)n[i - 1],
		      (unsigned long long)n[i]);
	kc_close(&k);
}

void test_module_branches_differ(void)
{
	struct kc k = kc_open(WORDS);
	struct pcset set[8];

	warm_up(branch, 7);
	for (int i = 0; i < 8; i++)
		set[i] = pcset_of(k.cover, kc_record_alone(&k, KCOV_TRACE_PC, branch, i));
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < i; j++)
			CHECK(!pcset_equal(&set[i], &set[j]),
			      "the paths of %d and %d through three branches look alike", j, i);
	kc_close(&k);
}

/* Returns the record with this type and first argument, or NULL. */
static const kword *find_cmp(const struct kc *k, kword n, kword type, kword arg1)
{
	for (kword i = 0; i < n; i++) {
		const kword *r = k->cover + 1 + i * 4;

		if (r[0] == type && r[1] == arg1)
			return r;
	}
	return NULL;
}

void test_module_compares(void)
{
	static const kword constant[4] = { 0x5a, 0x5a5b, 0x5a5b5c5d, 0x5a5b5c5d5e5f6061 };
	const kword value = 0x0123456789abcdef;
	struct kc k = kc_open(WORDS);
	kword n;

	warm_up(compare, (long)value);
	n = kc_record_alone(&k, KCOV_TRACE_CMP, compare, (long)value);
	keep_cmps(k.cover, n);
	for (unsigned i = 0; i < 4; i++) {
		kword mask = ~(kword)0 >> (64 - (8 << i));
		const kword *r =
			find_cmp(&k, n, ANYCOV_CMP_CONST | ANYCOV_CMP_SIZE(i), constant[i]);

		CHECK(r, "no record of the comparison with %llx, %u bytes",
		      (unsigned long long)constant[i], 1u << i);
		CHECK(r[2] == (value & mask), "the operand of the comparison is %llx, not %llx",
		      (unsigned long long)r[2], (unsigned long long)(value & mask));
	}
	kc_close(&k);
}

/*
 * One record for each case, all with one PC.  Other switches may have the same constants (for
 * example, base 10 when the text is converted to 4711); the value is ours.
 */
void test_module_switch(void)
{
	static const kword value = 4711, last = 1000000000;
	kword type = ANYCOV_CMP_CONST | ANYCOV_CMP_SIZE(2), n, expected = 10;
	struct kc k = kc_open(WORDS);
	const kword *end;

	warm_up(compare, value);
	n = kc_record_alone(&k, KCOV_TRACE_CMP, compare, value);
	keep_cmps(k.cover, n);
	end = find_cmp(&k, n, type, last);
	CHECK(end, "no record of case %llu", (unsigned long long)last);
	for (const kword *r = k.cover + 1; r <= end; r += 4) {
		if (r[3] != end[3])
			continue;
		CHECK(r[0] == type && r[1] == expected && r[2] == value,
		      "the switch has a record of %llx: %llu and %llu, not %llu and %llu",
		      (unsigned long long)r[0], (unsigned long long)r[1], (unsigned long long)r[2],
		      (unsigned long long)expected, (unsigned long long)value);
		expected *= 100;
	}
	CHECK(expected == last * 100, "%llu is the first case without a record",
	      (unsigned long long)expected);
	kc_close(&k);
}

void test_unique_loop_once(void)
{
	struct kc k = kc_open(WORDS);
	struct pcset a, b, plain;
	kword n;

	warm_up(spin, 10);
	n = kc_record_alone(&k, KCOV_TRACE_PC, spin, 1000);
	plain = pcset_of(k.cover, n);
	n = kc_record_alone(&k, KCOV_TRACE_UNIQ_PC, spin, 1000);
	a = pcset_of(k.cover, n);
	CHECK(a.n == n, "%llu records, %zu different", (unsigned long long)n, a.n);
	CHECK(pcset_equal(&a, &plain), "%zu unique PCs, the plain trace has %zu", a.n, plain.n);
	n = kc_record_alone(&k, KCOV_TRACE_UNIQ_PC, spin, 2000);
	b = pcset_of(k.cover, n);
	CHECK(pcset_equal(&a, &b), "%zu unique PCs in one run, %zu in the next", a.n, b.n);
	kc_close(&k);
}

void test_unique_edges(void)
{
	struct kc k = kc_open(WORDS);
	struct pcset a, b, c;

	warm_up(branch, 7);
	warm_up(spin, 7);
	a = pcset_of(k.cover, kc_record_alone(&k, KCOV_TRACE_UNIQ_EDGE, spin, 1000));
	b = pcset_of(k.cover, kc_record_alone(&k, KCOV_TRACE_UNIQ_EDGE, spin, 2000));
	CHECK(a.n > 2 && pcset_equal(&a, &b), "%zu edges in one run, %zu in the next", a.n, b.n);
	/* A loop that runs once has no edge from its block to itself. */
	c = pcset_of(k.cover, kc_record_alone(&k, KCOV_TRACE_UNIQ_EDGE, spin, 1));
	CHECK(c.n < a.n, "%zu edges with a loop's way back, %zu without", a.n, c.n);
	CHECK(pcset_extra(&a, &c), "the way back is no edge of its own");
	kc_close(&k);
}

void test_unique_cmp_once(void)
{
	struct kc k = kc_open(WORDS);
	kword n[3];

	warm_up(compare, 5);
	for (int i = 0; i < 3; i++) {
		n[i] = kc_record_alone(&k, KCOV_TRACE_UNIQ_CMP, compare, 5);
		CHECK(find_cmp(&k, n[i], ANYCOV_CMP_CONST | ANYCOV_CMP_SIZE(0), 0x5a),
		      "the comparison is not recorded in round %d", i);
	}
	CHECK(n[0] == n[1] && n[1] == n[2], "%llu, %llu, %llu records", (unsigned long long)n[0],
	      (unsigned long long)n[1], (unsigned long long)n[2]);
	kc_close(&k);
}

/* A store of 0 starts a new set: the same work is recorded again. */
void test_unique_zero_resets(void)
{
	static const unsigned long modes[] = { KCOV_TRACE_UNIQ_PC, KCOV_TRACE_UNIQ_EDGE,
					       KCOV_TRACE_UNIQ_CMP };

	for (unsigned m = 0; m < 3; m++) {
		struct kc k = kc_open(WORDS);
		kword n[4], same;

		kc_enable(&k, modes[m]);
		work_mixed(3);
		for (int i = 0; i < 4; i++) {
			kc_zero(k.cover);
			work_mixed(1);
			n[i] = kc_count(k.cover);
			CHECK(n[i] > 0, "mode %lu: nothing in round %d", modes[m], i);
		}
		/* The same work twice in one set adds nothing, or almost nothing. */
		same = kc_count(k.cover);
		work_mixed(1);
		CHECK(kc_count(k.cover) < same + same / 4,
		      "mode %lu: %llu records, %llu after the same again", modes[m],
		      (unsigned long long)same, (unsigned long long)kc_count(k.cover));
		kc_disable(&k);
		kc_close(&k);
	}
}

void test_unique_reset_ioctl(void)
{
	struct kc k = kc_open(WORDS);
	kword full, after;

	kc_enable(&k, KCOV_TRACE_UNIQ_PC);
	work_mixed(3);
	full = kc_count(k.cover);
	for (int i = 0; i < 1000; i++) {
		CHECK_IOCTL(k.fd, KCOV_RESET_TRACE, 0, 0);
		after = kc_count(k.cover);
		CHECK(after < full / 2, "reset leaves %llu of %llu", (unsigned long long)after,
		      (unsigned long long)full);
		work_read(1);
		CHECK(kc_count(k.cover) > after, "nothing new after reset %d", i);
	}
	kc_disable(&k);
	kc_close(&k);
}

void test_unique_both_areas(void)
{
	struct kc k = kc_open(WORDS);

	kc_map_edge(&k);
	warm_up(spin, 100);
	for (int i = 0; i < 5; i++) {
		struct pcset plain =
			pcset_of(k.cover, kc_record_alone(&k, KCOV_TRACE_PC, spin, 100));
		kword n = kc_record_alone(&k, KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE, spin, 100);
		struct pcset pcs = pcset_of(k.cover, n);

		CHECK(pcs.n == n, "%llu records, %zu different", (unsigned long long)n, pcs.n);
		CHECK(kc_count(k.edge) >= pcs.n - 1, "%llu edges between %zu PCs",
		      (unsigned long long)kc_count(k.edge), pcs.n);
		CHECK(pcset_equal(&pcs, &plain), "%zu unique PCs in round %d, the trace has %zu",
		      pcs.n, i, plain.n);
		pcset_free(&pcs);
		pcset_free(&plain);
	}
	kc_close(&k);
}

/* The proposal's layout: B words before the trace, which are not written. */
void test_unique_bitmap(void)
{
	enum { BITMAP = 4096 };
	struct kc k = kc_open(WORDS);
	kword *trace = k.cover + BITMAP, n, changed = 0;
	struct pcset a;

	warm_up(spin, 100);
	CHECK_IOCTL(k.fd, KCOV_UNIQUE_ENABLE, BITMAP, 0);
	memset(k.cover, 0x5a, BITMAP * sizeof(kword));
	kc_zero(trace);
	spin(500);
	n = kc_count(trace);
	for (int i = 0; i < BITMAP; i++)
		changed += k.cover[i] != 0x5a5a5a5a5a5a5a5aull;
	kc_disable(&k);
	a = pcset_of(trace, n);
	CHECK(n > 0 && a.n == n, "%llu records, %zu different", (unsigned long long)n, a.n);
	CHECK(!changed, "%llu words before the trace are changed", (unsigned long long)changed);
	keep_pcs(trace, n);
	kc_close(&k);
}
