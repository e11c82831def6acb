/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_moved FILE FIRST LAST PROGRAM ARGUMENTS...: executes the program, which hits these two flags
 * among others, one instruction at a time, and looks at its file after each: whenever the first is
 * among the flags of processes that ended, the last is there as well, or both are in a lane.
 * SIGKILL may come at any of these instructions.  Exits with 77 if it may not trace, 1 if they were
 * apart.
 */
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/flags_file.h"

static int in_lane(const unsigned char *file, size_t first, size_t last)
{
	const struct anycov_flags_head *h = (const void *)file;
	uint64_t area = (h->n_flags + h->page_bytes - 1) / h->page_bytes * h->page_bytes;
	const struct anycov_flags_lanes *lanes = (const void *)(file + h->at_flags + area);
	const unsigned char *lane = (const unsigned char *)lanes + h->page_bytes;
	uint32_t i;

	for (i = 0; i < lanes->n; i++, lane += area)
		if (lane[first] && lane[last])
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	size_t first = argc > 4 ? strtoul(argv[2], NULL, 0) : 0,
	       last = first ? strtoul(argv[3], NULL, 0) : 0;
	int fd = first ? open(argv[1], O_RDONLY) : -1, status, pid;
	unsigned long moved = 0, apart = 0;
	const unsigned char *file, *flags;
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return 2;
	file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (file == MAP_FAILED)
		return 2;
	flags = file + ((const struct anycov_flags_head *)(const void *)file)->at_flags;
	pid = fork();
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		execv(argv[4], argv + 4);
		_exit(2);
	}
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		moved += flags[first] && !flags[last];
		apart += flags[first] && !flags[last] && !in_lane(file, first, last);
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL))
			return 77;
	}
	printf("%lu instructions, %lu apart\n", moved, apart);
	if (WIFEXITED(status) && WEXITSTATUS(status))
		return WEXITSTATUS(status);
	return apart || !moved;
}
