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
 *   set_copy.c    copies it when the process ends, where it cannot be shared
 *   set_cuts.c    which calls the end of the process cuts off
 *   set_unwind.c  walks the stack by unwind tables
 *   set_pages.c   pages of their own for the flags
 *   set_memory.c  what compilers call
 *   set_api.c     anycov_set_reset(), anycov_set_snapshot()
 */
#ifndef ANYCOV_SET_H
#define ANYCOV_SET_H

#include <link.h>
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
	struct set_later *later;        /* a file that cannot be mapped, or NULL */
	int32_t was_reset;              /* flags of calls that had begun were cleared */
};
#define SET_STATE_VERSION 2

/* Opened again when the process ends. */
struct set_later {
	char directory[SET_PATH_MAX];
	char file[SET_NAME_MAX + 1];
};

/* What is added to the counts of a file. */
struct set_add {
	uint32_t started, ended, cut, how;
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

/* set_find.c */
char **set_environment(void);
/* Returns a value of the auxiliary vector; `absent` if it cannot be read. */
uintptr_t set_auxv(uintptr_t type, uintptr_t absent);
size_t set_page_bytes(void);
/* Describes the image that contains these flags. */
void set_find_self(struct set_image *image, unsigned char *flags, size_t n);
/* The same in steps: for dl_iterate_phdr(), which calls it with the image until it returns 1. */
void set_image_init(struct set_image *image, unsigned char *flags, size_t n);
int set_take_loaded(struct dl_phdr_info *info, size_t size, void *image);
/* Fills in what follows from phdr and path. */
void set_identify(struct set_image *image);
const char *set_variable(const char *name);
/* Returns the contents of a note, and how many bytes they have; NULL: there is none. */
const void *set_find_note(const void *notes, size_t bytes, size_t align, const char *name,
			  uint32_t type, size_t *n);

/* set_image.c */
int set_open_image(const struct set_image *image);
/* Returns whether no other data of the image is in the pages of its flags. */
int set_owns_pages(const struct set_image *image);
/* Writes the .image file unless there is one; `dir` is a descriptor. */
int set_write_image(const struct set_image *image, int dir);

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
uint64_t set_file_bytes(const struct anycov_flags_head *head);
/* Returns whether a mapped file of `bytes` bytes is one of this image. */
int set_file_fits(const struct set_image *image, const struct anycov_flags_head *head,
		  uint64_t bytes);

/* A write past the limit would end the process. */
int set_is_over_limit(uint64_t bytes);

/* set_map.c */
/* Maps the file over the section, or beside it. */
int set_map(const struct set_image *image, struct set_state *s, int fd);
/* Adds the hits of `from` to other flags: a hit wins. */
void set_merge(unsigned char *to, const unsigned char *from, size_t n);

/* set_unwind.c */
/* An active call of the stack. */
struct set_frame {
	uintptr_t pc;          /* where it goes on */
	uintptr_t from, bytes; /* its function, or the part of it that contains pc */
	uintptr_t bias;        /* of its image */
	uintptr_t stack;       /* the stack pointer of its caller */
	int is_own;            /* code of the image with these flags */
	int is_first, is_last;
};
/*
 * Calls visit() for each active call of this thread, from set_walk() itself to the first one of
 * the stack.  Returns 0, or -1: a table is missing or not understood, or visit() returned not 0.
 */
int set_walk(const struct set_state *s, int (*visit)(const struct set_frame *, void *), void *arg);

/* set_cuts.c */
/*
 * The process ends here, in exit().  Records the calls of the image that do not return.
 * Returns whether there may be others: calls of other threads, or left before.
 */
int set_record_cuts(const struct set_state *s);

/* set_copy.c */
/* Adds the flags of the section and counts to a file that is not mapped. */
int set_copy_later(struct set_state *s, const struct set_add *add);
/* The process ends; async-signal-safe. */
void set_end(struct set_state *s, uint32_t how);
void set_catch_signals(struct set_state *s);
void set_release_signals(void);

#endif
