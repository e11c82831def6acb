/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The images of the process, as they were when they were listed last: the list can be read in
 * a signal handler, where the dynamic linker's lock may not be taken.
 */
#include <elf.h>
#include "set.h"

#define WEAK __attribute__((weak))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

#ifdef SET_OF_DUMPS
#define BIAS(info) 0
#define COMMON_STATE &anycov_set_state
#else
#define BIAS(info) (info)->dlpi_addr
#define COMMON_STATE NULL /* an image has one of its own */
#endif

/* Of glibc since 2.35; takes no lock. */
struct found_object {
	unsigned long long flags;
	void *start, *end, *link_map, *eh_frame_hdr;
	uint64_t reserved[8];
};
extern int find_object(void *address, struct found_object *result) __asm__("_dl_find_object") WEAK;
extern struct r_debug linker_state __asm__("_r_debug") WEAK;

static struct set_code loaded[SET_LOADED_MAX];
static unsigned n_loaded;

static int is_data(const struct dl_phdr_info *info, uintptr_t at, uintptr_t bytes)
{
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD && ph->p_flags & PF_W && at >= from &&
		    at - from <= ph->p_memsz && bytes <= ph->p_memsz - (at - from))
			return 1;
	}
	return 0;
}

/*
 * Tools that edit programs (patchelf) move notes, and what they contain is relative to where they
 * were.  Then nothing is found, but by the image itself.
 */
static void check_addresses(const struct dl_phdr_info *info, struct set_note *n)
{
	const struct set_state *s = (const struct set_state *)(uintptr_t)n->state;

#ifndef SET_OF_DUMPS
	if (is_data(info, (uintptr_t)&anycov_set_state, sizeof(*s))) {
		size_t flags;

		n->start = (int64_t)(uintptr_t)set_flags(&flags);
		n->stop = n->start + (int64_t)flags;
		n->state = (int64_t)(uintptr_t)&anycov_set_state;
		return;
	}
#endif
	if ((uintptr_t)s % _Alignof(struct set_state) || !is_data(info, (uintptr_t)s, sizeof(*s)) ||
	    s->version != SET_STATE_VERSION || (uintptr_t)s->flags != (uintptr_t)n->start)
		n->start = n->stop = n->state = 0;
}

/* Returns whether the image has the note of a startup object, and its addresses, or 0. */
int set_find_startup(const struct dl_phdr_info *info, struct set_note *addresses)
{
	const char *relative; /* aligned like a note, not like the struct */
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		size_t n;

		if (ph->p_type != PT_NOTE)
			continue;
		relative = set_find_note((const void *)(info->dlpi_addr + ph->p_vaddr), ph->p_memsz,
					 ph->p_align, ANYCOV_FLAGS_NOTE_NAME,
					 ANYCOV_FLAGS_NOTE_TYPE, &n);
		if (!relative || n < sizeof(*addresses))
			continue;
		set_move(addresses, relative, sizeof(*addresses));
		addresses->start += (intptr_t)(relative + offsetof(struct set_note, start));
		addresses->stop += (intptr_t)(relative + offsetof(struct set_note, stop));
		addresses->state += (intptr_t)(relative + offsetof(struct set_note, state));
		check_addresses(info, addresses);
		return 1;
	}
	return 0;
}

static void describe(const struct dl_phdr_info *info, struct set_code *code)
{
	struct set_note note;
	unsigned i;

	*code = (struct set_code){ .bias = BIAS(info), .state = COMMON_STATE };
	set_find_extent(info, 0, &code->low, &code->high);
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_GNU_EH_FRAME) {
			code->table = (const uint8_t *)(info->dlpi_addr + ph->p_vaddr);
			code->table_bytes = ph->p_memsz;
		}
	}
	if (code->state || !set_find_startup(info, &note))
		return;
	code->state = (struct set_state *)(uintptr_t)note.state;
}

static int add_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	unsigned *n = arg;
	struct set_code code;

	(void)size;
	describe(info, &code);
	if (*n < SET_LOADED_MAX && code.low < code.high)
		loaded[(*n)++] = code;
	return 0;
}

/* A child may have a lock that a thread of its parent held. */
static int has_threads_of_parent;
static int had_threads;
/* Its only thread goes on where a thread of its parent, other than main()'s, called fork(). */
static int is_in_thread;
static int forks_in_thread;

/* Images that were unloaded: when they were listed last, and calls of dlclose(); those of which
 * the state has what they unloaded. */
static unsigned long long n_unloaded;
static unsigned n_unloading, n_known_unloading, n_listed_unloading;

/* Returns how many images have been unloaded, or more, where that cannot be asked. */
static unsigned long long estimate_unloaded(void)
{
	unsigned long long n = __atomic_load_n(&anycov_set_state.n_unloaded, __ATOMIC_RELAXED);

	return (n > n_unloaded ? n : n_unloaded) + __atomic_load_n(&n_unloading, __ATOMIC_RELAXED) -
	       __atomic_load_n(&n_known_unloading, __ATOMIC_RELAXED);
}

