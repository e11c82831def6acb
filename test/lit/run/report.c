// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// From source to report: functions, lines and blocks of what ran.
// RUN: %cov{coverage=trace-pc} -g -O0 %s -o %t %link
// RUN: %anycov run -o %t.dump %t | %check{OUT} %s
// RUN: %anycov report --functions --image %t %t.dump | %check %s
// RUN: %anycov report --strict --image %t --lcov %t.info -o %t.txt %t.dump && %check{LCOV} %s < %t.info
#include <stdio.h>

// CHECK-DAG: not_called 0/{{[0-9]+ .* 0/}}
// LCOV-DAG: FNDA:0,not_called
int not_called(void)
{
	return 5;
}

// CHECK-DAG: half_run {{.*}} 3/4 
// LCOV-DAG: FNDA:1,half_run
void half_run(int x)
{
	if (x)
		puts("ran"); // LCOV-DAG: DA:[[@LINE]],1
	else
		puts("did not"); // LCOV-DAG: DA:[[@LINE]],0
}

// OUT: ran
int main(void)
{
	half_run(1);
}
