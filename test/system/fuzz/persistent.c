/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A target that uses each macro of afl-cc's persistent mode.  With an input file as its argument,
 * or without afl-fuzz, it runs once. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#error "the driver's macro is missing"
#endif

__AFL_FUZZ_INIT()

#ifdef __AFL_HAVE_MANUAL_CONTROL
int main(void)
{
	unsigned char *data;
	int rounds = 0;

	__AFL_INIT();
	data = __AFL_FUZZ_TESTCASE_BUF;
	while (__AFL_LOOP(1000)) {
		int n = (int)__AFL_FUZZ_TESTCASE_LEN;

		rounds++;
		if (n > 3 && data[0] == 'o' && data[1] % 16 == 7)
			abort();
	}
	printf("rounds: %d\n", rounds);
	return 0;
}
#endif
