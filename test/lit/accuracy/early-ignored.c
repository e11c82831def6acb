// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: what is inlined into a function without probes is unknown where no other copy was
// covered; code that no image has is not covered, and the report says who dropped it.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g -ffunction-sections -c %s -o ours.o
// RUN: %cc -O2 -g -c -DPLAIN %s -o plain.o
// RUN: %cc ours.o plain.o -Wl,--gc-sections -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --json t.dump > t.json
// RUN: %anycov report --complete --image t t.dump > t.txt
// RUN: %check %s < t.json
// RUN: %check{TEXT} %s < t.txt
// TEXT: {{[1-9].*}} unknown: in code without
// TEXT: functions that are not in the image, and not covered: 1 dropped by the linker
int plain(int n);

#ifdef PLAIN
int plain(int n)
{
	return n * 3;
}
#else
volatile int v = 3;

// CHECK-DAG: "name":"half",{{.*}}"lines":{"total":[[N:[0-9]+]],"covered":0,{{.*}}"unknown":[[N]]}
static inline __attribute__((always_inline)) int half(int n)
{
	if (n > 1000)
		return 500;
	return n / 2;
}

// CHECK-DAG: "name":"twice",{{.*}}"state":"covered"
static inline __attribute__((always_inline)) int twice(int n)
{
	return n * 2;
}

__attribute__((no_sanitize("coverage"), noinline)) int ignored(int n)
{
	return half(n) + twice(n);
}

// CHECK-DAG: "name":"dropped",{{.*}}"state":"not covered","dropped_by":"linker"
int dropped(int n)
{
	return n ? twice(v) : 3;
}

int main(void)
{
	v = ignored(v) + twice(v) + plain(v);
	return 0;
}
#endif
