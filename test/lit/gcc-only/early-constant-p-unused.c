// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: the source after a __builtin_constant_p() whose answer nothing uses is read as without
// optimization: the line of a break is known.
// REQUIRES: native, run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check %s < ours.info

int total;

__attribute__((noinline)) int f(int x)
{
	__builtin_constant_p(x);
	for (int i = 0; i < x; i++) {
		if (total > 2)
			break; // CHECK: DA:[[@LINE]],0
		total++;
	}
	return x;
}

int main(int argc, char **argv)
{
	(void)argv;
	return f(argc) > 2;
}
