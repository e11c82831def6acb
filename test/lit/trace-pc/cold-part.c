// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that is expected to run seldom keeps its probe, in whatever part of the
// function it lands.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -w rare,usual %t.o > %t.txt
// RUN: %check{RARE} %s < %t.txt && %check{USUAL} %s < %t.txt

void rare(void) __attribute__((cold));
void usual(void), more(void);

// RARE: f{{(\.cold(\.[0-9]+)?)?}}:{{.*}} trace_pc rare
// USUAL: f: trace_pc{{.*}} trace_pc {{(jump:)?}}usual
int f(int x)
{
	if (x > 100) {
		rare();
		more();
		more();
		return 1;
	}
	usual();
	return 0;
}
