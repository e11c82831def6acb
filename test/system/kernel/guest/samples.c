// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The programs in the kernel's documentation of kcov, as tests: the same calls in the same
 * order.  Each checks the contents of the buffer.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

#define COVER_SIZE ((size_t)64 << 10)

/* A read of an invalid descriptor executes at least a few blocks of the kernel. */
enum { AT_LEAST = 2 };

static kword sample(struct kc *k, unsigned long mode)
{
	kword n;

	kc_enable(k, mode);
	/* The end of the ioctl itself was recorded. */
	kc_zero(k->cover);
	if (k->edge)
		kc_zero(k->edge);
	read(-1, NULL, 0);
	n = kc_count(k->cover);
	if (k->edge)
		CHECK(kc_count(k->edge) > 0, "no edge recorded");
	kc_disable(k);
	CHECK(n >= AT_LEAST, "%llu records of a read", (unsigned long long)n);
	CHECK(n < k->size, "%llu records in %zu words", (unsigned long long)n, k->size);
	return n;
}

static void check_kernel_pcs(const kword *pc, kword n)
{
	for (kword i = 0; i < n; i++)
		CHECK(pc[i] >> 47 == 0x1ffff, "record %llu is %llx, no address of the kernel",
		      (unsigned long long)i, (unsigned long long)pc[i]);
}

void test_sample_pc(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n = sample(&k, KCOV_TRACE_PC);

	check_kernel_pcs(k.cover + 1, n);
	keep_pcs(k.cover, n);
	kc_close(&k);
}

static void check_cmps(const struct kc *k, kword n)
{
	for (kword i = 0; i < n; i++) {
		const kword *r = k->cover + 1 + i * ANYCOV_WORDS_PER_CMP;
		kword size = (kword)1 << ((r[0] & ANYCOV_CMP_MASK) >> 1);

		CHECK(r[0] <= (ANYCOV_CMP_CONST | ANYCOV_CMP_MASK), "type word %llx",
		      (unsigned long long)r[0]);
		CHECK(size == 8 || (!(r[1] >> size * 8) && !(r[2] >> size * 8)),
		      "%llx and %llx are no operands of %llu bytes", (unsigned long long)r[1],
		      (unsigned long long)r[2], (unsigned long long)size);
		check_kernel_pcs(r + 3, 1);
	}
}

void test_sample_cmp(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n;

	kc_enable(&k, KCOV_TRACE_CMP);
	kc_zero(k.cover);
	work_mixed(1);
	n = kc_count(k.cover);
	kc_disable(&k);
	CHECK(n >= AT_LEAST, "%llu comparisons", (unsigned long long)n);
	check_cmps(&k, n);
	keep_cmps(k.cover, n);
	kc_close(&k);
}

void test_sample_uniq_pc(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n = sample(&k, KCOV_TRACE_UNIQ_PC);
	struct pcset s = pcset_of(k.cover, n);

	CHECK(s.n == n, "%llu records, %zu different ones", (unsigned long long)n, s.n);
	check_kernel_pcs(k.cover + 1, n);
	keep_pcs(k.cover, n);
	kc_close(&k);
}

void test_sample_uniq_edge(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n = sample(&k, KCOV_TRACE_UNIQ_EDGE);
	struct pcset s = pcset_of(k.cover, n);

	CHECK(s.n == n, "%llu records, %zu different ones", (unsigned long long)n, s.n);
	kc_close(&k);
}

void test_sample_uniq_cmp(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n;

	kc_enable(&k, KCOV_TRACE_UNIQ_CMP);
	kc_zero(k.cover);
	work_mixed(1);
	n = kc_count(k.cover);
	kc_disable(&k);
	CHECK(n >= AT_LEAST, "%llu comparisons", (unsigned long long)n);
	check_cmps(&k, n);
	keep_cmps(k.cover, n);
	for (kword i = 0; i < n; i++)
		for (kword j = 0; j < i; j++)
			CHECK(memcmp(k.cover + 1 + i * 4, k.cover + 1 + j * 4, 32),
			      "records %llu and %llu are equal", (unsigned long long)j,
			      (unsigned long long)i);
	kc_close(&k);
}

void test_sample_uniq_both(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword n;

	kc_map_edge(&k);
	n = sample(&k, KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE);
	check_kernel_pcs(k.cover + 1, n);
	keep_pcs(k.cover, n);
	kc_close(&k);
}

/* The high half that 32 bits omit from a PC; it is the same in all of vmlinux. */
static kword high_half(void)
{
	struct kc k = kc_open(COVER_SIZE);
	kword pc;

	sample(&k, KCOV_TRACE_PC);
	pc = k.cover[ANYCOV_BUF_FIRST];
	kc_close(&k);
	return pc >> 32 << 32;
}

static void set_u32_words(const char *value)
{
	int fd = open("/sys/module/kcov/parameters/u32_words", O_WRONLY);

	CHECK(fd >= 0 && write(fd, value, 1) == 1, "kcov.u32_words: %s", strerror(errno));
	close(fd);
}

