// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The code of two hooks, which the first ENABLE patches, and which is patched back a second after
 * the last descriptor was disabled.  What it is before (a return) is a check of vmlinux.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

enum { WORDS = 4096, CODE = 8, PCS = 1, COMPARISONS = 2 };

static unsigned char off[2 * CODE];

static void read_code(unsigned char *code)
{
	int fd = open(MODULE_FILE, O_RDONLY);
	ssize_t n = read(fd, code, 2 * CODE);

	CHECK(n == 2 * CODE, "read of " MODULE_FILE ": %zd, %s", n, strerror(errno));
	close(fd);
}

/* Returns PCS, COMPARISONS, both or 0. */
static int hooks_on(void)
{
	unsigned char code[2 * CODE];

	read_code(code);
	return (memcmp(code, off, CODE) ? PCS : 0) |
	       (memcmp(code + CODE, off + CODE, CODE) ? COMPARISONS : 0);
}

/* Other tests may have left them on until a second ago. */
static void wait_for_boot_state(void)
{
	sleep(3);
	read_code(off);
}

static void expect_off_soon(const char *after)
{
	for (int i = 0; hooks_on(); i++) {
		CHECK(i < 100, "hooks %d are on 10 s after %s", hooks_on(), after);
		usleep(100000);
	}
}

void test_hooks_on_while_enabled(void)
{
	static const unsigned long modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP, KCOV_TRACE_UNIQ_PC,
					       KCOV_TRACE_UNIQ_EDGE, KCOV_TRACE_UNIQ_CMP };
	struct kc k = kc_open(WORDS);

	wait_for_boot_state();
	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		int want = modes[i] == KCOV_TRACE_CMP || modes[i] == KCOV_TRACE_UNIQ_CMP
				   ? COMPARISONS
				   : PCS;

		kc_enable(&k, modes[i]);
		kc_zero(k.cover);
		work_read(1);
		CHECK(kc_count(k.cover) > 0, "mode %lu: nothing recorded", modes[i]);
		/* Longer than the hooks stay on without a user. */
		sleep(2);
		CHECK(hooks_on() == want, "mode %lu: hooks %d are on, not %d", modes[i], hooks_on(),
		      want);
		kc_disable(&k);
		expect_off_soon("DISABLE");
	}
	kc_close(&k);
}

void test_hooks_on_for_remote(void)
{
	struct kcov_remote_arg arg = { .trace_mode = KCOV_TRACE_PC,
				       .area_size = WORDS,
				       .common_handle = 0x42 };
	struct kc k = kc_open(WORDS);

	wait_for_boot_state();
	arg.trace_mode = 3;
	CHECK_IOCTL(k.fd, KCOV_REMOTE_ENABLE, &arg, -EINVAL);
	expect_off_soon("a refused REMOTE_ENABLE");
	arg.trace_mode = KCOV_TRACE_CMP;
	CHECK_IOCTL(k.fd, KCOV_REMOTE_ENABLE, &arg, 0);
	CHECK(hooks_on() == COMPARISONS, "hooks %d are on", hooks_on());
	kc_disable(&k);
	arg.trace_mode = KCOV_TRACE_PC;
	CHECK_IOCTL(k.fd, KCOV_REMOTE_ENABLE, &arg, 0);
	sleep(2);
	CHECK(hooks_on() == PCS, "hooks %d are on", hooks_on());
	module_command("work", 0);
	CHECK(kc_count(k.cover) > 0, "the section recorded nothing");
	kc_close(&k); /* the task still holds it */
	CHECK(hooks_on() == PCS, "hooks %d are on", hooks_on());
}

static void enable_two_and_die(void *unused)
{
	struct kc a = kc_open(WORDS), b = kc_open(WORDS);

	(void)unused;
	kc_enable(&a, KCOV_TRACE_PC);
	CHECK_IOCTL(b.fd, KCOV_ENABLE, KCOV_TRACE_CMP, -EBUSY);
	CHECK(hooks_on() & PCS, "hooks %d are on", hooks_on());
}

void test_hooks_off_after_exit(void)
{
	wait_for_boot_state();
	CHECK(in_child(enable_two_and_die, NULL), "the child failed");
	expect_off_soon("the exit of the task");
}

static atomic_bool stop_threads;

/* Every descriptor records what its own thread does, however often others toggle. */
static void *toggle(void *mode)
{
	struct kc k = kc_open(WORDS);
	unsigned i = 0;

	while (!atomic_load(&stop_threads)) {
		kc_enable(&k, (unsigned long)mode);
		kc_zero(k.cover);
		work_read(1);
		CHECK(kc_count(k.cover) > 0, "mode %lu: round %u recorded nothing",
		      (unsigned long)mode, i);
		kc_disable(&k);
		/* Some pauses end just when the hooks are patched back. */
		if (++i % 50 == 0)
			usleep(990000 + i / 50 % 7 * 5000);
	}
	kc_close(&k);
	return NULL;
}

void test_hooks_toggled_by_threads(void)
{
	static const unsigned long modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP, KCOV_TRACE_PC,
					       KCOV_TRACE_UNIQ_CMP };
	pthread_t t[4];

	wait_for_boot_state();
	for (int i = 0; i < 4; i++)
		CHECK(!pthread_create(&t[i], NULL, toggle, (void *)modes[i]), "no thread %d", i);
	sleep(guest.seconds);
	atomic_store(&stop_threads, true);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	expect_off_soon("the last of the threads");
}
