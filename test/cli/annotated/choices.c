/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Conditions of "?:", whose results GCC may exchange. */
// branches: no
// conditions: gcc
#define LESS(p, q) ((p) < (q))

static int id(int x) // +
{
	return x; // +
}

static int choices(int a, int b, double d, int *p) // +
{
	int r = 0; // +

	r += a ? 0 : b ? 7 : 3; // + {+-} {--}
	r += !a ? 5 : b; // + {+-}
	r += a > b ? b + 2 : a; // + {-+}
	r += b >= a ? 0 : a; // + {+-}
	r += d < 1.0 ? 5 : a; // + {+-}
	r += p != 0 ? *p : 4; // + {-+}
	r += id(a) ? 2 : 0; // + {+-}
	r += id(a) == 0 ? b + 1 : 8; // + {-+}
	r += LESS(a, b) ? b + 1 : 8; // + {+-}
	r += (a & 4) ? 0 : b; // + {-+}
	r += (a & 1) ? b : 0; // + {+-}
	r += !(a > 1) ? 3 : b; // + {-+}
	return r; // +
}

int main(void) // +
{
	return choices(1, 2, 0.5, 0) > 99; // +
}
