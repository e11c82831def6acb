/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The set: flags that a process shares with a file (anycov/flags_file.h).  These files make
 * anycov-set.o and (set_pages.c) anycov-set-pages.o, which are linked into each program and each
 * shared library that has flags.  They work on the image that they are linked into, need no
 * symbol that must be there and add none to the image's exports.
 *
 *   set_start.c   where to record; begin and end of the image
 *   set_find.c    what the image is: name, build ID, path
 *   set_file.c    creates and opens the files of a directory
 *   set_image.c   reads the image's own ELF file, writes the .image file
 *   set_map.c     shares the section with the file
 *   set_lanes.c   which part of the file that is: one for each process
 *   set_traps.c   breakpoints in place of stores (sites=trap)
 *   set_copy.c    copies it when the process ends, where it cannot be shared
 *   set_fatal.c   signals that end the process
 *   set_exit.c    the end of exit() in a process with other threads
 *   set_threads.c other threads when the process ends
 *   set_loaded.c  a list of the images of the process
 *   set_unload.c  libraries that are unloaded
 *   set_watch.c   puts something before functions that leave calls
 *   set_leave.c   what that is
 *   set_cancel.c  notices threads that are cancelled
 *   set_point.c   replaces pointers to functions
 *   set_refer.c   whether an image may have left calls
 *   set_reloc.c   which functions it refers to
 *   set_names.c   which of these leave calls
 *   set_cuts.c    notes calls that do not return
 *   set_unwind.c  walks the stack
 *   set_frame.c   reads unwind tables
 *   set_pages.c   pages of their own for the flags
 *   set_memory.c  what compilers call
 *   set_api.c     anycov_set_reset(), anycov_set_snapshot()
 *
 * Those that notice calls that do not return are compiled a second time for the runtime of hooks,
 * with SET_OF_DUMPS: then one table in memory has the calls of all images, at the addresses of
 * the process, and cuts.c writes them to its dump.
 */
#ifndef ANYCOV_SET_H
#define ANYCOV_SET_H

#include <link.h>
#include <signal.h>
#include "anycov/flags_file.h"
#include "set_sys.h"

/* Values of a flag before and after its probe was hit, on the machines that hosts have. */
#define SET_START 0
#define SET_HIT 1

#define SET_PATH_MAX 4096 /* the kernel's */
/* Of a name in the directory, with everything that is appended to it. */
#define SET_NAME_MAX 255
/* Longer build IDs and names of images are cut in file names, not in the files. */
#define SET_ID_SHOWN 32
#define SET_BASE_SHOWN 100

/* An image of the process. */
struct set_image {
	unsigned char *flags; /* its section */
	size_t n;
	const ElfW(Ehdr) * ehdr; /* in memory, or NULL */
	const ElfW(Phdr) * phdr;
	unsigned n_phdr;
	int is_program;
	uintptr_t bias; /* load address - address in the file */
	const uint8_t *id;
	uint32_t id_bytes;
	char path[SET_PATH_MAX]; /* empty: unknown */
	/* Name of its file of flags, without the ending; empty: there is nothing to tell builds
	 * of the image apart. */
	char file[SET_NAME_MAX + 1];
};

struct set_action;
struct set_fatal {
	void (*handler)(int sig, siginfo_t *info, void *context);
	void (*catch)(int sig); /* makes it the action for the signal, if that is the default one */
	const struct set_action *shown; /* by signal: the default one, which the program has set */
};

