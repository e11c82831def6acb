/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a process finds in the command that started it. */
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/command_line.h"
#include "unit.h"

#define IS_CHILD "ANYCOV_TEST_CHILD"

/* Whether this test, started again with these arguments, finds -v among them. */
static bool finds(const char *test, const char *first, const char *second)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		setenv(IS_CHILD, "1", 1);
		execl("/proc/self/exe", "unit", test, first, second, (char *)NULL);
		_exit(99);
	}
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
	CHECK_MSG(WEXITSTATUS(status) <= 1, "%s %s: status %d", first, second, status);
	return WEXITSTATUS(status);
}

TEST(an_argument_is_whole_and_no_other_tools)
{
	const char *test = __func__ + sizeof("test_") - 1;

	if (getenv(IS_CHILD))
		_exit(anycov_process_has_argument("-v"));
	CHECK(finds(test, "-v", "x"));
	CHECK(finds(test, "x", "-v"));
	CHECK(!finds(test, "-", "v"));
	CHECK(!finds(test, "x-v", "-vx"));
	CHECK(!finds(test, "-Xlinker", "-v"));
	CHECK(!finds(test, "-X", "-v"));
	CHECK(finds(test, "-Y", "-v"));
	CHECK(finds(test, "xX", "-v"));
}

RUN_TESTS(RUN(an_argument_is_whole_and_no_other_tools))
