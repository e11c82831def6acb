// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Each thread has a buffer of its own.
// RUN: %cov{coverage=trace-pc} -O1 %s -o %t %link -lpthread
// RUN: %anycov run -o %t.dump %t && %check-records records %t %t.dump 40
// RUN: %anycov dump %t.dump | grep -c "^PC " | %check-lines %s
#include <pthread.h>

volatile int sum;

static void *work(void *arg)
{
	for (int i = 0; i < 10; i++)
		if (i & 1)
			sum += *(int *)arg;
	return 0;
}

// CHECK: 3
int main(void)
{
	pthread_t a, b;
	int one = 1;

	pthread_create(&a, 0, work, &one);
	pthread_create(&b, 0, work, &one);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
