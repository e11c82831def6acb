/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch in another one has a line and branches of its own. */
static int nested(int a, int b) // +
{
	int c = 0; // +

	switch (a) { // + [++-+]
	case 1: // gcc: +
		c = 3; // +
		switch (b) { // + [+--]
		case 1: // gcc: +
			c = 4; // +
			break; // +
		case 2: // gcc: -
			c = 5; // -
			break; // -
		}
		break; // +
	case 2: // gcc: +
		switch (b) { // + [-+]
		case 1: // gcc: -
			c = 6; // -
		} // clang: -
		break; // +
	case 3: // gcc: -
		if (b) // - [--]
			c++; // -
		else
			switch (c) { // - [--]
			case 1: // gcc: -
				c = 7; // -
			} // clang: -
	} // clang: -
	return c; // +
}

int main(int argc, char **argv) // +
{
	int one = argc; // +

	(void)argv; // clang: +
	return nested(one, one) + nested(one + 1, 0) + nested(0, 0) > 99; // +
}
