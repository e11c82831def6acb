// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Thread-local variables of every model, in several threads.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -fPIC -pthread %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -fPIC -pthread %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w -fPIC -pthread %s -o %t %link && %t
#include <pthread.h>
#include <stdlib.h>

static __thread int counter;
__thread long shared = 7;
static __thread struct {
	char text[40];
	int at;
} buffer __attribute__((tls_model("initial-exec")));

static void *work(void *arg)
{
	int n = *(int *)arg;

	for (int i = 0; i < n; i++) {
		counter += i & 1 ? 1 : 2;
		shared += counter > 3;
		buffer.text[buffer.at++ % 40] = (char)i;
	}
	return counter == n + (n + 1) / 2 && buffer.at == n ? NULL : arg;
}

int main(void)
{
	static int n[4] = { 10, 200, 3000, 40 };
	pthread_t t[4];
	void *bad;

	for (int i = 0; i < 4; i++)
		if (pthread_create(&t[i], NULL, work, &n[i]))
			abort();
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], &bad);
		if (bad)
			abort();
	}
	return counter || shared != 7;
}
