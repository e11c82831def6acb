/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_deny WHAT PROGRAM ARGUMENT...: runs the program where the kernel refuses system calls.
 *   move    mremap() and mmap() over other memory with MAP_SHARED: no section can be a file
 *   shared  mmap() with MAP_SHARED of files, as a filesystem without such mappings does
 *   all     everything that a program does not need to start
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#define NR offsetof(struct seccomp_data, nr)
#define MMAP_FLAGS offsetof(struct seccomp_data, args[3])
#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ERRNO(e) RETURN(SECCOMP_RET_ERRNO | (e))
/* Skips `n` instructions unless the value is v. */
#define UNLESS(v, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, v, 0, n)

static struct sock_filter move[] = {
	LOAD(NR),
	UNLESS(SYS_mremap, 1),
	ERRNO(ENOSYS),
	UNLESS(SYS_mmap, 4),
	LOAD(MMAP_FLAGS),
	BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_FIXED),
	UNLESS(MAP_SHARED | MAP_FIXED, 1),
	ERRNO(EPERM),
	RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter shared[] = {
	LOAD(NR),
	UNLESS(SYS_mmap, 4),
	LOAD(MMAP_FLAGS),
	BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED),
	UNLESS(MAP_SHARED, 1),
	ERRNO(ENODEV),
	RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter all[] = {
	LOAD(NR),     UNLESS(SYS_readlinkat, 1), ERRNO(EPERM), UNLESS(SYS_linkat, 1),
	ERRNO(EPERM), UNLESS(SYS_renameat2, 1),  ERRNO(EPERM), UNLESS(SYS_flock, 1),
	ERRNO(EPERM), UNLESS(SYS_fallocate, 1),  ERRNO(EPERM), UNLESS(SYS_fchmod, 1),
	ERRNO(EPERM), UNLESS(SYS_ppoll, 1),      ERRNO(EPERM), UNLESS(SYS_fstatfs, 1),
	ERRNO(EPERM), RETURN(SECCOMP_RET_ALLOW),
};

#define PROGRAM(f)                                                                                 \
	{                                                                                          \
		sizeof(f) / sizeof((f)[0]), f                                                      \
	}

int main(int argc, char **argv)
{
	static struct sock_fprog programs[] = { PROGRAM(move), PROGRAM(shared), PROGRAM(all) };
	const char *what = argc > 2 ? argv[1] : "";
	struct sock_fprog *p = !strcmp(what, "move")     ? &programs[0]
			       : !strcmp(what, "shared") ? &programs[1]
							 : &programs[2];

	if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, p)) {
		perror("set_deny");
		return 77;
	}
	execv(argv[2], argv + 2);
	perror(argv[2]);
	return 98;
}
