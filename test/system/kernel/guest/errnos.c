// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Every error that the interface documents, in every state of a descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "guest.h"

#define UNKNOWN_REQUEST ANYCOV_IOC(0, 99, 0)

static int fresh(void)
{
	int fd = open(KCOV_FILE, O_RDWR);

	CHECK(fd >= 0, "open: %s", strerror(errno));
	return fd;
}

static int try_mmap(int fd, size_t bytes, off_t offset, int prot)
{
	void *p = mmap(NULL, bytes, prot, MAP_SHARED, fd, offset);

	if (p == MAP_FAILED)
		return -errno;
	munmap(p, bytes);
	return 0;
}

#define CHECK_MMAP(fd, bytes, offset, want)                                                        \
	do {                                                                                       \
		int got_ = try_mmap((fd), (bytes), (offset), PROT_READ | PROT_WRITE);              \
		CHECK(got_ == (want), "mmap(%s, %s) gives %d, not %d", #bytes, #offset, got_,      \
		      (want));                                                                     \
	} while (0)

void test_errno_fresh(void)
{
	int fd = fresh();

	CHECK_MMAP(fd, 4096, 0, -EINVAL);
	CHECK_IOCTL(fd, KCOV_ENABLE, KCOV_TRACE_PC, -EINVAL);
	CHECK_IOCTL(fd, KCOV_ENABLE, KCOV_TRACE_CMP, -EINVAL);
	CHECK_IOCTL(fd, KCOV_DISABLE, 0, -EINVAL);
	CHECK_IOCTL(fd, KCOV_DISABLE, 1, -EINVAL);
	CHECK_IOCTL(fd, UNKNOWN_REQUEST, 0, -ENOTTY);
	CHECK_IOCTL(fd, ANYCOV_IOC(2, 1, 4), 512, -ENOTTY);
	CHECK(read(fd, &fd, 1) == -1 && errno == EINVAL, "read: %s", strerror(errno));
	close(fd);
}

void test_errno_init(void)
{
	int fd = fresh();

	CHECK_IOCTL(fd, INIT_TRACE64, 0, -EINVAL);
	CHECK_IOCTL(fd, INIT_TRACE64, 1, -EINVAL);
	CHECK_IOCTL(fd, INIT_TRACE64, INT_MAX / 8 + 1, -EINVAL);
	CHECK_IOCTL(fd, INIT_TRACE64, -1, -EINVAL);
	CHECK_IOCTL(fd, INIT_TRACE64, LONG_MIN, -EINVAL);
	CHECK_IOCTL(fd, INIT_TRACE64, 2, 0);
	CHECK_IOCTL(fd, INIT_TRACE64, 2, -EBUSY);
	CHECK_IOCTL(fd, INIT_TRACE64, 1, -EINVAL);
	/* A mapping of 16 bytes is impossible: lengths are rounded to pages. */
	CHECK_MMAP(fd, 16, 0, -EINVAL);
	CHECK_IOCTL(fd, KCOV_ENABLE, KCOV_TRACE_PC, 0);
	CHECK_IOCTL(fd, INIT_TRACE64, 512, -EBUSY);
	CHECK_IOCTL(fd, KCOV_DISABLE, 0, 0);
	CHECK_IOCTL(fd, INIT_TRACE64, 512, -EBUSY);
	close(fd);
}

void test_errno_mmap(void)
{
	int fd = fresh();

	CHECK_IOCTL(fd, INIT_TRACE64, 512 * 3, 0);
	CHECK_MMAP(fd, 4096, 0, -EINVAL);
	CHECK_MMAP(fd, 4096 * 2, 0, -EINVAL);
	CHECK_MMAP(fd, 4096 * 4, 0, -EINVAL);
	CHECK_MMAP(fd, 4096 * 3, 4096, -EINVAL);
	CHECK_MMAP(fd, 4096 * 3, 4096 * 6, -EINVAL);
	/* The area of edges begins there. */
	CHECK_MMAP(fd, 4096 * 3, 4096 * 3, guest.overlay ? 0 : -EINVAL);
	CHECK_MMAP(fd, 4096 * 3, 0, 0);
	CHECK_MMAP(fd, 4096 * 3, 0, 0);
	CHECK(!try_mmap(fd, 4096 * 3, 0, PROT_READ), "a read-only mapping is refused");
	CHECK_IOCTL(fd, KCOV_ENABLE, KCOV_TRACE_PC, 0);
	CHECK_MMAP(fd, 4096 * 3, 0, 0);
	CHECK_MMAP(fd, 4096, 0, -EINVAL);
	CHECK_IOCTL(fd, KCOV_DISABLE, 0, 0);
	close(fd);
}