/* What an image's startup object keeps.  Objects of other images find it by a note. */
struct set_state {
	uint32_t version;
	int32_t pid; /* the process that will be counted when it ends; 0: none */
	int32_t is_program;
	unsigned char *flags;
	size_t n;
	struct anycov_flags_head *head; /* the file, mapped, or NULL */
	size_t mapped;                  /* bytes at head */
	unsigned char *copy;            /* the flags in the file, if the section is not the file */
	unsigned char *all;             /* the flags in the file, if the section is a lane */
	struct anycov_flags_lanes *lanes;
	uint32_t n_lanes, lane; /* as they were when the file was mapped; the section's */
	size_t lane_bytes;
	unsigned char *first_lane;
	/* Before fork(): the child's lane, or 0; how often this one was emptied, and whether it has
	 * all flags of this process. */
	uint32_t fork_lane, emptied;
	int32_t is_lane_whole;
	struct set_later *later; /* a file that cannot be mapped, or NULL */
	/* Flags of calls that had begun were cleared: ANYCOV_FLAGS_CLEARED..., or 0. */
	int32_t was_reset;
	int32_t missed;          /* calls were left that are not in the file: SET_MISSED... */
	struct set_traps *traps; /* sites=trap, while they are in the code; or NULL */
	/* Of the last end that was counted: of which process, and whether calls are not known. */
	int32_t ended_pid, ended_cut;
	/* The functions that this image puts before others (set_leave.c), or NULL. */
	const void *const *wrappers;
	/* Lists the images again; gone: the state of one that is unloaded, or NULL. */
	void (*relist)(const struct set_state *gone);
	/* Calls of vfork() that this image's wrapper saw; of any image, children whose end was
	 * seen, and the process of the last one, which goes on if its exec fails. */
	uint32_t n_vforked, n_vforked_ended;
	int32_t vforked_ended_pid;
	/* The action of this image for signals that end the process (set_fatal.c), or NULL. */
	const struct set_fatal *fatal;
	/* exit() has begun, and the program's image counts the end when it is complete. */
	int32_t ends_in_exit;
	/* _Unwind_RaiseException() of this image, or that it would call; NULL: there is none. */
	const void *unwinder;
	/* As many libraries have been unloaded whose calls are known to have been noticed. */
	uint64_t n_unloaded;
};
#define SET_STATE_VERSION 11

/* Between the end that is counted before exec and its failure, other threads go on. */
static inline int set_is_recording(const struct set_state *s)
{
	return s->pid || s->ended_pid;
}

#if (defined(__x86_64__) && !defined(__ILP32__)) || (defined(__aarch64__) && defined(__LP64__))
#define SET_HAS_UNWIND
#endif

/* Opened again when the process ends. */
struct set_later {
	char directory[SET_PATH_MAX];
	char file[SET_NAME_MAX + 1];
};

/* What is added to the counts of a file. */
struct set_add {
	int32_t started, ended, cut;
	uint32_t how;
};

/* In the note of an image; each is an address relative to its own. */
struct set_note {
	int64_t start, stop; /* of the section */
	int64_t state;
	int64_t end, pad; /* nothing needs them, but what has no reference the linker may drop */
};

extern unsigned char set_section_start[] __asm__("__start___anycov_flags")
	__attribute__((visibility("hidden")));
extern unsigned char set_section_stop[] __asm__("__stop___anycov_flags")
	__attribute__((visibility("hidden")));

/* Returns the section of this image.  Compilers take its bounds for two different objects. */
static inline unsigned char *set_flags(size_t *n)
{
	uintptr_t from = (uintptr_t)set_section_start, end = (uintptr_t)set_section_stop;

	__asm__("" : "+r"(from), "+r"(end));
	*n = end - from;
	return (unsigned char *)from;
}

/* set_static.c, which only static programs have. */
#ifdef SET_OF_DUMPS
#define anycov_set_static ((int (*)(void))0)
#else
/* Returns whether the program may have left calls: the bits SET_MISSED...; NULL: not static.  A
 * variable, because gold takes the address of a weak function that is not there for the image's. */
extern int (*anycov_set_static)(void) __attribute__((visibility("hidden")));
/* Whether the C library does not trust the environment; NULL: not static, or not known. */
extern const int *anycov_set_secure __attribute__((visibility("hidden")));
/* Counts the end of the process in the function with this return address, of set_static.c. */
extern void (*anycov_set_end)(uintptr_t start) __attribute__((visibility("hidden")));
#endif

/* set_find.c */
char **set_environment(void);
/* Returns a value of the auxiliary vector; `absent` if it cannot be read. */
uintptr_t set_auxv(uintptr_t type, uintptr_t absent);
size_t set_page_bytes(void);
/* Describes this object's image by its own headers, but for its name; without any, dlpi_phnum is 0.
 */
void set_describe_self(struct dl_phdr_info *info);
/* Describes the image that contains these flags. */
void set_find_self(struct set_image *image, unsigned char *flags, size_t n);
/* The same in steps: for dl_iterate_phdr(), which calls it with the image until it returns 1. */
void set_image_init(struct set_image *image, unsigned char *flags, size_t n);
int set_take_loaded(struct dl_phdr_info *info, size_t size, void *image);
/* Fills in what follows from phdr and path. */
void set_identify(struct set_image *image);
const char *set_variable(const char *name);
/* Returns 0 if exec must fail unless another process makes the file now; in_path: in PATH. */
int set_can_execute(const char *file, int in_path);
/* Finds the addresses of the image's segments with these flags (PF_X; 0: all). */
void set_find_extent(const struct dl_phdr_info *info, uint32_t flags, uintptr_t *low,
		     uintptr_t *high);
