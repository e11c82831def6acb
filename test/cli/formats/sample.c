/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the objects and dumps here were made from. */
static int table[4];
int unused(int x)
{
	return x / 3;
}
int pick(int c)
{
	switch (c) {
	case 'a':
		return 1;
	case 'b':
	case 'q':
		return 2;
	}
	for (int i = 0; i < c && i < 4; i++)
		if (table[i] == c || c % 5 == i)
			return i;
	return -1;
}
int main(int argc, char **argv)
{
	if (argc < 2)
		return 0;
	table[argc & 3] = 7;
	return pick(argv[1][0]) == 1234;
}
