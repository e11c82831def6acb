// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=late: what becomes no machine code has no line.  The end of a variable's scope has that of
// `continue` where the optimizer made one block of both ways to it, and a conversion that is moved
// in front of a condition has that of the code behind it.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -Os -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump && %check %s < t.info
__attribute__((noinline)) int get(int i, int *x)
{
	__asm__ volatile("" : "+r"(i));
	*x = i;
	return 0x200;
}

__attribute__((noinline)) int use(int x)
{
	__asm__ volatile("" : "+r"(x));
	return 0;
}

__attribute__((noinline)) int scopes(int n)
{
	for (int i = 0; i < n; i++) {
		int x;
		int tag = get(i, &x);

		if (tag < 0) {
			if (tag == -2)
// CHECK-NOT: DA:[[@LINE+1]],1
				continue;
			return tag;
		}
		if ((tag & 0x700) == 0x200) {
			int err = use(x);

			if (err)
				return err;
		}
	}
	return 0;
}

static unsigned kind(unsigned tag)
{
	return (tag & 0x7ff00000) >> 20;
}

static unsigned low(unsigned tag)
{
	return (tag & 0xffc00) >> 10;
}

__attribute__((noinline)) int conversions(int n)
{
	int tag = get(n, &n);

	if (tag < 0)
		return tag;
	if (use(n) != 0
// CHECK-NOT: DA:[[@LINE+1]],1
	    && kind(tag) != 2)
		return -20;
	return use(low(tag));
}

int main(void)
{
// CHECK: DA:[[@LINE+1]],1
	return scopes(3) + conversions(1);
}