/* Returns the contents of a note, and how many bytes they have; NULL: there is none. */
const void *set_find_note(const void *notes, size_t bytes, size_t align, const char *name,
			  uint32_t type, size_t *n);

/* set_above.c */
/* Returns the directory of the 'anycov run' above whose variables did not come here, or NULL;
 * is_hidden: set if this user may not see the variables of a process above. */
const char *set_directory_above(int *is_hidden);

/* set_image.c */
int set_open_image(const struct set_image *image);
/* Returns whether no other data of the image is in the pages of its flags. */
int set_owns_pages(const struct set_image *image);
/* Writes the .image file unless there is one; `dir` is a descriptor. */
int set_write_image(const struct set_image *image, int dir);

/*
 * Calls use() with the image's section .anycov_traps: n pairs of addresses, of code and of its
 * flag, before any load bias.  Returns its result; 0 if there is none.
 */
int set_with_traps(const struct set_image *image, struct set_state *s,
		   int (*use)(const struct set_image *, struct set_state *, const ElfW(Addr) (*)[2],
			      size_t n));

/* set_traps.c */
/* Puts traps at the sites whose flags are not set.  Returns 0 or a negative error number. */
int set_arm_traps(const struct set_image *image, struct set_state *s);
/* The same again, after flags were cleared, in any image. */
void set_rearm_traps(struct set_state *s);
/* The image's code is about to be unmapped. */
void set_drop_traps(struct set_state *s);

/* set_api.c */
/* Calls fn for each image with flags until it does not return 0; returns what it returned. */
int set_for_each_image(int (*fn)(struct set_image *, struct set_state *, void *), void *arg);

/* set_file.c */
/* A file that gets its name when it is complete. */
struct set_new {
	int dir, fd;
	char temporary[SET_NAME_MAX + 1];
};
/* Creates the file of `bytes` bytes, all of them allocated. */
int set_new_begin(struct set_new *f, int dir, const char *name, uint64_t bytes);
/* Gives the file its name unless another file has it (-EEXIST).  Either way it is closed. */
int set_new_end(struct set_new *f, const char *name, int error);
int set_open_directory(const char *path, int create);
/* Opens the image's file, which is created first if there is none. */
int set_open_file(const struct set_image *image, int dir);
/* Writes a new file.  It takes its counts from `counts` and its flags from `flags`; NULL: none. */
int set_write_file(const struct set_image *image, int dir, const struct anycov_flags_head *counts,
		   const unsigned char *flags);
int set_is_version(const struct anycov_flags_head *head);
/* Returns whether a mapped file of `bytes` bytes is one of this image. */
int set_file_fits(const struct set_image *image, const struct anycov_flags_head *head,
		  uint64_t bytes);

/* A write past the limit would end the process. */
int set_is_over_limit(uint64_t bytes);

/* set_map.c */
/* Maps the file over the section, or beside it. */
int set_map(const struct set_image *image, struct set_state *s, int fd);
/* Makes the section these pages of the file, which are mapped elsewhere and remain so; `fd` and the
 * offset serve where that is refused, fd < 0: not then.  Returns 0 or a negative error number. */
int set_map_over(struct set_state *s, unsigned char *from, size_t bytes, int fd, uint64_t offset);
/* Adds the hits of `from` to other flags: a hit wins. */
void set_merge(unsigned char *to, const unsigned char *from, size_t n);
void set_clear(unsigned char *flags, size_t n);
/* Returns whether none of so many flags is set, as most are not; others may set them. */
#define SET_SKIPPED 32
static inline int set_is_start(const unsigned char *flags)
{
	const uint64_t none = SET_START * 0x0101010101010101u;
	uint64_t w[SET_SKIPPED / 8];

	__builtin_memcpy(w, flags, sizeof(w));
	return !((w[0] ^ none) | (w[1] ^ none) | (w[2] ^ none) | (w[3] ^ none));
}
static inline void set_note_how(struct anycov_flags_head *head, uint32_t how)
{
	if (~__atomic_load_n(&head->how, __ATOMIC_RELAXED) & how)
		__atomic_fetch_or(&head->how, how, __ATOMIC_RELEASE);
}

