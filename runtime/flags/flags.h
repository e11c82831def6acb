/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Flags that a process shares with a file (anycov/flags_file.h).  When an image begins, its section
 * of flags becomes the file's pages.  Nothing runs after that: a store of a flag is a store to the
 * file, in each thread, after fork() and until the last instruction.
 *
 *   anycov-flags.o: in each program and each shared library that has flags
 *     start.c        where to record; the constructor
 *     process.c      environment and auxiliary vector
 *     self.c         the image: name, build ID, path
 *     file.c         creates and opens the files of a directory
 *     image_file.c   reads the image's own ELF file, writes the .image file
 *     map.c          shares the section with the file
 *     copy.c         copies it at the end where it cannot be shared
 *     sys.c          system calls, bytes and strings
 *     memory.c       memset() and memcpy() for compilers
 *   anycov-flags-pages.o (pages.c): pages of its own for the section
 *   anycov-flags-directory.o (directory.c): a directory that is named at the link
 *   anycov-flags-traps.o (traps.c): breakpoints in place of stores (sites=trap), and for programs
 *   anycov-flags-signals.o (trap_signals.c)
 *   libanycov-flags.a (api.c, images.c): anycov_set_reset(), anycov_set_snapshot(), for those
 *   that call them
 *   libanycov-flags-gcov.a (gcov.c, images.c): __gcov_dump() and others, for those that call them
 *
 * They work on the image that they are linked into, add no undefined symbol to it, and call no
 * function of the C library.
 */
#ifndef ANYCOV_FLAGS_RUNTIME_H
#define ANYCOV_FLAGS_RUNTIME_H

#include <link.h>
#include "anycov/flags_file.h"
#include "sys.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define WEAK __attribute__((weak))
/*
 * Names that other objects of an image use; all others are local to their object.  Weak, because
 * an image may have an object twice.  None is undefined in any image: linkers list undefined weak
 * names among those of a library.  Of two definitions the first one is used: objects that replace
 * what start.c defines are linked before it.
 */
#define SHARED(name) __asm__("anycov_" #name) WEAK HIDDEN

/* Values of a flag before and after its probe was hit, on hosted targets. */
#define FLAG_START 0
#define FLAG_HIT 1

#define PATH_BYTES 4096 /* the kernel's maximum */
/* Of a name in the directory, with everything that is appended to it. */
#define NAME_BYTES 256
/* Longer build IDs and names of images are cut in file names, not in the files. */
#define ID_SHOWN 32
#define BASE_SHOWN 100

struct flags_image {
	unsigned char *flags; /* its section */
	size_t n;
	const ElfW(Ehdr) * ehdr; /* in memory, or NULL */
	const ElfW(Phdr) * phdr;
	unsigned n_phdr;
	int is_program;
	uintptr_t bias; /* load address - address in the file */
	const uint8_t *id;
	uint32_t id_bytes;
	uint32_t uid; /* effective: the owner of its files */
	size_t page;
	const char *path; /* as it was loaded, perhaps relative; empty: unknown */
	/* Name of its file of flags, without the ending; empty: there is nothing to tell builds
	 * of the image apart. */
	char file[NAME_BYTES];
};

struct flags_traps;
struct flags_later;

/* What an image keeps.  Objects of other images find it by a note. */
struct flags_state {
	uint32_t version;
	uint32_t has_begun;
	unsigned char *flags;      /* the section, when it has begun */
	struct flags_later *later; /* a section that is copied at the end, or NULL */
	struct flags_traps *traps; /* sites=trap, while they are in the code; or NULL */
	/* Puts traps again after flags were cleared, in any image; or NULL. */
	void (*rearm)(struct flags_state *s);
	unsigned char *kept; /* hits that clearing leaves (gcov.c), or NULL */
};
#define FLAGS_STATE_VERSION 13
extern struct flags_state flags_state SHARED(flags_state);

/* In the note of an image; each is an address relative to its own. */
struct flags_note {
	int64_t start, stop; /* of the section */
	int64_t state;
	int64_t end, pad; /* nothing needs them, but what has no reference the linker may drop */
};

extern unsigned char flags_section_start[] __asm__("__start___anycov_flags") HIDDEN;
extern unsigned char flags_section_stop[] __asm__("__stop___anycov_flags") HIDDEN;

/* Returns the section of this image.  Compilers take its bounds for two different objects. */
static inline unsigned char *flags_section(size_t *n)
{
	uintptr_t from = (uintptr_t)flags_section_start, end = (uintptr_t)flags_section_stop;

	__asm__("" : "+r"(from), "+r"(end));
	*n = end - from;
	return (unsigned char *)from;
}

/* process.c */
struct flags_process {
	/* Of the auxiliary vector. */
	uintptr_t phdr, n_phdr, page, euid, is_secure, base;
	const char *execfn;
};
/*
 * Takes what the C library passes to constructors; *value is that of the variable, or NULL. Returns
 * 0, or -1: they are no arguments.
 */
