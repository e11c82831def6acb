/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads the relocations of an image for references to functions that leave calls.  C++'s own
 * library has thousands of others, and each process looks at all images when it begins and when it
 * ends: so most are passed over by the symbol alone, without its name, and those found are kept.
 */
#include <elf.h>
#include "set_leave.h"

/* References that are kept, of so many images. */
#define KEPT_MAX 512u
#define KEPT_IMAGES SET_LOADED_MAX

struct kept_image {
	const ElfW(Phdr) * headers;
	uint32_t first, n;
};
/* Each is the distance of its relocation from the image's bias.  They are read and written while
 * the dynamic linker has its lock, and are those of images that are there: none was unloaded since
 * it had counted `at_unloaded`. */
static struct kept_image images[KEPT_IMAGES];
static uint32_t kept[KEPT_MAX];
static uint32_t n_images, n_kept;
static unsigned long long at_unloaded;

static int part_of(int64_t tag)
{
	switch (tag) {
	case DT_SYMTAB:
		return SET_SYMBOLS;
	case DT_STRTAB:
		return SET_NAMES;
	case DT_JMPREL:
		return SET_CALLS;
	case DT_PLTRELSZ:
		return SET_CALLS_BYTES;
	case DT_RELA:
		return SET_DATA;
	case DT_RELASZ:
		return SET_DATA_BYTES;
	case DT_RELACOUNT:
		return SET_DATA_RELATIVE;
	case DT_SONAME:
		return SET_SONAME;
	case DT_GNU_HASH:
		return SET_DEFINED;
	}
	return -1;
}

static int is_address(unsigned part)
{
	return part == SET_SYMBOLS || part == SET_NAMES || part == SET_CALLS || part == SET_DATA ||
	       part == SET_DEFINED;
}

void set_read_dynamic(const struct dl_phdr_info *info, uintptr_t *part)
{
	const ElfW(Dyn) *d = NULL;
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++) {
		int k = part_of(d->d_tag);

		if (k >= 0)
			part[k] = d->d_un.d_ptr;
	}
	/* Some dynamic linkers replace these by addresses in memory. */
	for (i = 0; i < SET_N_PARTS; i++)
		if (is_address(i) && part[i] && part[i] < info->dlpi_addr)
			part[i] += info->dlpi_addr;
}

/* Those of which an image may refer to its own: others may replace C++'s personality function. */
static const char *const deciding[] = {
#define NAME(name) #name,
	DECIDING(NAME)
};
#define N_DECIDING (sizeof(deciding) / sizeof(deciding[0]))
_Static_assert(N_DECIDING == 2, "search() compares two");

struct references {
	set_use_reference *fn;
	void *arg;
	uintptr_t bias;
	const ElfW(Sym) * symbols;
	const char *names;
	/* Where the names above are, if the image defines such a function, or 0; unless this is not
	 * known. */
	uint32_t own[N_DECIDING];
	int is_known;
	int is_kept; /* what is found */
};

/* ---- what an image defines ---- */

/* The table by which the dynamic linker finds it. */
struct defined {
	uint32_t n_buckets, first, n_filter, shift;
	uintptr_t filter[];
};
#define FILTER_BITS (8 * sizeof(uintptr_t))

/* Returns where the name of a function is that the image defines, or 0. */
static uint32_t find_defined(const struct references *s, const struct defined *d, const char *name)
{
	const uint32_t *buckets = (const void *)&d->filter[d->n_filter], *of;
	uint32_t h = 5381, i;
	uintptr_t bits;

	for (i = 0; name[i]; i++)
		h = h * 33 + (uint8_t)name[i];
	bits = d->filter[h / FILTER_BITS & (d->n_filter - 1)];
	if (!(bits >> h % FILTER_BITS & bits >> (h >> d->shift) % FILTER_BITS & 1))
		return 0;
	i = buckets[h % d->n_buckets];
	if (!i)
		return 0;
	/* The last one of a bucket has the lowest bit, which is not of the hash. */
	for (of = &buckets[d->n_buckets + i - d->first];; of++, i++) {
		uint32_t at = s->symbols[i].st_name;

		if ((*of | 1) == (h | 1) && set_equal(s->names + at, name, set_length(name) + 1))
			return at;
		if (*of & 1)
			return 0;
	}
}

static void find_own(struct references *s, const struct defined *d)
{
	size_t i;

	s->is_known = d && d->n_buckets && d->n_filter;
	for (i = 0; i < N_DECIDING && s->is_known; i++)
		s->own[i] = find_defined(s, d, deciding[i]);
}

/* Returns whether this may be the name of such a function, where no table tells. */
static int may_be_own(const struct references *s, const ElfW(Sym) * symbol)
{
	const char *name = s->names + symbol->st_name;

	return name[0] == '_' && name[1] == '_' && name[2] == 'g';
}