void test_errno_enable(void)
{
	struct kc a = kc_open(512), b = kc_open(512);

	for (unsigned long mode = 2; mode < 70; mode++) {
		if (guest.overlay && (mode == 2 || mode == 4 || mode == 8 || mode == 6))
			continue;
		CHECK(kc_ioctl(a.fd, KCOV_ENABLE, mode) == -EINVAL, "KCOV_ENABLE(%lu) gives %d",
		      mode, kc_ioctl(a.fd, KCOV_ENABLE, mode));
	}
	CHECK_IOCTL(a.fd, KCOV_ENABLE, -1, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_ENABLE, 1ul << 32, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_ENABLE, KCOV_TRACE_PC, 0);
	/* Already enabled: the state is tested before the owner. */
	CHECK_IOCTL(a.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EINVAL);
	/* The thread already traces into one; that is tested before the mode. */
	CHECK_IOCTL(b.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EBUSY);
	CHECK_IOCTL(b.fd, KCOV_ENABLE, 77, -EBUSY);
	CHECK_IOCTL(a.fd, UNKNOWN_REQUEST, 0, -ENOTTY);
	kc_disable(&a);
	kc_enable(&b, KCOV_TRACE_CMP);
	kc_disable(&b);
	kc_close(&a);
	kc_close(&b);
}

static void *disable_elsewhere(void *k)
{
	CHECK_IOCTL(((struct kc *)k)->fd, KCOV_DISABLE, 0, -EINVAL);
	CHECK_IOCTL(((struct kc *)k)->fd, KCOV_ENABLE, KCOV_TRACE_PC, -EINVAL);
	return NULL;
}

void test_errno_disable(void)
{
	struct kc a = kc_open(512), b = kc_open(512);
	pthread_t t;

	CHECK_IOCTL(a.fd, KCOV_DISABLE, 0, -EINVAL);
	kc_enable(&a, KCOV_TRACE_PC);
	CHECK_IOCTL(a.fd, KCOV_DISABLE, 1, -EINVAL);
	CHECK_IOCTL(b.fd, KCOV_DISABLE, 0, -EINVAL);
	CHECK(!pthread_create(&t, NULL, disable_elsewhere, &a), "pthread_create");
	pthread_join(t, NULL);
	kc_disable(&a);
	CHECK_IOCTL(a.fd, KCOV_DISABLE, 0, -EINVAL);
	kc_close(&a);
	kc_close(&b);
}

struct big_arg {
	uint32_t trace_mode, area_size, num_handles, hole;
	uint64_t common_handle, handles[257];
};

static int remote(int fd, uint32_t mode, uint32_t num, uint64_t common, uint64_t h0, uint64_t h1)
{
	struct big_arg arg = { .trace_mode = mode,
			       .area_size = 512,
			       .num_handles = num,
			       .common_handle = common,
			       .handles = { h0, h1 } };

	return kc_ioctl(fd, KCOV_REMOTE_ENABLE, (unsigned long)&arg);
}

#define CHECK_REMOTE(fd, mode, num, common, h0, h1, want)                                          \
	do {                                                                                       \
		int got_ = remote((fd), (mode), (num), (common), (h0), (h1));                      \
		CHECK(got_ == (want), "REMOTE_ENABLE(%s, %s, %s, %s, %s) gives %d, not %d", #mode, \
		      #num, #common, #h0, #h1, got_, (want));                                      \
	} while (0)

/* Since Linux 7.2 a task may trace itself while another descriptor of it is remote. */
static bool traces_beside_remote(void)
{
	struct utsname name;
	int major = 0, minor = 0;

	uname(&name);
	CHECK(sscanf(name.release, "%d.%d", &major, &minor) == 2, "release %s", name.release);
	return major * 100 + minor >= 702;
}

void test_errno_remote(void)
{
	const uint64_t usb = KCOV_SUBSYSTEM_USB, mid = 1ull << 32;
	int raw = fresh();
	struct kc a = kc_open(512), b = kc_open(512);

	/* The argument is read before the state is tested. */
	CHECK_IOCTL(raw, KCOV_REMOTE_ENABLE, 8, -EFAULT);
	CHECK_REMOTE(raw, 0, 257, 0, 0, 0, -EINVAL);
	CHECK_REMOTE(raw, 0, 0, 0, 0, 0, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_REMOTE_ENABLE, 0, -EFAULT);
	CHECK_REMOTE(a.fd, 0, 257, 0, 0, 0, -EINVAL);
	CHECK_REMOTE(a.fd, 77, 0, 0, 0, 0, -EINVAL);
	CHECK_REMOTE(a.fd, 0, 1, 0, 5, 0, -EINVAL);         /* common in handles[] */
	CHECK_REMOTE(a.fd, 0, 1, 0, usb | mid, 0, -EINVAL); /* bits in the middle */
	CHECK_REMOTE(a.fd, 0, 1, 0, 2ull << 56 | 1, 0, -EINVAL);
	CHECK_REMOTE(a.fd, 0, 0, usb | 1, 0, 0, -EINVAL); /* USB as the common one */
	CHECK_REMOTE(a.fd, 0, 0, mid, 0, 0, -EINVAL);
	CHECK_REMOTE(a.fd, 0, 2, 0, usb | 9, usb | 9, -EEXIST);
	/* Every failure was rolled back: neither state nor handle remains. */
	CHECK_IOCTL(a.fd, KCOV_ENABLE, KCOV_TRACE_PC, 0);
	kc_disable(&a);
	CHECK_REMOTE(a.fd, 0, 2, 0x42, usb | 9, usb | 10, 0);
	CHECK_REMOTE(a.fd, 0, 0, 0x43, 0, 0, -EINVAL);
	CHECK_REMOTE(b.fd, 0, 0, 0x43, 0, 0, -EBUSY);
	if (traces_beside_remote()) {
		CHECK_IOCTL(b.fd, KCOV_ENABLE, KCOV_TRACE_PC, 0);
		kc_disable(&b);
	} else {
		CHECK_IOCTL(b.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EBUSY);
	}
	kc_disable(&a);
	CHECK_REMOTE(b.fd, 1, 2, 0x42, usb | 9, usb | 10, 0);
	kc_disable(&b);
	close(raw);
	kc_close(&a);
	kc_close(&b);
}

void test_errno_stock_has_no_unique(void)
{
	struct kc a = kc_open(512);

	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 8, -ENOTTY);
	CHECK_IOCTL(a.fd, KCOV_RESET_TRACE, 0, -ENOTTY);
	kc_close(&a);
}

