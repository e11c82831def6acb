// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The guest's first and only program.  It mounts what the tests need, loads the module, runs
 * the tests of tests.def, each in a process of its own with a time limit, prints one line for
 * each and the PCs they recorded, and reboots.
 *
 * Kernel command line: anycov=overlay,module,usb,command,recent,bounds lists what this kernel
 * must have; anycov.only=PATTERN runs the tests whose names contain it;
 * anycov.park=ADDRESS+SIZE: see guest.h; anycov.seconds=N is the duration of a random test;
 * anycov.cost=1 measures instead; anycov.report=1 prints flags instead (report.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"

enum { OVERLAY = 1, STOCK = 2, MODULE = 4, USB = 8, COMMAND = 16, RECENT = 32 };

#define TEST(name, needs) void test_##name(void);
#include "tests.def"
#undef TEST

static const struct test {
	const char *name;
	void (*run)(void);
	unsigned needs;
} tests[] = {
#define TEST(name, needs) { #name, test_##name, needs },
#include "tests.def"
#undef TEST
};

/* For a guest under TCG, with KASAN, on a loaded machine: generous. */
enum { TEST_SECONDS = 300 };

static void mount_all(void)
{
	static const char *const what[][2] = {
		{ "proc", "/proc" },    { "sysfs", "/sys" },
		{ "devtmpfs", "/dev" }, { "debugfs", "/sys/kernel/debug" },
		{ "tmpfs", "/tmp" },
	};

	for (size_t i = 0; i < sizeof(what) / sizeof(what[0]); i++) {
		mkdir(what[i][1], 0755);
		if (mount(what[i][0], what[i][1], what[i][0], 0, NULL))
			printf("why: mount %s: %s\n", what[i][1], strerror(errno));
	}
}

/* Returns the first line of a file, without its newline; empty if there is none. */
static char *first_line(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "r");

	if (!f || !fgets(text, (int)size, f))
		text[0] = '\0';
	if (f)
		fclose(f);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static void load_module(void)
{
	int fd = open("/anycov_test.ko", O_RDONLY);
	char text[64];

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0)) {
		printf("why: anycov_test.ko does not load: %s\n", strerror(errno));
		return;
	}
	close(fd);
	printf("MODULE anycov_test %s\n",
	       first_line("/sys/module/anycov_test/sections/.text", text, sizeof(text)));
}

/* Prints the load address of the kernel: the scan of vmlinux needs it for module PCs. */
static void print_stext(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, " _stext\n"))
			printf("STEXT %.16s\n", line);
	if (f)
		fclose(f);
}

static void on_alarm(int sig)
{
	static const char text[] = "why: the time limit of the test is over\n";

	(void)sig;
	if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0)
		_exit(3);
	_exit(1);
}

/*
 * The kernel's messages would mix with the lines of the tests, so they are kept from the
 * console (except those of a crash) and printed between tests.
 */
enum { LOG_READ_CLEAR = 4, LOG_CLEAR = 5, LOG_CONSOLE_LEVEL = 8 };

static void keep_log(void)
{
	klogctl(LOG_CONSOLE_LEVEL, NULL, 1);
	klogctl(LOG_CLEAR, NULL, 0);
}

static void print_log(void)
{
	static char text[1 << 20];
	int n = klogctl(LOG_READ_CLEAR, text, sizeof(text) - 1);

	if (n <= 0)
		return;
	text[n] = '\0';
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		printf("LOG %s\n", line);
}

