/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/history/xml_reader.h"

#define BLANKS " \t\r\n"

void xml_read(struct xml_reader *r, const char *text, size_t n)
{
	*r = (struct xml_reader){ .begin = text, .at = text, .end = text + n };
}

static bool is_blank(char c)
{
	return c && strchr(BLANKS, c);
}

static void skip_blanks(struct xml_reader *r)
{
	while (r->at < r->end && is_blank(*r->at))
		r->at++;
}

static bool has(const struct xml_reader *r, const char *text)
{
	size_t n = strlen(text);

	return (size_t)(r->end - r->at) >= n && !memcmp(r->at, text, n);
}

/* Goes to what follows the next occurrence of a text.  Returns false if there is none. */
static bool skip_to(struct xml_reader *r, const char *text)
{
	const char *found = memmem(r->at, (size_t)(r->end - r->at), text, strlen(text));

	r->at = found ? found + strlen(text) : r->end;
	return found != NULL;
}

/* Skips what begins with "<!" or "<?".  A document type with declarations is refused. */
static bool skip_markup(struct xml_reader *r)
{
	const char *from = r->at;

	if (has(r, "<!--"))
		return skip_to(r, "-->");
	if (has(r, "<![CDATA["))
		return skip_to(r, "]]>");
	if (has(r, "<?"))
		return skip_to(r, "?>");
	return skip_to(r, ">") && !memchr(from, '[', (size_t)(r->at - from));
}

/* Takes a name.  Returns its length, 0 if there is none. */
static size_t take_name(struct xml_reader *r, const char **name)
{
	*name = r->at;
	while (r->at < r->end && !is_blank(*r->at) && !strchr("<>/='\"", *r->at))
		r->at++;
	return (size_t)(r->at - *name);
}

/* Takes NAME="VALUE"; the value is not decoded. */
static bool take_attribute(struct xml_reader *r, const char **name, size_t *n, const char **value,
			   size_t *value_n)
{
	const char *end;

	*n = take_name(r, name);
	skip_blanks(r);
	if (!*n || !has(r, "="))
		return false;
	r->at++;
	skip_blanks(r);
	if (!has(r, "\"") && !has(r, "'"))
		return false;
	*value = r->at + 1;
	end = memchr(*value, *r->at, (size_t)(r->end - *value));
	if (!end)
		return false;
	*value_n = (size_t)(end - *value);
	r->at = end + 1;
	return true;
}

static enum xml_event take_end(struct xml_reader *r)
{
	r->at += 2;
	r->name_n = take_name(r, &r->name);
	skip_blanks(r);
	if (!r->name_n || !has(r, ">") || !r->depth)
		return XML_BAD;
	r->at++;
	r->depth--;
	return XML_END;
}

static enum xml_event take_start(struct xml_reader *r)
{
	const char *name, *value;
	size_t n, value_n;

	r->at++;
	r->name_n = take_name(r, &r->name);
	r->attributes = r->at;
	skip_blanks(r);
	while (r->at < r->end && *r->at != '>' && *r->at != '/') {
		if (!take_attribute(r, &name, &n, &value, &value_n))
			return XML_BAD;
		skip_blanks(r);
	}
	r->attributes_end = r->at;
	r->is_empty = has(r, "/>");
	if (!r->name_n || (!r->is_empty && !has(r, ">")))
		return XML_BAD;
	r->at += r->is_empty ? 2 : 1;
	r->depth++;
	return XML_START;
}

enum xml_event xml_next(struct xml_reader *r)
{
	if (r->is_empty) {
		r->is_empty = false;
		r->depth--;
		return XML_END;
	}
	for (;;) {
		const char *found = memchr(r->at, '<', (size_t)(r->end - r->at));

		r->at = found ? found : r->end;
		if (!found)
			return r->depth ? XML_BAD : XML_EOF;
		if (has(r, "</"))
			return take_end(r);
		if (!has(r, "<!") && !has(r, "<?"))
			return take_start(r);
		if (!skip_markup(r))
			return XML_BAD;
	}
}

bool xml_is(const struct xml_reader *r, const char *name)
{
	return r->name_n == strlen(name) && !memcmp(r->name, name, r->name_n);
}

static void append_code(struct string_buffer *t, unsigned long code)
{
	char s[4];
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	s[0] = (char)(n == 1 ? code : (0xf00u >> n & 0xff) | code >> 6 * (n - 1));
	for (size_t i = 1; i < n; i++)
		s[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3f));
	string_buffer_append_n(t, s, n);
}

/* Appends the character of "&...;", which has n bytes.  Returns false if it is none. */
static bool append_reference(struct string_buffer *t, const char *s, size_t n)
{
	static const char *const names[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };
	static const char characters[] = "&<>\"'";
	char digits[12] = { 0 }, *end;
	unsigned long code;
	bool is_hex;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strlen(names[i]) == n && !memcmp(s, names[i], n)) {
			string_buffer_append_n(t, &characters[i], 1);
			return true;
		}
	}
	if (n < 4 || n > sizeof(digits) || s[1] != '#')
		return false;
	is_hex = s[2] == 'x';
	memcpy(digits, s + 2 + is_hex, n - 3 - is_hex);
	code = strtoul(digits, &end, is_hex ? 16 : 10);
	if (*end || end == digits || !code || code > 0x10ffff)
		return false;
	append_code(t, code);
	return true;
}

static char *decode(const char *s, size_t n)
{
	struct string_buffer t = { 0 };
	const char *end = s + n;

	string_buffer_append(&t, "");
	while (s < end) {
		const char *last = *s == '&' ? memchr(s, ';', (size_t)(end - s)) : NULL;

		if (!*s ||
		    (*s == '&' && (!last || !append_reference(&t, s, (size_t)(last - s) + 1)))) {
			free(t.s);
			return NULL;
		}
		if (*s != '&')
			string_buffer_append_n(&t, s, 1);
		s = last ? last + 1 : s + 1;
	}
	return t.s;
}

char *xml_value(const struct xml_reader *r, const char *wanted)
{
	struct xml_reader a = { .at = r->attributes, .end = r->attributes_end };
	const char *name, *value;
	size_t n, value_n;

	for (skip_blanks(&a); a.at < a.end; skip_blanks(&a)) {
		/* The end of the last value may be the end of the attributes. */
		if (!take_attribute(&a, &name, &n, &value, &value_n))
			return NULL;
		if (n == strlen(wanted) && !memcmp(name, wanted, n))
			return decode(value, value_n);
	}
	return NULL;
}

char *xml_content(const struct xml_reader *r)
{
	const char *end = memchr(r->at, '<', (size_t)(r->end - r->at));

	return r->is_empty || !end ? NULL : decode(r->at, (size_t)(end - r->at));
}

size_t xml_line(const struct xml_reader *r)
{
	size_t n = 1;

	for (const char *s = r->begin; s < r->at; s++)
		n += *s == '\n';
	return n;
}