void test_errno_unique(void)
{
	int raw = fresh();
	struct kc a = kc_open(512), b = kc_open(512);

	CHECK_IOCTL(raw, KCOV_UNIQUE_ENABLE, 8, -EINVAL);
	CHECK_IOCTL(raw, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 0, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 511, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 512, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, -1, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 510, 0);
	CHECK_IOCTL(a.fd, KCOV_UNIQUE_ENABLE, 8, -EINVAL);
	CHECK_IOCTL(b.fd, KCOV_UNIQUE_ENABLE, 8, -EBUSY);
	kc_disable(&a);
	for (unsigned long m = 2; m <= 8; m += 2) {
		kc_enable(&a, m);
		CHECK_IOCTL(a.fd, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC, -EINVAL);
		CHECK_IOCTL(b.fd, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC, -EBUSY);
		kc_disable(&a);
	}
	for (unsigned long m = 2; m <= 8; m += 2) {
		CHECK_REMOTE(a.fd, m, 0, 0x42, 0, 0, 0);
		CHECK_REMOTE(a.fd, m, 0, 0x43, 0, 0, -EINVAL);
		CHECK_REMOTE(b.fd, m, 0, 0x43, 0, 0, -EBUSY);
		kc_disable(&a);
	}
	CHECK_REMOTE(a.fd, KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_CMP, 0, 0x42, 0, 0, -EINVAL);
	CHECK_REMOTE(a.fd, KCOV_TRACE_UNIQ_PC, 1, 0, 5, 0, -EINVAL); /* and rolled back */
	CHECK_REMOTE(a.fd, KCOV_TRACE_UNIQ_PC, 0, 0x42, 0, 0, 0);
	kc_disable(&a);
	close(raw);
	kc_close(&a);
	kc_close(&b);
}

static void *reset_elsewhere(void *k)
{
	CHECK_IOCTL(((struct kc *)k)->fd, KCOV_RESET_TRACE, 1, -EINVAL);
	CHECK_IOCTL(((struct kc *)k)->fd, KCOV_RESET_TRACE, 0, 0);
	return NULL;
}

/*
 * How a client asks which numbers a kernel has: requests that never succeed.  ENOTTY: it has no
 * such request.
 */
void test_errno_probe(void)
{
	int fd = fresh();

	CHECK_IOCTL(fd, KCOV_RESET_TRACE, 1, guest.overlay ? -EINVAL : -ENOTTY);
	CHECK_IOCTL(fd, KCOV_UNIQUE_ENABLE, 0, guest.overlay ? -EINVAL : -ENOTTY);
	/* KCOV_GET_MEMORY_RECORD_SIZE of another proposal: the same number without a size. */
	CHECK_IOCTL(fd, ANYCOV_IOC(0, 103, 0), 0, -ENOTTY);
	close(fd);
}

void test_errno_reset(void)
{
	int raw = fresh();
	struct kc a = kc_open(512), b = kc_open(512);
	pthread_t t;

	CHECK_IOCTL(raw, KCOV_RESET_TRACE, 0, -EINVAL);
	CHECK_IOCTL(a.fd, KCOV_RESET_TRACE, 0, -EINVAL);
	kc_enable(&a, KCOV_TRACE_PC);
	CHECK_IOCTL(a.fd, KCOV_RESET_TRACE, 1, -EINVAL);
	CHECK_IOCTL(b.fd, KCOV_RESET_TRACE, 0, -EINVAL);
	CHECK(!pthread_create(&t, NULL, reset_elsewhere, &a), "pthread_create");
	pthread_join(t, NULL);
	CHECK_IOCTL(a.fd, KCOV_RESET_TRACE, 0, 0);
	kc_disable(&a);
	CHECK_IOCTL(a.fd, KCOV_RESET_TRACE, 0, -EINVAL);
	close(raw);
	kc_close(&a);
	kc_close(&b);
}