static bool run(const struct test *t)
{
	struct timespec a, b;
	int status = 0;
	pid_t pid;

	clock_gettime(CLOCK_MONOTONIC, &a);
	pid = fork();
	if (!pid) {
		setpgid(0, 0);
		signal(SIGALRM, on_alarm);
		alarm(TEST_SECONDS + guest.seconds);
		t->run();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	/* Processes that the test left behind, and their orphans. */
	kill(-pid, SIGKILL);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	clock_gettime(CLOCK_MONOTONIC, &b);
	print_log();
	if (WIFSIGNALED(status))
		printf("why: killed by signal %d\n", WTERMSIG(status));
	printf("TEST %s %s %.1f\n", t->name, status ? "FAIL" : "ok",
	       (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
	fflush(stdout);
	return !status;
}

static char *option(char *cmdline, const char *name)
{
	char *p = strstr(cmdline, name);

	return p ? p + strlen(name) : NULL;
}

static void run_all(char *cmdline)
{
	char *only = option(cmdline, "anycov.only=");
	unsigned run_count = 0, failed = 0;
	unsigned have = (guest.overlay ? OVERLAY : STOCK) | (guest.module ? MODULE : 0) |
			(guest.usb ? USB : 0) | (guest.command ? COMMAND : 0) |
			(guest.recent ? RECENT : 0);

	keep_log();
	if (only)
		only[strcspn(only, " ")] = '\0';
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		if ((tests[i].needs & have) != tests[i].needs)
			continue;
		if (only && !strstr(tests[i].name, only))
			continue;
		run_count++;
		failed += !run(&tests[i]);
	}
	print_stext();
	keep_print();
	printf("GUEST %u run, %u failed\n", run_count, failed);
}

static void run_report(void)
{
	bool ok;

	keep_log();
	ok = report_main();
	print_log();
	printf("TEST report_steps %s 0.0\n", ok ? "ok" : "FAIL");
}

static void parse(char *cmdline)
{
	char *have = option(cmdline, "anycov="), *seconds = option(cmdline, "anycov.seconds=");
	char *park = option(cmdline, "anycov.park=");
	char words[128] = "";

	if (have)
		snprintf(words, sizeof(words), "%.*s", (int)strcspn(have, " "), have);
	guest.overlay = strstr(words, "overlay");
	guest.module = strstr(words, "module");
	guest.usb = strstr(words, "usb");
	guest.command = strstr(words, "command");
	guest.recent = strstr(words, "recent");
	guest.bounds = strstr(words, "bounds");
	if (park && sscanf(park, "%llx+%llx", &guest.park, &guest.park_bytes) != 2)
		printf("why: anycov.park= is no address and size\n");
	guest.seconds = seconds ? (unsigned)atoi(seconds) : 10;
}

int main(int argc, char **argv)
{
	static char cmdline[2048];

	/* Executed by lifecycle_exec_goes_on. */
	if (argc > 1 && !strcmp(argv[1], "--read")) {
		work_read(10);
		return 0;
	}
	/* Traced by the command. */
	if (argc > 3 && !strcmp(argv[1], "--module")) {
		module_command(argv[2], strtoul(argv[3], NULL, 10));
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "--work"))
		traced_work(argv[2]);
	setvbuf(stdout, NULL, _IOLBF, 0);
	mount_all();
	first_line("/proc/cmdline", cmdline, sizeof(cmdline));
	parse(cmdline);
	keep_init();
	/* The console ends lines with CR LF; the reader accepts that. */
	struct timespec up;

	clock_gettime(CLOCK_BOOTTIME, &up);
	printf("\nGUEST starts after %ld.%02ld s\n", (long)up.tv_sec, up.tv_nsec / 10000000);
	if (guest.module)
		load_module();
	if (option(cmdline, "anycov.cost="))
		cost_main(argc, argv);
	else if (option(cmdline, "anycov.report="))
		run_report();
	else
		run_all(cmdline);
	printf("GUEST done\n");
	fflush(stdout);
	/* The kernel's message about the reboot would be printed into the last lines. */
	tcdrain(STDOUT_FILENO);
	sync();
	/*
	 * QEMU runs with -no-reboot: this ends it on every machine; a power-off would need ACPI
	 * on a PC.
	 */
	reboot(RB_AUTOBOOT);
	return 0;
}
