/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The images of the process, as they were when they were listed last: the list can be read in
 * a signal handler, where the dynamic linker's lock may not be taken.  Other threads read it while
 * it is made again, so an image has the same place for as long as it is there.
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

/* While the list is made. */
struct listing {
	const struct set_state *gone; /* as of set_relist() */
	int is_kept;                  /* for others than the end of an image */
	uint8_t is_there[SET_LOADED_MAX];
};

static int is_same(const struct set_code *a, const struct set_code *b)
{
	return a->low == b->low && a->high == b->high && a->table == b->table;
}

/* Another image may have been there, of which the rules of frames are. */
static void put_in_place(struct set_code *place, const struct set_code *code)
{
	set_forget_rules(code->low, code->high);
	place->bias = code->bias;
	place->table = code->table;
	place->table_bytes = code->table_bytes;
	place->low = code->low;
	place->is_lasting = 0;
	__atomic_store_n(&place->state, code->state, __ATOMIC_RELEASE);
	/* Until now no address was of this place. */
	__atomic_store_n(&place->high, code->high, __ATOMIC_RELEASE);
}

static void empty_place(struct set_code *place)
{
	set_forget_rules(place->low, place->high);
	__atomic_store_n(&place->state, NULL, __ATOMIC_RELEASE);
	__atomic_store_n(&place->high, 0, __ATOMIC_RELEASE);
}

static int add_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct listing *l = arg;
	struct set_code code;
	unsigned i, empty = SET_LOADED_MAX;

	(void)size;
	describe(info, &code);
	if (code.low >= code.high)
		return 0;
	/* The state goes with its library, whose end was counted. */
	if (l->is_kept && code.state && (code.state == l->gone || !code.state->relist))
		code.state = NULL;
	for (i = 0; i < n_loaded; i++) {
		if (!l->is_there[i] && is_same(&loaded[i], &code))
			break;
		if (!loaded[i].high && empty == SET_LOADED_MAX)
			empty = i;
	}
	if (i == n_loaded && empty < n_loaded)
		i = empty;
	if (i == SET_LOADED_MAX)
		return 0;
	if (i == n_loaded || !loaded[i].high || loaded[i].state != code.state)
		put_in_place(&loaded[i], &code);
	if (i == n_loaded)
		__atomic_store_n(&n_loaded, i + 1, __ATOMIC_RELEASE);
	l->is_there[i] = 1;
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

void set_begin_unloading(void)
{
	__atomic_fetch_add(&n_unloading, 1, __ATOMIC_RELAXED);
}

void set_end_unloading(void)
{
	__atomic_fetch_add(&n_known_unloading, 1, __ATOMIC_RELAXED);
}

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

#ifndef SET_OF_DUMPS
int (*anycov_set_static)(void) __attribute__((weak, visibility("hidden")));
#endif

/* Returns whether dlopen() has loaded a library; the kernel's image is listed, too. */
static int has_libraries(void)
{
	const struct link_map *m = &linker_state ? linker_state.r_map : NULL;

	while (m && (m = m->l_next))
		if (m->l_addr != set_auxv(AT_SYSINFO_EHDR, 0))
			return 1;
	return 0;
}

int set_for_each_loaded(set_visit_loaded *visit, void *arg, int takes_lock)
{
	const struct link_map *m;
	struct dl_phdr_info info;

	if (anycov_set_static) {
		set_describe_self(&info);
		if (!info.dlpi_phnum || has_libraries())
			return -1;
		visit(&info, sizeof(info), arg);
		return 0;
	}
	if (takes_lock && set_may_lock()) {
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

static int add_counted(struct dl_phdr_info *info, size_t size, void *arg)
{
	if (SET_IS_COUNTED(size))
		n_unloaded = info->dlpi_subs;
	return add_loaded(info, size, arg);
}

static int list(struct listing *l, int takes_lock)
{
	unsigned i, n_now = __atomic_load_n(&n_unloading, __ATOMIC_RELAXED);

	if (set_for_each_loaded(takes_lock ? add_counted : add_loaded, l, takes_lock))
		return -1;
	for (i = 0; i < n_loaded; i++)
		if (!l->is_there[i] && loaded[i].high)
			empty_place(&loaded[i]);
	n_listed_unloading = n_now;
	return 0;
}

/* One thread at a time: the dynamic linker has its lock, and lets this one take it again. */
static int list_alone(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)info;
	(void)size;
	return list(arg, 1) ? -1 : 1;
}

static int list_any(struct listing *l, int takes_lock)
{
	if (anycov_set_static || !takes_lock || !set_may_lock())
		return list(l, 0);
	return dl_iterate_phdr && dl_iterate_phdr(list_alone, l) == 1 ? 0 : -1;
}

int set_list_loaded(int takes_lock)
{
	struct listing l = { .gone = NULL };

	return list_any(&l, takes_lock);
}

void set_note_lasting(void)
{
	unsigned i;

	for (i = 0; i < n_loaded; i++)
		loaded[i].is_lasting = loaded[i].high != 0;
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

int set_may_lock(void)
{
	return !has_threads_of_parent;
}

int set_has_one_thread(void)
{
	return &libc_is_single_threaded && libc_is_single_threaded;
}

int set_is_on_first_stack(void)
{
	/* A sandbox may kill who asks for the thread. */
	if (!set_has_one_thread())
		return (int32_t)SET_SYS1(SYS_gettid, 0) == set_pid() && !is_in_thread;
	return !is_in_thread;
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
	const struct set_state *s;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)) && s != &anycov_set_state && s->relist)
			s->relist(gone);
}

void set_relist(const struct set_state *gone)
{
	struct listing l = { .gone = gone, .is_kept = 1 };

	list_any(&l, 1);
}
