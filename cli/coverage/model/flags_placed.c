/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <gelf.h>
#include "anycov/hook_table.h"
#include "coverage/model/flags_placed.h"

bool flags_are_unplaced(const struct image *img)
{
	const char *name = anycov_section_names[ANYCOV_SECTION_FLAGS_DATA];

	for (size_t i = 1; i < img->n_sections; i++)
		if (starts_with(img->sections[i].name, name))
			return true;
	return false;
}

/* Returns whether start-up code copies what is at an address from another one. */
static bool is_copied(const struct image *img, uint64_t address)
{
	size_t n = 0;
	GElf_Phdr p;

	elf_getphdrnum(img->elf, &n);
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(img->elf, (int)i, &p) && p.p_type == PT_LOAD &&
		    address - p.p_vaddr < p.p_memsz)
			return p.p_paddr != p.p_vaddr;
	return false;
}

/* Returns whether start-up code that copies .data leaves out flags.  What a loader or simulator
 * puts where it runs needs no copy. */
static bool are_left_out(const struct image *img)
{
	const char *name = anycov_section_names[ANYCOV_SECTION_FLAGS_DATA];

	for (size_t i = 1; i < img->n_sections; i++)
		if (starts_with(img->sections[i].name, name) &&
		    is_copied(img, img->sections[i].addr))
			return true;
	return false;
}

/* Returns whether code has no flags of all that it had. */
static bool has_lost_all(const struct instrumented_image *m)
{
	for (size_t i = 0; m->map && i < m->map->n_flags; i++)
		if (m->map->flags[i].lost)
			return !count_flags(m);
	return false;
}

int flags_check_placed(const struct instrumented_image *m, struct anycov_error *err)
{
	const char *name = anycov_section_names[ANYCOV_SECTION_FLAGS_DATA];

	if (m->img->relocatable)
		return 0;
	if (are_left_out(m->img))
		return anycov_error_set(err,
					"%s: its linker script does not place %s, so start-up code "
					"does not initialize the flags; add *(%s*) to its .data",
					m->img->path, name, name);
	/* GNU ld and lld from 19 on do not link that. */
	if (has_lost_all(m))
		return anycov_error_set(err,
					"%s: the link dropped all flags; add *(%s*) to .data in "
					"its linker script, before what drops them",
					m->img->path, name);
	return 0;
}
