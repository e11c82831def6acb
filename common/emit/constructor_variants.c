/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Names of constructors and destructors. */
#include <stdlib.h>
#include <string.h>
#include "common/emit/constructor_variants.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns what follows the next c, or the end. */
static char *after(char *p, char c)
{
	while (*p && *p != c)
		p++;
	return *p ? p + 1 : p;
}

/* Returns what follows an identifier: its length and its letters, in which a C1 is none. */
static char *after_identifier(char *p)
{
	unsigned long n = strtoul(p, &p, 10);

	for (; n && *p; n--)
		p++;
	return p;
}

/* Returns the digit of the C1 or D1 that begins at p. */
static char *structor_at(char *p)
{
	return (*p == 'C' || *p == 'D') && p[1] == '1' ? p + 1 : NULL;
}

/* Returns what follows the part of a name at p. */
static char *next_part(char *p)
{
	if (is_digit(*p))
		return after_identifier(p);
	/* Numbers that are no length: S0_, T0_, A10_, Li5E. */
	if (*p == 'S' || *p == 'T')
		return p[1] == '_' || is_digit(p[1]) || (p[1] >= 'A' && p[1] <= 'Z' && *p == 'S')
			       ? after(p, '_')
			       : p + 1;
	if (*p == 'A' && is_digit(p[1]))
		return after(p, '_');
	if (*p == 'L' && p[1] >= 'a' && p[1] <= 'z')
		return after(p, 'E');
	return p + 1;
}

bool anycov_base_structor(char *symbol, char *group)
{
	char *found = NULL, *p = symbol;
	bool is_local;

	if (strncmp(p, "_Z", 2))
		return false;
	/* The name of a local class follows that of the function. */
	is_local = p[2] == 'Z';
	for (p += 2; *p; p = next_part(p))
		if ((!found || is_local) && structor_at(p))
			found = structor_at(p);
	if (!found)
		return false;
	*found = '2';
	group[found - symbol] = '5';
	return true;
}
