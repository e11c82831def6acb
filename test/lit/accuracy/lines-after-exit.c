// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 a trace shows gcov's lines, also after a call that did not return: GCC's blocks end there,
// clang's do not, and the record of a block stands for all of it, as in clang's gcov.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
	if (status > 50)
		exit(1);
}

static void finish(int status)
{
	check(status);
	puts("ending");
	if (status > 100)
		puts("not here");
	exit(0);
}

static int through(int status)
{
	check(status);
	finish(status);
	puts("nor here");
	return 3;
}

int main(int argc, char **argv)
{
	(void)argv;
	check(argc);
	puts("here");
	check(argc); puts("and here");
	through(argc);
	puts("never");
	return 1;
}
