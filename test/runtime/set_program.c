/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A program with a hand-written section of flags, for set.sh: sets flag 1 before main(), 2 in
 * it, others as the argument says, 9 after exit() has begun.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/anycov.h"

#ifndef N_FLAGS
#define N_FLAGS 5000
#endif
__attribute__((section("__anycov_flags"), used)) static volatile unsigned char flags[N_FLAGS];
/* A map, so that there is something to keep: one record that readers skip. */
__asm__(".pushsection .anycov_map,\"\",%progbits\n\t.byte 'z', 1\n\t.4byte 3\n\t.ascii "
	"\"abc\"\n.popsection");

#ifdef WITH_NOTE /* of 20 bytes */
__asm__(".pushsection .note.before,\"a\",%note\n\t.balign 4\n\t.4byte 2, 4, 1\n\t.asciz \"x\"\n"
	"\t.balign 4\n\t.4byte 0\n.popsection");
#endif

#ifdef WITH_MARK /* for set_count.c, before the startup object begins */
static void mark(void)
{
	getppid();
}
__attribute__((section(".preinit_array"), used)) static void (*mark_entry)(void) = mark;
#endif

/* Data beside the flags, which must not be shared. */
__attribute__((section("next_to_flags"), used)) static volatile int neighbour = 5;
static volatile int in_bss;

#define HIT(i) (flags[i] = 1)

__attribute__((constructor(101))) static void before_main(void)
{
	HIT(1);
}

__attribute__((destructor(101))) static void after_exit(void)
{
	HIT(9);
}

static void *thread(void *arg)
{
	HIT(20 + (intptr_t)arg);
	return NULL;
}

static void run_threads(void)
{
	pthread_t t[4];
	intptr_t i;

	for (i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, thread, (void *)i);
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
}

static void wait_for(pid_t pid)
{
	int status;

	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		exit(99);
}

static void run_fork(void)
{
	pid_t pid = fork();

	if (!pid) {
		HIT(30);
		exit(0);
	}
	wait_for(pid);
	pid = fork();
	if (!pid) {
		HIT(31);
		raise(SIGKILL);
	}
	wait_for(pid);
	pid = vfork();
	if (!pid) {
		HIT(32);
		_exit(0);
	}
	wait_for(pid);
	HIT(33);
}

static void run_others(char *self)
{
	char *argv[] = { self, (char *)"quiet", NULL };
	extern char **environ;
	pid_t pid;

	if (posix_spawn(&pid, self, NULL, NULL, argv, environ))
		exit(99);
	wait_for(pid);
	pid = fork();
	if (!pid) {
		HIT(40);
		execv(self, argv);
		_exit(98);
	}
	wait_for(pid);
}

/* Writes the number of each flag that is set to standard output, then is killed. */
static void report_until_killed(void)
{
	int i;

	for (i = 10; i < N_FLAGS; i++) {
		HIT(i);
		if (write(1, &i, sizeof(i)) != sizeof(i))
			_exit(0);
	}
	for (;;)
		pause();
}

static void load(const char *library, int times)
{
	while (times--) {
		void *handle = dlopen(library, RTLD_NOW);
		void (*fn)(int) = handle ? (void (*)(int))dlsym(handle, "set_lib_hit") : NULL;

		if (!fn) {
			fprintf(stderr, "%s\n", dlerror());
			exit(99);
		}
		fn(3);
		if (times)
			fn(4);
		if (dlclose(handle))
			exit(99);
	}
}

static int print_maps(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	int c;

	while (maps && (c = getc(maps)) != EOF)
		putchar(c);
	return maps ? fclose(maps) : 99;
}

static int snapshots(const char *directory)
{
	int err = anycov_set_snapshot(directory);

	anycov_set_reset();
	HIT(50);
	return err ? err : anycov_set_snapshot(directory) == ANYCOV_EINVAL ? 0 : 97;
}

static int act(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (!strcmp(how, "threads"))
		run_threads();
	else if (!strcmp(how, "fork"))
		run_fork();
	else if (!strcmp(how, "others"))
		run_others(argv[0]);
	else if (!strcmp(how, "report"))
		report_until_killed();
	else if (!strcmp(how, "load"))
		load(argv[2], argc > 3 ? atoi(argv[3]) : 1);
	else if (!strcmp(how, "_exit"))
		_exit(3);
	else if (!strcmp(how, "quick"))
		quick_exit(0);
	else if (!strcmp(how, "signal"))
		raise(atoi(argv[2]));
	else if (!strcmp(how, "segv"))
		*(volatile int *)(uintptr_t)(argc - 2) = 1;
	else if (!strcmp(how, "snapshot"))
		return snapshots(argv[2]);
	else if (!strcmp(how, "hit"))
		HIT(atoi(argv[2]));
	else if (!strcmp(how, "noexec"))
		return execv(argv[2], argv) == -1 && errno == ENOEXEC ? 0 : 97;
	else if (!strcmp(how, "maps"))
		return print_maps();
	else if (!strcmp(how, "errno"))
		return errno;
	return 0;
}

int main(int argc, char **argv)
{
	HIT(2);
	/* Neither is in pages of the file. */
	if (neighbour != 5 || in_bss)
		return 96;
	neighbour = in_bss = 1;
	return act(argc, argv);
}
