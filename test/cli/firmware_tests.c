/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A test program for firmware, which prints as Unity does, with coverage of each test by itself. */
#include <stdint.h>
#include "anycov/test.h"

int clamp(int n, int low, int high);

static uint64_t buffer[64];

static int put(void *arg, const void *data, size_t n)
{
	const char *p = data;

	(void)arg;
	while (n--)
		*(volatile uint32_t *)0x40004000 = (uint32_t)*p++;
	return 0;
}

static void say(const char *text)
{
	size_t n = 0;

	while (text[n])
		n++;
	put(0, text, n);
}

static struct anycov_tests tests = {
	.mode = KCOV_TRACE_PC, .buffer = buffer, .bytes = sizeof(buffer), .sink = put
};

int main(void)
{
	*(volatile uint32_t *)0x40004010 = 16;
	*(volatile uint32_t *)0x40004008 = 1;
	anycov_test(&tests, "test_low");
	say(clamp(-5, 0, 9) == 0 ? "test.c:1:test_low:PASS\n" : "test.c:1:test_low:FAIL\n");
	anycov_test(&tests, "test_inside");
	say(clamp(5, 0, 9) == 5 ? "test.c:2:test_inside:PASS\n" : "test.c:2:test_inside:FAIL\n");
	anycov_test(&tests, "test_inside_again");
	say(clamp(6, 0, 9) == 6 ? "test.c:3:test_inside_again:PASS"
				: "test.c:3:test_inside_again:FAIL");
	anycov_test(&tests, 0);
	clamp(50, 0, 9);
	say(tests.error || tests.number != 3 ? "\nERROR\n" : "\nOK\n");
	/* A buffer without room: the test fails, and the next one does not. */
	tests.bytes = 4;
	say(anycov_test(&tests, "none") == ANYCOV_ENOMEM ? "ENOMEM\n" : "ERROR\n");
	anycov_test(&tests, 0);
	say("DONE\n");
	for (;;)
		;
}
