/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The runtime for a -march of RISC-V.  GCC compares its text with those of the multilibs, so
 * that rv32imac_zicsr, which needs what rv32imac has, gets the default directory, which may
 * be for 64 bits.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compiler/riscv_multilib.h"

struct arch {
	const char *letters; /* of the base and single-letter extensions; g is imafd */
	size_t n;
	unsigned bits;
};

static const char *last_value(char *const *target, const char *option)
{
	const char *value = NULL;

	for (; target && *target; target++)
		if (starts_with(*target, option))
			value = *target + strlen(option);
	return value;
}

static bool parse(const char *march, struct arch *a)
{
	if (starts_with(march, "rv32"))
		a->bits = 32;
	else if (starts_with(march, "rv64"))
		a->bits = 64;
	else
		return false;
	a->letters = march + 4;
	/* Extensions with longer names follow: _zicsr, zba, xthead... */
	a->n = strcspn(a->letters, "_zsx");
	return a->n > 0;
}

static bool has_letter(const struct arch *a, char letter)
{
	return memchr(a->letters, letter, a->n) ||
	       (strchr("imafd", letter) && memchr(a->letters, 'g', a->n));
}

/* Returns whether code for a runs on what is built for b. */
static bool runs_on(const struct arch *a, const struct arch *b)
{
	if (a->bits != b->bits || has_letter(a, 'e') != has_letter(b, 'e'))
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->letters[i] == 'g' ? !has_letter(b, 'm') || !has_letter(b, 'd')
					 : !has_letter(b, a->letters[i]))
			return false;
	return true;
}

char *riscv_march_of_attribute(const char *text)
{
	char *march = xasprintf("%.4s", text);
	const char *p = text + strlen(march);

	/* A letter and its version, like m2p0, each; longer names are last. */
	while (*p >= 'a' && *p <= 'y' && p[1] >= '0' && p[1] <= '9') {
		char *longer = xasprintf("%s%c", march, *p);

		free(march);
		march = longer;
		p++;
		p += strspn(p, "0123456789p");
		p += *p == '_';
	}
	return march;
}

/* Returns whether code of the ABI links with that of the usual one for an architecture. */
static bool is_usual_abi(const char *abi, const struct arch *a)
{
	const char *real = has_letter(a, 'd') ? "d" : has_letter(a, 'f') ? "f" : "";
	const char *base = a->bits == 64 ? "lp64" : "ilp32";

	return !abi || (starts_with(abi, base) && !strcmp(abi + strlen(base), real));
}

char *riscv_multilib(const char *directory, const char *default_march, char *const *target)
{
	const char *march = last_value(target, "-march="), *abi = last_value(target, "-mabi=");
	struct arch want, have;
	char *best = NULL;
	size_t best_n = 0;
	struct dirent *e;
	DIR *d;

	if (!march || !parse(march, &want))
		return NULL;
	d = opendir(directory);
	while (d && abi && (e = readdir(d))) {
		char *path;

		if (!parse(e->d_name, &have) || !runs_on(&have, &want) || have.n <= best_n)
			continue;
		path = xasprintf("%s/%s/%s/libanycov.a", directory, e->d_name, abi);
		if (!access(path, R_OK)) {
			free(best);
			best = xasprintf("%s/%s", e->d_name, abi);
			best_n = have.n;
		}
		free(path);
	}
	if (d)
		closedir(d);
	/* The default has a directory of its own only under the name ".". */
	if (default_march && parse(default_march, &have) && runs_on(&have, &want) &&
	    is_usual_abi(abi, &have) && have.n > best_n) {
		free(best);
		best = xstrdup(".");
	}
	return best ? best : xasprintf("march=%s,mabi=%s", march, abi ? abi : "(default)");
}