/* set_lanes.c */
/* Returns the number of lanes of a new file for so many flags. */
uint32_t set_lanes_of(uint64_t n_flags, uint64_t page_bytes);
/* Returns the bytes of lanes and of the page in front of them, which begins at `lanes`. */
uint64_t set_lanes_bytes(const struct anycov_flags_head *head, uint32_t n);
/* Returns how many lanes a mapped file of so many bytes has, or -1: it is damaged. */
int set_count_lanes(const struct anycov_flags_head *head, uint64_t bytes);
/* The file is mapped, at s->head: finds its lanes. */
void set_find_lanes(struct set_state *s);
/* Takes a lane of this process; returns it.  There must be one. */
unsigned char *set_take_lane(struct set_state *s);
/* The process is about to fork: prepares a lane with its flags.  The child: it becomes the section.
 */
void set_before_fork_lane(struct set_state *s, int has_threads);
void set_fork_lane(struct set_state *s);
/* The end of the process: moves the lane's flags to the others, before it is counted. */
void set_empty_lane(struct set_state *s);
/* After it was counted: another process may have the lane. */
void set_leave_lane(struct set_state *s);
/* It did not end. */
void set_take_lane_again(struct set_state *s);
/* All processes of this image store to the same flags, because what others hit is looked at. */
void set_use_no_lane(struct set_state *s);
/* Adds the flags of all processes to `to`; clears them. */
void set_add_lanes(const struct set_state *s, unsigned char *to);
void set_clear_lanes(struct set_state *s);

/* set_loaded.c */
#define SET_LOADED_MAX 96
/* Where an image is, and its unwind table. */
struct set_code {
	uintptr_t low, high;
	uintptr_t bias;
	const uint8_t *table; /* .eh_frame_hdr, or NULL */
	size_t table_bytes;
	struct set_state *state; /* NULL: it has no flags, or records nothing */
	int is_lasting;          /* as far as set_note_lasting() knows */
};
/* Returns the state of an image of the list, which another thread may be unloading. */
static inline struct set_state *set_state_of(const struct set_code *c)
{
	return __atomic_load_n(&c->state, __ATOMIC_ACQUIRE);
}
/* Returns the addresses in the note of a startup object, or 0. */
int set_find_startup(const struct dl_phdr_info *info, struct set_note *addresses);
/* Returns whether this thread may be in dlopen() or dlclose(), interrupted by a signal. */
int set_is_loading(void);
/* For the handlers of fork(). */
/* Returns whether the process has other threads. */
int set_before_fork(void);
void set_after_fork(void);
/* Returns whether no other thread was ever begun; without a system call, so no may be wrong. */
int set_has_one_thread(void);
/* Returns whether this thread's stack is that of main(). */
int set_is_on_first_stack(void);
/* The state of a library that was listed: counts what is unloaded from now on. */
void set_begin_counting(struct set_state *s);
/* dlclose() is called; what it unloaded is known. */
void set_begin_unloading(void);
void set_end_unloading(void);
/* Returns whether the dynamic linker's lock may be taken: a child may have it held for ever. */
int set_may_lock(void);
/*
 * Calls visit() for the images until it does not return 0, as dl_iterate_phdr() does, whose lock is
 * taken; without, for signal handlers and where other threads are stopped, what it reads must be at
 * rest.  Returns 0, or -1: they cannot be listed.
 */
typedef int set_visit_loaded(struct dl_phdr_info *info, size_t size, void *arg);
int set_for_each_loaded(set_visit_loaded *visit, void *arg, int takes_lock);
/* Returns whether the dynamic linker counts what it loads and unloads. */
#define SET_IS_COUNTED(size)                                                                       \
	((size) >= offsetof(struct dl_phdr_info, dlpi_subs) +                                      \
			   sizeof(((struct dl_phdr_info *)NULL)->dlpi_subs))
/* Makes the list.  Returns 0 or -1. */
int set_list_loaded(int takes_lock);
/* The same, without the states of images whose end was counted; gone: that of one, or NULL. */
void set_relist(const struct set_state *gone);
void set_tell_others(const struct set_state *gone);
/* The images of the list were there when the program began: hardly one is ever unloaded. */
void set_note_lasting(void);
/* Returns an image of the list, or NULL at its end; async-signal-safe. */
const struct set_code *set_loaded(unsigned i);
/* Finds the image with this code; async-signal-safe.  Returns 0 or -1. */
int set_find_code(uintptr_t pc, struct set_code *code);

