/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A firmware image that records itself and writes its dump by semihosting. */
#include "anycov/anycov.h"

volatile int input = 3;

__attribute__((noinline)) static int classify(int v)
{
	switch (v) {
	case 1:
		return 10;
	case 3:
		return 30;
	case 500:
		return 50;
	case 9000:
		return 90;
	}
	return v < 100 ? 1 : 2;
}

int main(void)
{
	int r;

	if (anycov_start(KCOV_TRACE_PC))
		return 2;
	r = classify(input) + classify(input + 4);
	anycov_stop();
	if (anycov_dump_file("pc.dump"))
		return 3;
	if (anycov_start(KCOV_TRACE_CMP))
		return 4;
	r += classify(input);
	anycov_stop();
	if (anycov_dump_file("cmp.dump"))
		return 5;
	return r == 61 ? 0 : 6;
}
