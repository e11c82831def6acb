// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// From GCC 9 on a switch is a tree of branches when probes are placed.  The tree
// is no code of the user: a probe for the entry, each arm, and what follows.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check{CHECK,PLAIN} %s
// RUN: %cov{coverage=trace-pc;verbose} -O2 -c %s -o %t.o 2>&1 | %check{CHECK,OPT} %s

void hit(int);

// PLAIN: f: 7 trace_pc
// OPT: anycov: {{.*}}f{{.*}} blocks, {{6|7}} probes
void f(long a)
{
	switch (a) {
	case 1:
		hit(10);
		hit(1);
		break;
	case 100:
		hit(20);
		break;
	case 3000:
		hit(30);
		hit(3);
		hit(4);
		break;
	case 7000:
		hit(40);
		hit(40);
		break;
	case 30000:
		hit(50);
		hit(51);
		break;
	}
	hit(0);
	hit(1);
}
