/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An ordinary KCOV client: modes MODE [children]
 *   MODE  pc cmp uniq-pc uniq-edge uniq-both uniq-cmp u32
 * With "children" it traces in forked children, one after the other, into the buffer that it
 * mapped itself.  Prints one PC per line (edges: the low half of the current PC), and fails
 * unless two equal rounds give the same records.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define KCOV_INIT_TRACE _IOR('c', 1, unsigned long)
#define KCOV_ENABLE _IO('c', 100)
#define KCOV_DISABLE _IO('c', 101)
#define COVER_SIZE (64 << 10)

static const struct mode {
	const char *name;
	unsigned long arg;
	unsigned word, record, pc;
} modes[] = {
	{ "pc", 0, 8, 1, 0 },        { "cmp", 1, 8, 4, 3 },       { "uniq-pc", 2, 8, 1, 0 },
	{ "uniq-edge", 4, 8, 1, 0 }, { "uniq-both", 6, 8, 1, 0 }, { "uniq-cmp", 8, 8, 4, 3 },
	{ "u32", 0, 4, 1, 0 },
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static uint64_t word(const void *cover, unsigned bytes, uint64_t i)
{
	return bytes == 4 ? ((const volatile uint32_t *)cover)[i]
			  : ((const volatile uint64_t *)cover)[i];
}

static void calls(void)
{
	char *volatile nowhere = (char *)8; /* hidden from the compiler */
	int i;

	for (i = 0; i < 3; i++)
		if (read(-1, NULL, 0) != -1)
			exit(3);
	if (read(0, nowhere, 4) != -1)
		exit(3);
}

static void enable_and_call(int fd, const struct mode *m, void *cover)
{
	if (ioctl(fd, KCOV_ENABLE, m->arg))
		die("KCOV_ENABLE");
	memset(cover, 0, m->word);
	calls();
}

int main(int argc, char **argv)
{
	const struct mode *m = modes, *end = modes + sizeof(modes) / sizeof(modes[0]);
	uint64_t first = 0, n = 0, mask = ~0ull, i;
	char *cover;
	int fd, round;

	while (argc > 1 && m < end && strcmp(m->name, argv[1]))
		m++;
	if (argc < 2 || m == end)
		return 2;
	if (m->arg == 4) /* previous << 32 | current */
		mask = 0xffffffff;
	fd = open("/sys/kernel/debug/kcov", O_RDWR);
	if (fd < 0)
		die("open");
	if (ioctl(fd, KCOV_INIT_TRACE, COVER_SIZE))
		die("KCOV_INIT_TRACE");
	cover = mmap(NULL, COVER_SIZE * m->word, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (cover == MAP_FAILED)
		die("mmap");
	for (round = 0; round < 3; round++) {
		if (argc > 2) {
			int status;
			pid_t pid = fork();

			if (!pid) {
				enable_and_call(fd, m, cover);
				_exit(0);
			}
			if (waitpid(pid, &status, 0) != pid || status)
				return 4;
		} else {
			enable_and_call(fd, m, cover);
			if (ioctl(fd, KCOV_DISABLE, 0))
				die("KCOV_DISABLE");
		}
		n = word(cover, m->word, 0);
		if (!n || (round && n != first)) {
			fprintf(stderr, "round %d: %ju records, %ju before\n", round, (uintmax_t)n,
				(uintmax_t)first);
			return 5;
		}
		first = n;
	}
	for (i = 0; i < n; i++)
		printf("0x%jx\n",
		       (uintmax_t)(word(cover, m->word, 1 + i * m->record + m->pc) & mask));
	if (munmap(cover, COVER_SIZE * m->word) || close(fd))
		die("close");
	return 0;
}
