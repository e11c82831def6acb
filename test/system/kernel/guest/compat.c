// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * A 32-bit program on a 64-bit kernel.  The request number of KCOV_INIT_TRACE
 * and the buffer's words are those of the kernel, not of the program.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "anycov/kcov.h"

enum { WORDS = 4096 };

static int fail(const char *what)
{
	printf("why: 32-bit program: %s: %s\n", what, strerror(errno));
	return 1;
}

static int record(int fd, volatile uint64_t *cover, unsigned long mode)
{
	uint64_t n;

	if (ioctl(fd, KCOV_ENABLE, mode))
		return fail("KCOV_ENABLE");
	cover[0] = 0;
	for (int i = 0; i < 3; i++)
		if (read(-1, NULL, 0) != -1)
			return fail("read of nothing");
	close(open("/init", O_RDONLY));
	n = cover[0];
	if (ioctl(fd, KCOV_DISABLE, 0))
		return fail("KCOV_DISABLE");
	printf("32-bit program: mode %lu: %llu records\n", mode, (unsigned long long)n);
	if (n < 2 || n >= WORDS)
		return fail("number of records");
	if (mode == 0)
		for (uint64_t i = 1; i <= n; i++)
			if (cover[i] >> 47 != 0x1ffff)
				return fail("a record is no address of the kernel");
	return 0;
}

int main(int argc, char **argv)
{
	int overlay = argc > 1 && !strcmp(argv[1], "overlay");
	int fd = open("/sys/kernel/debug/kcov", O_RDWR);
	volatile uint64_t *cover;

	if (sizeof(long) != 4 || fd < 0)
		return fail("open");
	if (!ioctl(fd, KCOV_INIT_TRACE, WORDS) || errno != ENOTTY)
		return fail("KCOV_INIT_TRACE with a 32-bit size is not refused with ENOTTY");
	if (ioctl(fd, ANYCOV_IOC(2, 1, 8), WORDS))
		return fail("KCOV_INIT_TRACE with the kernel's size");
	cover = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (cover == MAP_FAILED)
		return fail("mmap");
	for (unsigned long mode = 0; mode <= (overlay ? 8 : 1); mode = mode ? mode * 2 : 1)
		if (record(fd, cover, mode))
			return 1;
	return 0;
}
