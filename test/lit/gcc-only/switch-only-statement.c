// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that holds nothing but a switch is code of the user: only the branches
// that stem from it are not.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check %s

void hit(int);

// The entry, the inner switch, two arms, the break behind, the outer arm, the end.
// CHECK: f: 7 trace_pc
void f(int a, int b)
{
	switch (a) {
	case 1:
		switch (b) {
		case 5:
			hit(1);
			break;
		case 700:
			hit(2);
		}
		break;
	case 9:
		hit(3);
	}
}
