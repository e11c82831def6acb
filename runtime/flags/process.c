/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The environment and the auxiliary vector, without a symbol of the C library: glibc passes argc,
 * argv and envp to constructors, as the kernel has put them on the stack, and the vector follows.
 * /proc shows both where other libraries pass nothing, and where a program has moved its
 * environment before it loads a library; then glibc still passes envp.
 */
#include <elf.h>
#include "flags.h"

#define VARIABLE "ANYCOV_DIR="
#define VARIABLE_BYTES (sizeof(VARIABLE) - 1)

static void take_value(struct flags_process *p, uintptr_t type, uintptr_t value)
{
	if (type == AT_PHDR)
		p->phdr = value;
	else if (type == AT_PHNUM)
		p->n_phdr = value;
	else if (type == AT_PAGESZ)
		p->page = value;
	else if (type == AT_EUID)
		p->euid = value;
	else if (type == AT_SECURE)
		p->is_secure = value != 0;
	else if (type == AT_BASE)
		p->base = value;
	else if (type == AT_EXECFN)
		p->execfn = (const char *)value;
}

/* Takes up to n values.  Returns 0 if those that are needed are there. */
static int take_vector(struct flags_process *p, const ElfW(auxv_t) * a, size_t n)
{
	*p = (struct flags_process){ .is_secure = 1, .base = 1, .euid = UINTPTR_MAX };
	for (; n && a->a_type != AT_NULL; a++, n--)
		take_value(p, a->a_type, a->a_un.a_val);
	return p->page && p->euid != UINTPTR_MAX ? 0 : -1;
}

static const char *find_variable(char **e)
{
	for (; e && *e; e++)
		if (bytes_equal(*e, VARIABLE, VARIABLE_BYTES))
			return *e + VARIABLE_BYTES;
	return NULL;
}

int flags_take_arguments(struct flags_process *p, const char **value, int argc, char **argv,
			 char **envp)
{
	char **e;

	if (argc < 0 || envp != argv + argc + 1)
		return -1;
	*value = find_variable(envp);
	/* The environment that the process began with; unsetenv() leaves several NULLs. */
	for (e = argv + argc + 1; *e; e++)
		;
	while (!*e)
		e++;
	return take_vector(p, (const void *)e, SIZE_MAX);
}

/* Copies the value of the variable from the strings in a file.  Returns whether it is there. */
static int find_value(int fd, char *to)
{
	char part[512];
	size_t at = 0, n = 0; /* characters of a string that were compared, and copied */
	int is_other = 0;
	long got, i;

	while ((got = SYS3(SYS_read, fd, part, sizeof(part))) > 0)
		for (i = 0; i < got; i++) {
			char c = part[i];

			if (at == VARIABLE_BYTES) {
				to[n] = n + 1 < PATH_BYTES ? c : 0;
				if (!to[n++])
					return 1;
			} else if (!is_other && c == VARIABLE[at]) {
				at++;
			} else {
				is_other = c != 0;
				at = 0;
			}
		}
	return 0;
}

int flags_read_process(struct flags_process *p, const char **value, char **envp, char *buffer)
{
	ElfW(auxv_t) vector[64];
	int fd = sys_open(AT_FDCWD, "/proc/self/auxv", O_RDONLY, 0);
	long n;

	if (fd < 0)
		return -1;
	n = SYS3(SYS_read, fd, vector, sizeof(vector));
	sys_close(fd);
	if (n <= 0 || take_vector(p, vector, (size_t)n / sizeof(vector[0])))
		return -1;
	if (flags_find_loaded(p, NULL)) {
		*value = find_variable(envp);
		return 0;
	}
	fd = sys_open(AT_FDCWD, "/proc/self/environ", O_RDONLY, 0);
	*value = fd >= 0 && find_value(fd, buffer) ? buffer : NULL;
	if (fd >= 0)
		sys_close(fd);
	return 0;
}
