/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Names and shares in columns of a terminal. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#include "output/text.h"

#define MIN_WIDTH 60u /* numbers have no room in less */
#define MAX_SIZE 1000u
#define SCREEN_ROWS 40u
#define MIN_ROWS 24u
#define OTHER_ROWS 14u /* totals, heads, the input, and the next prompt */
#define TAB_WIDTH 8u
#define GAP "..."
#define GAP_WIDTH 3u

/* A character of a name; ok: it is printed as it is. */
struct piece {
	size_t length, columns;
	bool ok;
};

static wint_t decode(const char *s, size_t length)
{
	static const unsigned char first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	wint_t c = (unsigned char)*s & first[length];

	for (size_t i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

/* Returns whether it changes the direction of the text around it. */
static bool turns_text(wint_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069);
}

/* Returns the columns of a character, or -1 for what is not printed; the C locale has ASCII alone.
 */
static int columns_of(wint_t c)
{
	static locale_t utf8;
	locale_t before;
	int n;

	if (turns_text(c))
		return -1;
	if (!utf8)
		utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!utf8)
		return c < 0xa0 ? -1 : 1;
	before = uselocale(utf8);
	n = wcwidth((wchar_t)c);
	uselocale(before);
	return n;
}

/* Returns the first character of n bytes, n > 0. */
static struct piece next_piece(const char *s, size_t n)
{
	struct piece p = { utf8_length(s, n), 1, true };
	int columns;

	if (p.length == 1) {
		p.ok = *(const unsigned char *)s >= ' ' && *s != 127;
	} else if (p.length) {
		columns = columns_of(decode(s, p.length));
		p.ok = columns >= 0;
		p.columns = columns < 0 ? 1 : (size_t)columns;
	} else {
		p.length = 1;
		p.ok = false;
	}
	return p;
}

size_t text_columns(const char *name)
{
	size_t columns = 0;

	for (size_t left = strlen(name); left;) {
		struct piece p = next_piece(name, left);

		columns += p.columns;
		name += p.length;
		left -= p.length;
	}
	return columns;
}

/* Prints the characters of s that begin in columns [from, to), whole; returns their columns. */
static size_t print_between(FILE *f, const char *s, size_t from, size_t to)
{
	size_t column = 0, printed = 0;

	for (size_t left = strlen(s); left && column < to;) {
		struct piece p = next_piece(s, left);
		bool in = column >= from && column + p.columns <= to;

		/* What joins the character before is not printed without it. */
		if (in && (p.columns || printed)) {
			if (p.ok)
				fwrite(s, 1, p.length, f);
			else
				putc('?', f);
			printed += p.columns;
		}
		column += p.columns;
		s += p.length;
		left -= p.length;
	}
	return printed;
}

/* Prints a name, of a longer one `head` columns and its end. */
static size_t print_shortened(FILE *f, const char *name, size_t room, size_t head)
{
	size_t columns = text_columns(name), printed;

	if (columns <= room)
		return print_between(f, name, 0, columns + 1);
	printed = print_between(f, name, 0, head);
	fputs(GAP, f);
	printed += GAP_WIDTH;
	if (printed < room)
		printed += print_between(f, name, columns - (room - printed), columns + 1);
	return printed;
}

size_t text_name(FILE *f, const char *name, size_t room)
{
	return print_shortened(f, name, room, room > GAP_WIDTH ? (room - GAP_WIDTH) / 2 : 0);
}

size_t text_name_end(FILE *f, const char *name, size_t room)
{
	return print_shortened(f, name, room, 0);
}

/* Prints what a terminal would obey as `less` does; returns its columns. */
static size_t print_escaped(FILE *f, const char *s, const struct piece *p)
{
	const unsigned char c = *(const unsigned char *)s;

	if (p->length > 1)
		return (size_t)fprintf(f, "<U+%04X>", (unsigned)decode(s, p->length));
	if (c & 0x80)
		return (size_t)fprintf(f, "<%02X>", c);
	return (size_t)fprintf(f, "^%c", c ^ 0x40);
}

void text_source(FILE *f, const char *s, size_t n)
{
	size_t column = 0;

	while (n) {
		struct piece p = next_piece(s, n);

		if (*s == '\t') {
			column += (size_t)fprintf(f, "%*s", (int)(TAB_WIDTH - column % TAB_WIDTH),
						  "");
		} else if (p.ok) {
			fwrite(s, 1, p.length, f);
			column += p.columns;
		} else {
			column += print_escaped(f, s, &p);
		}
		s += p.length;
		n -= p.length;
	}
}

/* Returns a size of the terminal, 0: stdout is none; else that of a variable; else a default. */
static unsigned screen_size(unsigned terminal, const char *variable, unsigned normal,
			    unsigned least)
{
	const char *text = getenv(variable);
	uint64_t n = terminal;

	if (!n && (!text || !parse_u64(text, &n) || !n))
		n = normal;
	return n < least ? least : n > MAX_SIZE ? MAX_SIZE : (unsigned)n;
}

static struct winsize terminal_size(const FILE *f)
{
	struct winsize size = { 0 };

	if (f == stdout && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		size = (struct winsize){ 0 };
	return size;
}

unsigned out_text_width(const FILE *f)
{
	return screen_size(terminal_size(f).ws_col, "COLUMNS", TEXT_WIDTH, MIN_WIDTH);
}

unsigned out_text_rows(const FILE *f)
{
	return screen_size(terminal_size(f).ws_row, "LINES", SCREEN_ROWS, MIN_ROWS) - OTHER_ROWS;
}

size_t text_share(FILE *f, const struct counts *t, unsigned width)
{
	char share[48], percent[SHARE_ROOM];

	if (!t->total)
		return (size_t)fprintf(f, "%*s  %6s", (int)width, "-", "");
	snprintf(share, sizeof(share), "%zu/%zu", t->covered, t->total);
	return (size_t)fprintf(f, "%*s  %5s%%", (int)width, share,
			       share_text(percent, t->covered, t->total));
}

size_t text_counts(FILE *f, const struct counts *t, unsigned width)
{
	char share[48] = "-";

	if (t->total)
		snprintf(share, sizeof(share), "%zu/%zu", t->covered, t->total);
	return (size_t)fprintf(f, " %*s", (int)width - 1, share);
}
