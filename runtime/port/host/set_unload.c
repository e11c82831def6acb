/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Libraries that are unloaded.  What one refers to can be read only while it is there, so all are
 * looked at before.  If as many of these as the dynamic linker counts are gone then, no other one
 * is, which another thread or a destructor loaded meanwhile, or which is not listed.
 *
 * glibc's dlopen() unloads what it has loaded if a library is missing or a symbol undefined, before
 * any constructor of it runs.
 */
#include "set.h"

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
	__attribute__((weak));

struct unloading {
	unsigned long long from, to; /* images that were ever unloaded: before, and after */
	unsigned n;
	struct {
		const ElfW(Phdr) * headers; /* NULL: it is still there */
		int missed;
	} images[SET_LOADED_MAX];
};

/* Returns whether the image will hardly be unloaded, so that there is no need to look at it. */
static int is_lasting(const struct dl_phdr_info *info)
{
	const struct set_code *c;
	uintptr_t low, high;
	unsigned i;

	set_find_extent(info, 0, &low, &high);
	for (i = 0; (c = set_loaded(i)); i++)
		if (c->low == low && c->high == high)
			return c->is_lasting;
	return 0;
}

static int look_before(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct unloading *u = arg;

	if (!SET_IS_COUNTED(size) || u->n == SET_LOADED_MAX)
		return 1;
	u->from = info->dlpi_subs;
	u->images[u->n].headers = info->dlpi_phdr;
	u->images[u->n].missed =
		is_lasting(info) ? SET_MISSED | SET_ANYWHERE : set_image_may_have_left(info, size);
	u->n++;
	return 0;
}

static int look_after(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct unloading *u = arg;
	unsigned i;

	(void)size;
	u->to = info->dlpi_subs;
	for (i = 0; i < u->n; i++)
		if (u->images[i].headers == info->dlpi_phdr)
			u->images[i].headers = NULL;
	return 0;
}

/* Those that were unloaded, for the states of the others. */
struct unloaded {
	unsigned long long from, to;
	int missed;
};

static void know_unloaded(struct set_state *s, const struct unloaded *u)
{
	uint64_t known = __atomic_load_n(&s->n_unloaded, __ATOMIC_RELAXED);

	__atomic_fetch_or(&s->missed, u->missed, __ATOMIC_RELAXED);
	/* Another thread may have counted some of what this one saw. */
	while (known >= u->from && known < u->to &&
	       !__atomic_compare_exchange_n(&s->n_unloaded, &known, u->to, 0, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED))
		;
}

static int tell_unloaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct set_note note;

	(void)size;
	if (set_find_startup(info, &note) && note.state &&
	    (uintptr_t)note.state != (uintptr_t)&anycov_set_state)
		know_unloaded((struct set_state *)(uintptr_t)note.state, arg);
	return 0;
}

static void compare_images(const struct unloading *u)
{
	struct unloaded all = { u->from, u->to, 0 };
	unsigned i, n = 0;

	for (i = 0; i < u->n; i++)
		if (u->images[i].headers) {
			n++;
			all.missed |= u->images[i].missed;
		}
	if (n != u->to - u->from)
		all.missed = SET_MISSED | SET_ANYWHERE;
	know_unloaded(&anycov_set_state, &all);
	dl_iterate_phdr(tell_unloaded, &all);
	/* Others will be in their places. */
	set_relist(NULL);
}

/* ---- dlopen() that fails ---- */

struct loading {
	unsigned long long loaded, unloaded; /* images that ever were */
	unsigned n, n_there;
	const ElfW(Phdr) * headers[SET_LOADED_MAX]; /* of those that are there before */
};

static int list_before(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loading *l = arg;

	if (!SET_IS_COUNTED(size) || l->n == SET_LOADED_MAX)
		return 1;
	l->loaded = info->dlpi_adds;
	l->unloaded = info->dlpi_subs;
	l->headers[l->n++] = info->dlpi_phdr;
	return 0;
}

static int list_after(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loading *before = arg;

	(void)size;
	return before->n_there == before->n ||
	       before->headers[before->n_there++] != info->dlpi_phdr;
}

static int count(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loading *l = arg;

	(void)size;
	l->loaded = info->dlpi_adds - l->loaded;
	l->unloaded = info->dlpi_subs - l->unloaded;
	return 1;
}

/* If all images are those of before, the others that were unloaded are those of dlopen(). */
static void know_failed(struct loading *l)
{
	struct unloaded all = { l->unloaded, 0, 0 };

	dl_iterate_phdr(count, l);
	all.to = all.from + l->unloaded;
	if (!l->unloaded || l->loaded != l->unloaded || dl_iterate_phdr(list_after, l) ||
	    l->n_there != l->n)
		return;
	know_unloaded(&anycov_set_state, &all);
	dl_iterate_phdr(tell_unloaded, &all);
}

void *set_load(set_load_fn *load, const char *path, int mode)
{
	struct loading l;
	void *library;

	l.n = l.n_there = 0;
	/* Another thread may have code of its own loaded and unloaded meanwhile. */
	if (!dl_iterate_phdr || !set_may_lock() || !set_has_one_thread() ||
	    dl_iterate_phdr(list_before, &l))
		return load(path, mode);
	library = load(path, mode);
	if (!library && set_has_one_thread())
		know_failed(&l);
	return library;
}

/* ---- dlclose() ---- */

int set_unload(int (*unload)(void *library), void *library)
{
	struct unloading u;
	int result;

	set_begin_unloading();
	u.n = 0;
	if (!dl_iterate_phdr || !set_may_lock() || set_list_loaded(1) ||
	    dl_iterate_phdr(look_before, &u))
		return unload(library);
	result = unload(library);
	dl_iterate_phdr(look_after, &u);
	if (u.from != u.to)
		compare_images(&u);
	set_end_unloading();
	return result;
}
