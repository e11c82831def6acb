// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 a line of which no statement is made but a jump is covered or not, as gcov has it.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check{DA} %s < ours.info
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: %lines ours.info %s
// DA: DA:23,1
// DA: DA:25,0
// DA: DA:31,1
// DA: DA:33,0
volatile int v;

static int loops(int n)
{
	int i;

	for (i = 0; i < n; i++) {
		if (i == 2)
			continue;
		if (i > 100)
			break;
		v = i;
	}
	switch (n) {
	case 4:
		if (v)
			break;
		if (n > 3)
			goto out;
		v = 5;
	}
out:
	return i;
}

int main(void)
{
	return loops(4) != 4;
}
