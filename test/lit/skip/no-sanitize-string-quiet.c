// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no_sanitize("coverage") is understood, so it brings no warning.
// UNSUPPORTED: gcc-5-avr
// RUN: %cov{coverage=trace-pc} -O2 -Werror -c %s -o %t.o

void yes(void);

__attribute__((no_sanitize("coverage"))) void without(int x)
{
	if (x == 123)
		yes();
}
