/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which blocks of a program or plugin run: scripts/mutantlib/measured-cc includes this before
 * each measured source.  A byte for each address of the module, in the file
 * $ANYCOV_MUTANTS_REACHED/BUILD-ID, becomes 1 when the hook call that returns there runs.  The
 * file is mapped shared, so nothing is lost if the process is killed or calls _exit().
 *
 * Includes no header that a source's feature macros change.  Not anycov's own coverage, which
 * is what the mutants break.
 */
#ifndef ANYCOV_MUTANTS_REACHED_H
#define ANYCOV_MUTANTS_REACHED_H
#include <elf.h>
#include <sys/syscall.h>

#define MUTANTS_ROOM (64L << 20)
#define MUTANTS_FN                                                                                 \
	__attribute__((no_sanitize_coverage, no_sanitize("address", "undefined"), unused))

#ifdef __cplusplus
extern "C" {
#endif
extern char **mutants_environ __asm__("environ");
extern const char mutants_start[] __asm__("__ehdr_start") __attribute__((visibility("hidden")));
long mutants_syscall(long, ...) __asm__("syscall");
int *mutants_errno(void) __asm__("__errno_location");
void __sanitizer_cov_trace_pc(void) __attribute__((weak, visibility("hidden")));
__attribute__((weak, visibility("hidden"))) unsigned char *mutants_map;

/* Appends the digits of this module's build ID; the end of them, or 0 if it has none. */
MUTANTS_FN static char *mutants_build_id(char *to)
{
	const Elf64_Ehdr *head = (const Elf64_Ehdr *)mutants_start;
	const Elf64_Phdr *part = (const Elf64_Phdr *)(mutants_start + head->e_phoff);

	for (int i = 0; i < head->e_phnum; i++) {
		unsigned long at = part[i].p_vaddr;

		while (part[i].p_type == PT_NOTE && at < part[i].p_vaddr + part[i].p_filesz) {
			const Elf64_Nhdr *note = (const Elf64_Nhdr *)(mutants_start + at);
			const unsigned char *id = (const unsigned char *)(note + 1) + 4;

			if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4) {
				for (unsigned n = 0; n < note->n_descsz; n++) {
					*to++ = "0123456789abcdef"[id[n] >> 4];
					*to++ = "0123456789abcdef"[id[n] & 15];
				}
				return to;
			}
			at += sizeof(*note) + ((note->n_namesz + 3) & ~3u) +
			      ((note->n_descsz + 3) & ~3u);
		}
	}
	return 0;
}

/* Maps this module's file.  Returns 0 if nothing is measured. */
MUTANTS_FN static unsigned char *mutants_open(void)
{
	static const char name[] = "ANYCOV_MUTANTS_REACHED=";
	char path[1024];
	char *to = path;
	long fd, map;

	for (char **e = mutants_environ; e && *e; e++) {
		unsigned n = 0;

		while (name[n] && (*e)[n] == name[n])
			n++;
		if (name[n])
			continue;
		for (const char *from = *e + n; *from && to < path + 900; from++)
			*to++ = *from;
		break;
	}
	if (to == path)
		return 0;
	*to++ = '/';
	to = mutants_build_id(to);
	if (!to)
		return 0;
	*to = 0;
	fd = mutants_syscall(SYS_openat, -100 /* AT_FDCWD */, path, 02 | 0100 | 02000000, 0666);
	if (fd < 0)
		return 0;
	mutants_syscall(SYS_ftruncate, fd, MUTANTS_ROOM);
	map = mutants_syscall(SYS_mmap, 0L, MUTANTS_ROOM, 3L, 1L /* MAP_SHARED */, fd, 0L);
	mutants_syscall(SYS_close, fd);
	return map == -1 ? 0 : (unsigned char *)map;
}

MUTANTS_FN void __sanitizer_cov_trace_pc(void)
{
	unsigned long at =
		(unsigned long)__builtin_return_address(0) - (unsigned long)mutants_start;

	if (!mutants_map) {
		int before = *mutants_errno();
		unsigned char *map = mutants_open();

		*mutants_errno() = before;
		mutants_map = map ? map : (unsigned char *)1;
	}
	if (mutants_map != (unsigned char *)1 && at < MUTANTS_ROOM && !mutants_map[at])
		mutants_map[at] = 1;
}
#ifdef __cplusplus
}
#endif
#endif