/* ---- references ---- */

static void keep(struct references *s, uintptr_t at)
{
	if (n_kept == KEPT_MAX || at > UINT32_MAX)
		s->is_kept = 0;
	else
		kept[n_kept++] = (uint32_t)at;
}

static void use(struct references *s, const ElfW(Rela) * r)
{
	const ElfW(Sym) *symbol = &s->symbols[r->r_info >> 32];
	const char *name = s->names + symbol->st_name;
	struct set_function f = set_find_function(name);
	struct set_reference found;

	if (f.number < 0 && !f.kinds)
		return;
	found.name = name;
	found.number = f.number;
	found.kinds = f.kinds;
	found.at = s->bias + r->r_offset;
	found.type = (uint32_t)r->r_info;
	found.is_weak = symbol->st_info >> 4 == STB_WEAK;
	if (s->is_kept)
		keep(s, (uintptr_t)r - s->bias);
	s->fn(&found, s->arg);
}

/* Looks at each name that is not the image's own, or may be that of a function above. */
static void search_by_names(struct references *s, const ElfW(Rela) * r, const ElfW(Rela) * end)
{
	for (; r < end; r++) {
		const ElfW(Sym) *symbol = &s->symbols[r->r_info >> 32];

		if (symbol->st_shndx == SHN_UNDEF || may_be_own(s, symbol))
			use(s, r);
	}
}

static void search(struct references *s, uintptr_t table, size_t n)
{
	const ElfW(Sym) *symbols = s->symbols;
	const ElfW(Rela) *r = (const void *)table, *end = r + n;
	uint32_t own = s->own[0], other = s->own[1];

	if (!s->is_known) {
		search_by_names(s, r, end);
		return;
	}
	while (r < end) {
		uint32_t at = (uint32_t)(r->r_info >> 32);
		const ElfW(Sym) *symbol = &symbols[at];

		if (symbol->st_shndx == SHN_UNDEF || symbol->st_name == own ||
		    symbol->st_name == other) {
			use(s, r++);
			continue;
		}
		/* Linkers sort them by their symbols. */
		do
			r++;
		while (r < end && (uint32_t)(r->r_info >> 32) == at);
	}
}

static const struct kept_image *find_kept(const struct dl_phdr_info *info)
{
	uint32_t i;

	if (at_unloaded != info->dlpi_subs) {
		n_images = n_kept = 0;
		__atomic_store_n(&at_unloaded, info->dlpi_subs, __ATOMIC_RELEASE);
	}
	for (i = 0; i < n_images; i++)
		if (images[i].headers == info->dlpi_phdr)
			return &images[i];
	return NULL;
}

/* A child of fork() may be in it at any place, and will not find what is not complete. */
static void keep_image(const struct dl_phdr_info *info, uint32_t first)
{
	images[n_images] = (struct kept_image){ info->dlpi_phdr, first, n_kept - first };
	__atomic_store_n(&n_images, n_images + 1, __ATOMIC_RELEASE);
}

void set_search(const struct dl_phdr_info *info, size_t counted, const uintptr_t *part,
		set_use_reference *fn, void *arg)
{
	struct references s = {
		.fn = fn,
		.arg = arg,
		.bias = info->dlpi_addr,
		.symbols = (const void *)part[SET_SYMBOLS],
		.names = (const void *)part[SET_NAMES],
	};
	const struct kept_image *image = SET_IS_COUNTED(counted) ? find_kept(info) : NULL;
	size_t n = part[SET_DATA_BYTES] / sizeof(ElfW(Rela)), relative = part[SET_DATA_RELATIVE];
	uint32_t first = n_kept, i;

	if (!s.symbols || !s.names)
		return;
	for (i = 0; image && i < image->n; i++)
		use(&s, (const void *)(s.bias + kept[image->first + i]));
	if (image)
		return;
	s.is_kept = SET_IS_COUNTED(counted) && n_images < KEPT_IMAGES;
	find_own(&s, (const void *)part[SET_DEFINED]);
	search(&s, part[SET_CALLS], part[SET_CALLS_BYTES] / sizeof(ElfW(Rela)));
	relative = relative > n ? 0 : relative;
	search(&s, part[SET_DATA] + relative * sizeof(ElfW(Rela)), n - relative);
	if (s.is_kept)
		keep_image(info, first);
	else if (SET_IS_COUNTED(counted))
		n_kept = first;
}

void set_for_each_reference(const struct dl_phdr_info *info, size_t counted, set_use_reference *fn,
			    void *arg)
{
	uintptr_t part[SET_N_PARTS] = { 0 };

	set_read_dynamic(info, part);
	set_search(info, counted, part, fn, arg);
}
