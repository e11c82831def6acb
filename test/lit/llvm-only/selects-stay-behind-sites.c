// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// On targets that turn a select into a branch, none comes between a hook call and
// its site: the record would lie behind another call.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 -c %s -o %t.o && %S/Inputs/sites-and-calls %t.o 30
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %S/Inputs/sites-and-calls %t.o 30
// RUN: %cov{coverage=trace-pc,trace-cmp} -Oz -c %s -o %t.o && %S/Inputs/sites-and-calls %t.o 30
int g;
float ff;
double dd;
void ext(int);

int sel(int a, int b, int c)
{
	int r = a < b ? c : b;

	ext(a == 3);
	return (a == 4 ? b : c) + r + (a > 1000 ? 17 : g);
}

long long wide(long long a, long long b)
{
	return a == 0x123456789ll ? b : (a < b ? a - b : b - a);
}

float fl(float a, float b)
{
	float r = a < b ? a : b;

	return a == 3.0f ? r : ff;
}

double dl(double a, double b)
{
	double r = a < b ? a : b;

	return a == 3.0 ? r : dd;
}

int sw(unsigned char c)
{
	switch (c) {
	case 1:
		return 5;
	case 'a':
		return g;
	case 200:
		return 99;
	default:
		return c > 5 ? g : 3;
	}
}

int loop(int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		if (p[i] == 7)
			s += p[i] > 3 ? 4 : 9;
		else if (p[i] < 0)
			continue;
		s ^= i;
	}
	return s;
}
