/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a process finds in the command that started it. */
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/options/command_line.h"
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

TEST(two_debug_options_are_seen_or_may_be_elsewhere)
{
	const char *test = __func__ + sizeof("test_") - 1;

	if (getenv(IS_CHILD))
		_exit(anycov_process_may_have_two_debug_options());
	CHECK(finds(test, "-g", "-gline-tables-only"));
	CHECK(finds(test, "-g1", "-g1"));
	CHECK(finds(test, "--debug", "-gline-tables-only"));
	CHECK(!finds(test, "-gline-tables-only", "x"));
	CHECK(!finds(test, "-O2", "--gcc-toolchain=x"));
	CHECK(!finds(test, "-Xlinker", "-g"));
	CHECK(finds(test, "-cc1", "x"));
	CHECK(finds(test, "@file", "x"));
	CHECK(finds(test, "--config=x", "x"));
	CHECK(!finds(test, "x@file", "-cc1as"));
}

RUN_TESTS(RUN(an_argument_is_whole_and_no_other_tools),
	  RUN(two_debug_options_are_seen_or_may_be_elsewhere))
