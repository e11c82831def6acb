/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_remote TYPE PROGRAM ARGUMENT...: runs a program for which all files are on a file system of
 * this type (statfs), as of NFS.  Exit status 77 if nothing may be traced.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>
/* After the C library's own. */
#include <linux/ptrace.h>

/* Changes what fstatfs() and statfs() have written. */
static void change(pid_t pid, unsigned long type)
{
	static uint64_t buffer; /* of the call that has begun, or 0 */
	struct ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) <= 0)
		exit(77);
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		buffer = info.entry.nr == SYS_fstatfs || info.entry.nr == SYS_statfs
				 ? info.entry.args[1]
				 : 0;
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT && buffer) {
		ptrace(PTRACE_POKEDATA, pid, buffer + offsetof(struct statfs, f_type), type);
		buffer = 0;
	}
}

int main(int argc, char **argv)
{
	int status, is_first = 1, sig = 0;
	pid_t pid;

	if (argc < 3)
		return 2;
	pid = fork();
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		execv(argv[2], argv + 2);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		if (is_first)
			ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)PTRACE_O_TRACESYSGOOD);
		sig = WSTOPSIG(status);
		if (sig == (SIGTRAP | 0x80))
			change(pid, strtoul(argv[1], NULL, 0));
		sig = is_first || sig == (SIGTRAP | 0x80) ? 0 : sig;
		is_first = 0;
		if (ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(intptr_t)sig))
			return 77;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
