/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds a function that leaves calls by its name: images refer to thousands of others, and each
 * process looks at all of these when it begins and when it ends.
 */
#include "set_leave.h"

#define N_PLACES 256u
/* Characters that tell names apart. */
#define HASHED 8

#define FUNCTION(name) { #name, 0 },
#define LEAVES(name) { #name, SET_LEAVES },
#define DECIDES(name) { #name, SET_DECIDES },
#define CLONES(name) { #name, SET_CLONES },
#define SHARES(name) { #name, SET_SHARES },

/* Those of FUNCTIONS first, by their numbers.  A name may be there twice. */
static const struct {
	char name[27];
	uint8_t kinds;
} functions[] = {
	FUNCTIONS(FUNCTION)
	/* clang-format off */
	JUMPING(LEAVES)
	DECIDING(DECIDES)
	REFERRED_FORKING(LEAVES)
	REFERRED_CLONING(CLONES)
	REFERRED_SHARING(SHARES)
	/* clang-format on */
	{ "dlclose", SET_UNLOADS },
	{ "_Unwind_RaiseException", SET_UNWINDS },
	{ "_Unwind_ForcedUnwind", SET_UNWINDS },
	{ "_Unwind_Resume_or_Rethrow", SET_UNWINDS },
	{ "_dl_find_object", SET_UNWINDS | SET_LISTS },
	{ "dl_iterate_phdr", SET_UNWINDS | SET_LISTS },
};
#define N_NAMES (sizeof(functions) / sizeof(functions[0]))
_Static_assert(N_NAMES < N_PLACES / 2, "names are found at once");

/* 1 + the index of a name, in the first empty place from that of its hash on, and all its kinds. */
static uint8_t places[N_PLACES];
static uint32_t kinds_of[N_NAMES]; /* of a size whose atomics need no library */
/* A bit of each name's first two characters, which are those of few other functions. */
static uint32_t beginnings[8];
static int is_filled;

static uint32_t beginning(const char *name)
{
	return ((uint8_t)name[0] * 8u ^ (uint8_t)name[1]) % (32 * 8);
}

static uint32_t hash(const char *name)
{
	uint32_t h = 0;
	int i;

	for (i = 0; i < HASHED && name[i]; i++)
		h = h * 31 + (uint8_t)name[i];
	return h;
}

static int is_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

/* Returns the place of a name, or the empty one where it would be. */
static uint8_t *find_place(const char *name)
{
	uint32_t at = hash(name);

	while (places[at % N_PLACES] && !is_same(functions[places[at % N_PLACES] - 1].name, name))
		at++;
	return &places[at % N_PLACES];
}

/* Threads that do so at once store the same. */
static void fill(void)
{
	uint32_t i, bit;

	for (i = 0; i < N_NAMES; i++) {
		bit = beginning(functions[i].name);
		__atomic_fetch_or(&beginnings[bit / 32], 1u << bit % 32, __ATOMIC_RELAXED);
		uint8_t *place = find_place(functions[i].name);

		if (!*place)
			*place = (uint8_t)(i + 1);
		__atomic_fetch_or(&kinds_of[*place - 1], functions[i].kinds, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&is_filled, 1, __ATOMIC_RELEASE);
}

struct set_function set_find_function(const char *name)
{
	struct set_function f = { -1, 0 };
	unsigned i;

	if (!name[0])
		return f;
	if (!__atomic_load_n(&is_filled, __ATOMIC_ACQUIRE))
		fill();
	i = beginning(name);
	if (!(beginnings[i / 32] >> i % 32 & 1))
		return f;
	i = *find_place(name);
	if (i)
		f.kinds = kinds_of[i - 1];
	if (i && i <= N_FUNCTIONS)
		f.number = (int)i - 1;
	return f;
}

const char *set_function_name(int number)
{
	return functions[number].name;
}