/* The smallest page. */
#define HEADERS_MAX 4096

/* The program's headers are where the kernel says, those of others begin their first page. */
static int describe_mapped(const struct link_map *m, struct dl_phdr_info *info)
{
	const ElfW(Ehdr) *e = (const void *)m->l_addr;

	*info = (struct dl_phdr_info){
		.dlpi_addr = m->l_addr,
		.dlpi_name = m->l_name,
		.dlpi_subs = estimate_unloaded(),
	};
	if (m == linker_state.r_map) {
		info->dlpi_phdr = (const void *)set_auxv(AT_PHDR, 0);
		info->dlpi_phnum = (ElfW(Half))set_auxv(AT_PHNUM, 0);
		return info->dlpi_phdr ? 0 : -1;
	}
	if (!m->l_addr || !set_is_readable(m->l_addr) || !set_equal(e->e_ident, ELFMAG, SELFMAG) ||
	    e->e_phoff + e->e_phnum * sizeof(ElfW(Phdr)) > HEADERS_MAX)
		return -1;
	info->dlpi_phdr = (const void *)(m->l_addr + e->e_phoff);
	info->dlpi_phnum = e->e_phnum;
	return 0;
}

extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

/* Returns whether dlopen() has loaded a library; the kernel's image is listed, too. */
static int has_libraries(void)
{
	const struct link_map *m = &linker_state ? linker_state.r_map : NULL;

	while (m && (m = m->l_next))
		if (m->l_addr != set_auxv(AT_SYSINFO_EHDR, 0))
			return 1;
	return 0;
}

static int describe_static(struct dl_phdr_info *info)
{
	const ElfW(Phdr) * ph;

	if (!&__ehdr_start || has_libraries())
		return -1;
	ph = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
	*info = (struct dl_phdr_info){ .dlpi_phdr = ph, .dlpi_phnum = __ehdr_start.e_phnum };
	while (ph < info->dlpi_phdr + info->dlpi_phnum && ph->p_type != PT_LOAD)
		ph++;
	if (ph == info->dlpi_phdr + info->dlpi_phnum)
		return -1;
	info->dlpi_addr = (uintptr_t)&__ehdr_start - (ph->p_vaddr - ph->p_offset);
	return 0;
}

int set_for_each_loaded(set_visit_loaded *visit, void *arg, int takes_lock)
{
	const struct link_map *m;
	struct dl_phdr_info info;

	if (anycov_set_static) {
		if (describe_static(&info))
			return -1;
		visit(&info, sizeof(info), arg);
		return 0;
	}
	if (takes_lock && !has_threads_of_parent) {
		if (dl_iterate_phdr)
			dl_iterate_phdr(visit, arg);
		return dl_iterate_phdr ? 0 : -1;
	}
	if (!&linker_state || !linker_state.r_map || set_is_loading())
		return -1;
	for (m = linker_state.r_map; m; m = m->l_next) {
		if (describe_mapped(m, &info))
			return -1;
		if (visit(&info, sizeof(info), arg))
			break;
	}
	return 0;
}

static int is_counted(size_t size)
{
	return size >= offsetof(struct dl_phdr_info, dlpi_subs) +
			       sizeof(((struct dl_phdr_info *)NULL)->dlpi_subs);
}

static int add_counted(struct dl_phdr_info *info, size_t size, void *arg)
{
	if (is_counted(size))
		n_unloaded = info->dlpi_subs;
	return add_loaded(info, size, arg);
}

int set_list_loaded(int takes_lock)
{
	unsigned n = 0, n_now = __atomic_load_n(&n_unloading, __ATOMIC_RELAXED);

	if (set_for_each_loaded(takes_lock && !has_threads_of_parent ? add_counted : add_loaded, &n,
				takes_lock))
		return -1;
	n_loaded = n;
	n_listed_unloading = n_now;
	return 0;
}

/* Those unloaded before an image began have left no calls of it. */
void set_begin_counting(struct set_state *s)
{
	if (!s->is_program)
		s->n_unloaded = n_unloaded;
}

extern char libc_is_single_threaded __asm__("__libc_single_threaded") WEAK;

int set_before_fork(void)
{
	/* glibc has it since 2.32. */
	had_threads = &libc_is_single_threaded ? !libc_is_single_threaded : !set_is_only_thread(0);
	forks_in_thread = !set_is_on_first_stack();
	return had_threads;
}

void set_after_fork(void)
{
	has_threads_of_parent |= had_threads;
	is_in_thread = forks_in_thread;
}

int set_is_on_first_stack(void)
{
	return (int32_t)SET_SYS1(SYS_gettid, 0) == set_pid() && !is_in_thread;
}

int set_is_loading(void)
{
	return &linker_state && linker_state.r_state != RT_CONSISTENT;
}

const struct set_code *set_loaded(unsigned i)
{
	return i < n_loaded ? &loaded[i] : NULL;
}

