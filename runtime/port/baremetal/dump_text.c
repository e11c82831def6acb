/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes a dump as lines of text. */
#include "hooks/record_context.h"
#include "anycov/anycov.h"

#define LINE_BYTES 32

struct hex_lines {
	anycov_sink *sink;
	void *arg;
	unsigned n; /* bytes in this line */
};

static int text_sink(void *arg, const void *data, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	struct hex_lines *t = arg;
	const uint8_t *p = data;
	char hex[2];
	int error = 0;

	while (n-- && !error) {
		if (!t->n)
			error = t->sink(t->arg, "anycov:", 7);
		hex[0] = digits[*p >> 4];
		hex[1] = digits[*p++ & 15];
		if (!error)
			error = t->sink(t->arg, hex, 2);
		if (++t->n == LINE_BYTES) {
			t->n = 0;
			if (!error)
				error = t->sink(t->arg, "\n", 1);
		}
	}
	return error;
}

int ANYCOV_NO_COV anycov_dump_text(anycov_sink *sink, void *arg)
{
	struct hex_lines t;
	int error;

	t.sink = sink;
	t.arg = arg;
	t.n = 0;
	error = sink(arg, "\n", 1); /* the current line may contain other text */
	if (!error)
		error = anycov_dump(text_sink, &t);
	if (!error && t.n)
		error = sink(arg, "\n", 1);
	return error;
}