/* The program of kcov's first version: buffer and records of u32. */
void test_sample_u32_2016(void)
{
	uint32_t *cover, n;
	kword high = high_half();
	int fd = open(KCOV_FILE, O_RDWR);

	CHECK(fd >= 0, "open: %s", strerror(errno));
	CHECK(!ioctl(fd, KCOV_INIT_TRACE, COVER_SIZE), "KCOV_INIT_TRACE: %s", strerror(errno));
	/* Half a buffer is a mistake until u32 words are asked for. */
	cover = mmap(NULL, COVER_SIZE * sizeof(uint32_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     0);
	CHECK(cover == MAP_FAILED && errno == EINVAL, "half a buffer is mapped");
	set_u32_words("1");
	cover = mmap(NULL, COVER_SIZE * sizeof(uint32_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     0);
	set_u32_words("0");
	CHECK(cover != MAP_FAILED, "mmap: %s", strerror(errno));
	CHECK(!ioctl(fd, KCOV_ENABLE, 0), "KCOV_ENABLE: %s", strerror(errno));
	__atomic_store_n(&cover[0], 0, __ATOMIC_RELAXED);
	read(-1, NULL, 0);
	n = __atomic_load_n(&cover[0], __ATOMIC_RELAXED);
	CHECK(!ioctl(fd, KCOV_DISABLE, 0), "KCOV_DISABLE: %s", strerror(errno));
	CHECK(n >= AT_LEAST && n < COVER_SIZE, "%u records", n);
	for (uint32_t i = 0; i < n; i++) {
		/* A buffer of one record. */
		kword one[] = { 1, high | cover[i + 1] };

		CHECK(cover[i + 1], "record %u is 0", i);
		keep_pcs(one, 1);
	}
	CHECK(!munmap(cover, COVER_SIZE * sizeof(uint32_t)), "munmap: %s", strerror(errno));
	close(fd);
}

/* The parent prepares once; each child only enables. */
void test_sample_fork_loop(void)
{
	struct kc k = kc_open(COVER_SIZE);

	for (int i = 0; i < 50; i++) {
		int status;
		pid_t pid = fork();

		CHECK(pid >= 0, "fork: %s", strerror(errno));
		if (!pid) {
			kc_enable(&k, KCOV_TRACE_PC);
			kc_zero(k.cover);
			work_read(1 + i % 3);
			_exit(0);
		}
		CHECK(waitpid(pid, &status, 0) == pid && !status, "child %d failed", i);
		CHECK(kc_count(k.cover) >= AT_LEAST, "child %d recorded %llu", i,
		      (unsigned long long)kc_count(k.cover));
		keep_pcs(k.cover, kc_count(k.cover));
	}
	kc_close(&k);
}

static struct kcov_remote_arg *remote_arg(unsigned handles)
{
	static kword space[8];
	struct kcov_remote_arg *arg = (struct kcov_remote_arg *)space;

	memset(space, 0, sizeof(space));
	arg->trace_mode = KCOV_TRACE_PC;
	arg->area_size = COVER_SIZE;
	arg->num_handles = handles;
	return arg;
}

void test_sample_remote_common(void)
{
	struct kc k = kc_open(COVER_SIZE);
	struct kcov_remote_arg *arg = remote_arg(0);

	arg->common_handle = KCOV_SUBSYSTEM_COMMON | 0x42;
	CHECK_IOCTL(k.fd, KCOV_REMOTE_ENABLE, arg, 0);
	module_command("work", 0);
	CHECK(kc_count(k.cover) >= AT_LEAST, "%llu records from the worker",
	      (unsigned long long)kc_count(k.cover));
	keep_pcs(k.cover, kc_count(k.cover));
	kc_disable(&k);
	kc_close(&k);
}

/* The ABI of raw-gadget, from its documentation: enough to connect a device. */
struct raw_init {
	uint8_t driver_name[128], device_name[128], speed;
};
#define RAW_INIT ((1u << 30) | ((uint32_t)sizeof(struct raw_init) << 16) | ('U' << 8))
#define RAW_RUN (('U' << 8) | 1u)

void test_sample_remote_usb(void)
{
	struct kc k = kc_open(COVER_SIZE);
	struct kcov_remote_arg *arg = remote_arg(1);
	struct raw_init init = { .speed = 3 /* high */ };
	int fd = open("/dev/raw-gadget", O_RDWR);

	CHECK(fd >= 0, "open /dev/raw-gadget: %s", strerror(errno));
	strcpy((char *)init.driver_name, "dummy_udc");
	strcpy((char *)init.device_name, "dummy_udc.0");
	arg->handles[0] = KCOV_SUBSYSTEM_USB | 1; /* bus 1 */
	CHECK_IOCTL(k.fd, KCOV_REMOTE_ENABLE, arg, 0);
	CHECK(!ioctl(fd, RAW_INIT, &init), "raw-gadget init: %s", strerror(errno));
	CHECK(!ioctl(fd, RAW_RUN, 0), "raw-gadget run: %s", strerror(errno));
	/* The hub's worker detects the new device. */
	for (int i = 0; i < 100 && kc_count(k.cover) < AT_LEAST; i++)
		usleep(100000);
	CHECK(kc_count(k.cover) >= AT_LEAST, "%llu records from the hub",
	      (unsigned long long)kc_count(k.cover));
	kc_disable(&k);
	keep_pcs(k.cover, kc_count(k.cover));
	close(fd);
	kc_close(&k);
}
