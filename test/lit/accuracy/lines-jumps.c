// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: goto, computed goto, setjmp and longjmp.  Clang's gcov
// counts all of a block whose last call left it; here the rest is unknown.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void leave(int x)
{
	if (x)
		longjmp(back, x);
	puts("stayed");
}

static int machine(const char *code)
{
	static const void *const labels[] = { &&add, &&sub, &&end };
	int acc = 0;

	goto *labels[*code++ - '0'];
add:
	acc += 3;
	goto *labels[*code++ - '0'];
sub:
	acc -= 1;
	goto *labels[*code++ - '0'];
end:
	return acc;
}

static int cleanup(int x)
{
	if (x < 0)
		goto fail;
	if (x > 10)
		goto out;
	puts("middle");
out:
	return 1;
fail:
	puts("failed");
	return 0;
}

int main(void)
{
	switch (setjmp(back)) {
	case 0:
		leave(0);
		leave(4);
		puts("not here");
		break;
	case 4:
		puts("came back");
		break;
	default:
		puts("nor here");
	}
	printf("%d %d\n", machine("002"), cleanup(20));
	return 0;
}
