// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 a last case label without code is covered if the switch came to it, not if a break
// or a continue passed it.  (GCC has the code after the switch in the same block;
// gcov counts the label whenever that code runs.)
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check{DA} %s < t.info
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check{DA} %s < t.info
volatile int v;

static void missed(int n)
{
	switch (n) {
	case 1:
		v = 2;
		break;
	default: ((void)0); }
// DA: DA:[[@LINE-1]],0
	v = 3;
// DA: DA:[[@LINE-1]],1
}

static void taken(int n)
{
	switch (n) {
	case 1:
		v = 2;
		break;
	default: ((void)0); }
// DA: DA:[[@LINE-1]],1
	v = 3;
}

static void fallen_into(int n)
{
	switch (n) {
	case 1:
		v = 2;
	default: ; }
// DA: DA:[[@LINE-1]],1
	v = 3;
}

static void not_default(int n)
{
	switch (n) {
	case 1:
		v = 2;
		break;
	case 2: {} }
// DA: DA:[[@LINE-1]],0
	v = 3;
}

static void in_loop(int n)
{
	while (n-- > 0) {
		if (n == 2)
			continue;
		switch (n) {
		case 0:
		case 1:
			v = 2;
			break;
		default: ((void)0); }
// DA: DA:[[@LINE-1]],0
	}
}

static void nested(int n)
{
	switch (n) {
	case 1:
		switch (v) {
		case 3:
			break;
		default: ((void)0); }
// DA: DA:[[@LINE-1]],0
		break;
	case 2:
		switch (v) {
		case 4:
			v = 5;
			break;
		default: ((void)0); }
// DA: DA:[[@LINE-1]],0
	}
	v = 6;
// DA: DA:[[@LINE-1]],1
}

int main(void)
{
	missed(1);
	taken(2);
	fallen_into(1);
	not_default(1);
	in_loop(3);
	v = 3;
	nested(1);
	return 0;
}