/* set_unload.c */
typedef void *set_load_fn(const char *path, int mode);
/* Calls dlopen().  If it fails, what it loaded and unloaded again left no calls. */
void *set_load(set_load_fn *load, const char *path, int mode);
/* Calls dlclose() or its like, and looks before it at what a library that it unloads may have
 * left. */
int set_unload(int (*unload)(void *library), void *library);

/* set_reloc.c */
/* A pointer that the dynamic linker sets to a function that leaves calls. */
struct set_reference {
	const char *name;
	int number; /* set_find_function() */
	unsigned kinds;
	uintptr_t at; /* the pointer */
	unsigned type;
	int is_weak;
};
typedef void set_use_reference(const struct set_reference *r, void *arg);
/*
 * Calls fn for each reference of the image to such a function.  counted: what dl_iterate_phdr()
 * says of the size of *info, while it has the dynamic linker's lock; else 0.
 */
void set_for_each_reference(const struct dl_phdr_info *info, size_t counted, set_use_reference *fn,
			    void *arg);

/* set_refer.c */
/* Returns whether it is the library whose name begins so. */
int set_is_library(const struct dl_phdr_info *info, const char *name);
/* Returns whether the user had the dynamic linker leave pointers as they are after a call. */
int set_keeps_pointers(void);
/* Returns what set_state has of the unwinder. */
const void *set_unwinder(void);
/* Returns SET_MISSED and SET_ANYWHERE of calls left unnoticed; lock: of set_for_each_loaded(). */
int set_may_have_left(int takes_lock);
/* The same of one image that may be unloaded, whatever its code calls until then; counted: of
 * set_for_each_reference(). */
int set_image_may_have_left(const struct dl_phdr_info *info, size_t counted);

/* set_watch.c */
/* The image begins to record; again: after another one was loaded. */
void set_watch(struct set_state *s);
/* A library is unloaded: no pointer of another image leads to it any more. */
void set_unwatch(void);
/* Returns whether the pointer to this function (set_find_function()) leads to one that notices. */
int set_is_watched(int number, uintptr_t pointer);
/* Returns whether this personality function is one that notices. */
int set_is_personality(uintptr_t function);

/* set_point.c */
#ifdef __x86_64__
#define SET_IN_TABLE 7 /* R_X86_64_JUMP_SLOT: a pointer of the procedure linkage table */
#else
#define SET_IN_TABLE 1026 /* R_AARCH64_ */
#endif
/* Returns what a pointer that is `is` shall be, or 0. */
typedef uintptr_t set_choose(const struct set_reference *r, uintptr_t is);
/* counted: of set_for_each_reference(); must: also where mprotect() is forbidden.  Returns how many
 * were replaced. */
unsigned set_replace_pointers(const struct dl_phdr_info *info, size_t counted, set_choose *choose,
			      int must);
/* Returns how many could not be replaced. */
unsigned set_pointers_left(void);

/* set_cancel.c */
/* Before a thread is cancelled.  Returns 0 if its calls will be noted. */
int set_watch_cancelled(uintptr_t thread);

/* set_unwind.c */
/* An active call of the stack. */
struct set_frame {
	uintptr_t pc;    /* where it goes on */
	uintptr_t from;  /* its function, or the part of it that contains pc */
	uint32_t bytes;  /* of that */
	uintptr_t stack; /* the stack pointer of its caller; of the target unknown */
	int is_last, is_target;
	int is_interrupted; /* by a signal: pc is any instruction, and not kept */
	int is_past_signal; /* it called what a signal interrupted, which may be any function */
	int is_foreign;     /* a personality function that is not watched may end unwinding here */
	unsigned char *noted; /* the visitor's, kept for this pc; 0 at first */
};
typedef int set_visit(const struct set_frame *f, void *arg);
/*
 * Calls visit() for each active call of this thread, from set_walk() itself to the one whose
 * frame contains the stack pointer `target`, or if that is 0 to the first one of the stack.
 * Returns 0, or -1: a table is missing or not understood, or visit() returned not 0.
 * Async-signal-safe.
 */