/* Returns whether an image of the list is still there, and not another one in its place; found: the
 * one that is there, if that can be asked. */
static int is_current(const struct set_code *c, const struct found_object *found)
{
	if (found)
		return c->table == found->eh_frame_hdr;
	/* The kernel's image, or one without a table, is never the place of another. */
	return !c->table || c->low == set_auxv(AT_SYSINFO_EHDR, 0) ||
	       (!find_object &&
		n_listed_unloading == __atomic_load_n(&n_unloading, __ATOMIC_RELAXED));
}

int set_find_code(uintptr_t pc, struct set_code *code)
{
	const struct set_code *c;
	struct found_object o;
	int is_found = find_object && !find_object((void *)pc, &o) && o.eh_frame_hdr;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if (pc >= c->low && pc < c->high && is_current(c, is_found ? &o : NULL)) {
			*code = *c;
			return 0;
		}
	/* Loaded since, and without flags, or its startup object would have listed it. */
	if (!is_found)
		return -1;
	*code = (struct set_code){
		.low = (uintptr_t)o.start,
		.high = (uintptr_t)o.end,
		.table = o.eh_frame_hdr,
		.table_bytes = (uintptr_t)o.end - (uintptr_t)o.eh_frame_hdr,
		.state = COMMON_STATE,
	};
	return 0;
}

/* A library with flags was loaded or is unloaded: others list it, or forget it. */
void set_tell_others(const struct set_state *gone)
{
	const struct set_code *c;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if (c->state && c->state != &anycov_set_state && c->state->relist)
			c->state->relist(gone);
}

void set_relist(const struct set_state *gone)
{
	unsigned i;

	set_list_loaded(1);
	for (i = 0; i < n_loaded; i++)
		if (gone && loaded[i].state == gone)
			loaded[i].state = NULL;
}

/* ---- libraries that are unloaded ---- */

#define DOUBTED_MAX 16

struct unloading {
	unsigned long long n_loaded, n_unloaded; /* ever */
	unsigned n, n_doubted;                   /* images; those that may have left calls */
	struct {
		uintptr_t at;
		int missed;
	} doubted[DOUBTED_MAX];
};

static int look_before(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct unloading *u = arg;
	int missed;

	if (!is_counted(size))
		return 1;
	/* The program, which comes first, stays. */
	missed = u->n ? set_image_may_have_left(info) : 0;
	u->n++;
	u->n_loaded = info->dlpi_adds;
	u->n_unloaded = info->dlpi_subs;
	if (!missed)
		return 0;
	if (u->n_doubted == DOUBTED_MAX)
		return 1;
	u->doubted[u->n_doubted].at = info->dlpi_addr;
	u->doubted[u->n_doubted++].missed = missed;
	return 0;
}

static int look_after(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct unloading *u = arg;
	unsigned i;

	(void)size;
	u->n++;
	u->n_loaded = info->dlpi_adds;
	u->n_unloaded = info->dlpi_subs;
	for (i = 0; i < u->n_doubted; i++)
		if (u->doubted[i].at == info->dlpi_addr)
			u->doubted[i].missed = 0;
	return 0;
}

/* Those that were unloaded, for the states of the others. */
struct unloaded {
	unsigned long long from, to;
	int missed;
};

static void know_unloaded(struct set_state *s, const struct unloaded *u)
{
	uint64_t from = u->from;

	__atomic_fetch_or(&s->missed, u->missed, __ATOMIC_RELAXED);
	/* Another thread may have counted what this one saw. */
	__atomic_compare_exchange_n(&s->n_unloaded, &from, u->to, 0, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
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

/*
 * What a library refers to can be read only while it is there, so all are looked at before.
 * Others may load or unload some at the same time, or a destructor does, or there are some that
 * are not listed: then the numbers differ, and what was unloaded may have left calls.
 */
static void compare_images(const struct unloading *before, const struct unloading *after)
{
	struct unloaded u = { before->n_unloaded, after->n_unloaded, 0 };
	unsigned i;

	if (u.from == u.to)
		return;
	for (i = 0; i < after->n_doubted; i++)
		u.missed |= after->doubted[i].missed;
	if (before->n_loaded != after->n_loaded || before->n - after->n != u.to - u.from)
		u.missed = SET_MISSED | SET_ANYWHERE;
	know_unloaded(&anycov_set_state, &u);
	dl_iterate_phdr(tell_unloaded, &u);
}

int set_unload(int (*unload)(void *library), void *library)
{
	struct unloading before = { .n = 0 }, after;
	int result;

	__atomic_fetch_add(&n_unloading, 1, __ATOMIC_RELAXED);
	if (!dl_iterate_phdr || has_threads_of_parent || dl_iterate_phdr(look_before, &before))
		return unload(library);
	after = before;
	after.n = 0;
	result = unload(library);
	dl_iterate_phdr(look_after, &after);
	compare_images(&before, &after);
	__atomic_fetch_add(&n_known_unloading, 1, __ATOMIC_RELAXED);
	return result;
}
