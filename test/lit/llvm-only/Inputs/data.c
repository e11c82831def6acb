/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Divisions, indices, accesses and calls of every width and kind. */
struct wide {
	unsigned char bytes[16];
};
struct bits {
	unsigned a : 3, b : 11, c : 18;
};
typedef int vector __attribute__((vector_size(16)));

__attribute__((weak)) int weak(int a)
{
	return a + 1;
}

static int local(int a, long b, int (*call)(int), struct bits *f)
{
	f->b = a;
	return call(a) / (int)b + f->c;
}

long divide(signed char a, short b, unsigned c, long d, unsigned long e, __int128 f)
{
	return 100 / (a + 300) + 1000 / b + 77u / c + d / (long)e + d % b + (long)(f / d) + e / 3;
}

int access(char *a, short *b, int *c, long *d, __int128 *e, vector *f, float *g, double *h,
	   void **p, int i, long j)
{
	a[i] = (char)j;
	b[j] = (short)i;
	c[i + 1] = b[i];
	d[j] = a[i] + c[j];
	e[i] = d[i];
	f[i] = f[j] + 1;
	g[i] = (float)h[j];
	*h = g[1];
	p[i] = a;
	return ((int (*)(int))p[j])(i);
}

int use(int a, long b, struct bits *f, struct wide *w, struct wide *v)
{
	volatile int array[4] = { 0 };

	*w = *v;
	array[a & 3] = local(a, b, weak, f);
	return array[b & 3] + local((int)b, a, a ? weak : 0, f);
}