int set_walk(uintptr_t target, set_visit *visit, void *arg);
/* No image is there any more, or another one: what is kept of its frames is not theirs. */
void set_forget_rules(uintptr_t low, uintptr_t high);
/* Returns whether this is code of the C library. */
int set_is_of_library(uintptr_t pc);
/* Returns whether this much below a stack pointer can be used. */
int set_has_room(uintptr_t stack, uintptr_t bytes);
/* What a walk in a handler needs. */
#define SET_STACK_BYTES 8192
/* Returns whether the stack has room for a walk; context: the ucontext_t of a signal's handler. */
int set_has_stack(const void *context);
/* Returns whether 8 bytes can be read there. */
int set_is_readable(uintptr_t at);

/* set_cuts.c */
/*
 * Notes the calls from the one that goes on at `start` to the one whose frame contains the
 * stack pointer `target` (0: all), with this one or without it, in the files of all images.
 */
void set_note_cuts(uintptr_t start, uintptr_t target, int with_target);
/* Notes the calls in which a child of vfork() ends, up to the function that called vfork(); those
 * above go on in the parent.  Returns whether it found that function. */
int set_note_child(uintptr_t start);
/*
 * Finds the first call of the stack from `start` to `target` (as above) at which unwinding may end
 * unnoticed.  Returns a stack pointer in its frame, or 0.
 */
uintptr_t set_find_foreign(uintptr_t start, uintptr_t target);
/* What is known of the calls that the end of a process, or something before, left: bits. */
enum {
	SET_MISSED = 1,  /* there may be some that are not in the table */
	SET_ANYWHERE = 2 /* which may have ended at any instruction, not only in a call of theirs */
};
/* set_leave.c, in the handlers of fork(): of a parent that is in daemon() it is the end. */
void set_forked_parent(void);
void set_forked_child(void);

/* Calls of any image were left that cannot be found; missed: these bits. */
void set_miss_cuts(int missed);
/* exit() is called, which returns to `start`, by the thread of main(). */
void set_note_exit(uintptr_t start);
/* This thread goes on no more, from the call that goes on at `start`, or SET_AT_SIGNAL. */
void set_note_stopped(uintptr_t start);
/*
 * The process ends here: in a function that returns to `start`, or if that is 0 in exit(), or
 * SET_AT_SIGNAL: in the handler of a signal, which does not return to what it interrupted.
 * Notes the calls of the image that do not return.  Returns the bits above for others: calls of
 * other threads, or left before.
 */
int set_record_cuts(const struct set_state *s, uintptr_t start);
#define SET_AT_SIGNAL 1

/* set_threads.c */
/* Returns whether no other thread can be in a call; may_wait: until one that ends has ended. */
int set_is_only_thread(int may_wait);
/* Returns whether there are others that set_stop_others() may be able to stop. */
int set_has_others(void);
/*
 * The process ends in this thread (start: as of set_record_cuts()) whatever happens: the others
 * note their calls and never go on.  All signals are blocked after that, and only what takes no
 * lock may be called.  Does not return if another thread has begun this.
 */
void set_stop_others(uintptr_t start);
/* Returns whether all other threads have noted their calls and stay where they are. */
int set_is_stopped(void);
/* Waits until other threads have executed a few instructions, for at most 0.1 seconds. */
void set_let_pass(void);

/* set_exit.c */
/* exit() has called the destructors of this program.  Returns whether its end will be counted
 * when the process ends. */
int set_end_in_exit(struct set_state *s);

/* set_copy.c */
/* Adds the flags of the section and counts to a file that is not mapped. */
int set_copy_later(struct set_state *s, const struct set_add *add);
/* The process ends (start: as of set_record_cuts()); async-signal-safe but in exit(). */
void set_end(struct set_state *s, uintptr_t start);
/* It did not. */
void set_go_on(struct set_state *s);
/* The process ends in a function that returns to `start`; all images count it. */
void set_end_all(uintptr_t start);
/* It did not end, for exec failed. */
void set_go_on_all(void);

/* set_fatal.c */
/* Catches the signals that end the process.  Returns 0 if it does not: the program would see it. */
int set_catch_signals(struct set_state *s);
void set_release_signals(void);
/* Returns whether the program has a handler of the signal. */
int set_is_caught(int sig);
/* Returns whether the signal will end the process in the handler of set_catch_signals(). */
int set_ends_by(int sig);
#define SET_ABORT 6 /* SIGABRT of all Linux machines here */
/* If the handler is that of set_catch_signals(), of any image, returns what the program has set. */
const struct set_action *set_shown_action(int sig, const void *handler);
/* The program has set an action; if it is the default one, the signal is caught again. */
void set_catch_again(int sig);

#endif