int flags_take_arguments(struct flags_process *p, const char **value, int argc, char **argv,
			 char **envp);
/* The same from /proc; with glibc the environment is envp; buffer: of PATH_BYTES bytes, for the
 * value. */
int flags_read_process(struct flags_process *p, const char **value, char **envp, char *buffer);

/* self.c */
/* Fills in the headers of this object's image, and bias. */
void flags_find_headers(struct flags_image *image) SHARED(flags_find_headers);
/* Describes this object's image, but for path and file. */
void flags_find_self(struct flags_image *image, const struct flags_process *p);
/* Returns the path with which the dynamic linker loaded the image, with NULL glibc; or NULL. */
const char *flags_find_loaded(const struct flags_process *p, const struct flags_image *image);
#define FLAGS_GLIBC "libc.so.6"
/* Writes the path of the program to a buffer of PATH_BYTES bytes. */
void flags_program_path(const struct flags_image *image, const struct flags_process *p, char *path);
/* Fills in what follows from phdr and path: build ID and file. */
void flags_identify(struct flags_image *image) SHARED(flags_identify);
/* Copies a path, absolute; empty if that is not possible. */
void flags_absolute(char *to, const char *path) SHARED(flags_absolute);
/* Returns the contents of a note, and how many bytes they have; NULL: there is none. */
const void *flags_find_note(const void *notes, size_t bytes, size_t align, const char *name,
			    uint32_t type, size_t *n) SHARED(flags_find_note);

/* image_file.c */
/* An ELF file, mapped. */
struct flags_elf {
	const char *at;
	size_t bytes;
	const ElfW(Shdr) * sections;
	unsigned n;
	const char *names;
	size_t names_bytes;
};
/* Maps the image's own file.  Returns its section of flags; NULL: it is not there. */
const ElfW(Shdr) * flags_open_elf(struct flags_elf *f, const struct flags_image *image)
			   SHARED(flags_open_elf);
const char *flags_section_name(const struct flags_elf *f, const ElfW(Shdr) * s)
	SHARED(flags_section_name);
/* Returns whether the image was compiled with sites=trap. */
int flags_has_traps(const struct flags_image *image);
/* Returns whether no other data of the image is in the pages of its flags. */
int flags_owns_pages(const struct flags_image *image);
/* Writes the .image file unless there is one; `dir` is a descriptor. */
int flags_write_image(const struct flags_image *image, int dir) SHARED(flags_write_image);

/* file.c */
/* A file that gets its name when it is complete. */
struct flags_new {
	int dir, fd;
	char temporary[NAME_BYTES];
};
/* Creates the file of `bytes` bytes, all of them allocated. */
int flags_new_begin(struct flags_new *f, int dir, const char *name, uint64_t bytes);
/* Gives the file its name unless another file has it (-EEXIST).  Either way it is closed. */
int flags_new_end(struct flags_new *f, const char *name, int error);
/* Opens a directory; create: makes it if there is none. */
int flags_open_directory(const char *path, int create) SHARED(flags_open_directory);
/*
 * Opens the image's file in the user's directory below the one at `path`, which has `room` bytes,
 * and appends its name, or what an error is about; creates it if there is none; create: that
 * directory, too.  Clears *owns if it made the file of a section without pages of its own.
 */
int flags_open_file(const struct flags_image *image, int create, char *path, size_t room,
		    int *owns);
/* Returns whether the user may trust it: no other user can change it. */
int flags_is_own(const struct flags_image *image, const struct stat *st, unsigned type);
/* Writes a new file, with flags and of one process, or with `flags` NULL without. */
int flags_write_file(const struct flags_image *image, int dir, uint32_t how,
		     const unsigned char *flags) SHARED(flags_write_file);
/* Returns whether a file of `bytes` bytes that begins so is one of this image. */
int flags_fit(const struct flags_image *image, const struct anycov_flags_head *head,
	      uint64_t bytes);
/* A write past the limit would end the process. */
int flags_is_over_limit(uint64_t bytes);

/* map.c */
/* Maps the file over the section.  Returns 0, a negative error number, or 1: it must be copied. */
int flags_map(const struct flags_image *image, int fd);

/* copy.c */
/* Prepares copying to a file at the end. */
int flags_begin_copy(const struct flags_image *image, const char *path);

/* images.c, of the archives and of traps */
/* Calls fn for each image with flags until it does not return 0; returns what it returned. */
int flags_for_each_image(int (*fn)(struct flags_image *, struct flags_state *, void *), void *arg);

/* traps.c: puts traps at the sites whose flags are not set.  Returns 0 or an error number.
 * NULL: the object is not linked, as start.c defines it. */
typedef int flags_arm_traps(const struct flags_image *image, struct flags_state *s);
extern flags_arm_traps *flags_arm SHARED(flags_arm);

/* directory.c: a directory of PATH_BYTES bytes, or NULL. */
extern const char *flags_directory SHARED(flags_directory);

#endif
