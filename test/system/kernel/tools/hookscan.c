// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Finds the hook calls of a kernel image and checks the PCs that a kernel reported.
 *
 *   hookscan VMLINUX                 the return address of every hook call,
 *                                    "PC addr" or "CMP addr", sorted
 *   hookscan --objdump <DUMP         the same from the output of objdump -d
 *   hookscan VMLINUX MODULE.ko LOG   every PC that a guest printed must be one
 *                                    of vmlinux's or of the module's
 *
 * The first form scans bytes as syzkaller does: an x86-64 call is e8 and 32 bits, an arm64 call
 * is BL, and the target is the address of a hook.  Because it does not decode where
 * instructions begin it could find too many; the comparison with the second form shows that it
 * does not.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PC, CMP, KINDS };
static const char *const kind_name[KINDS] = { "PC", "CMP" };

struct set {
	uint64_t *v;
	size_t n, room;
};

struct elf {
	const char *path;
	const unsigned char *data;
	size_t size;
	const Elf64_Ehdr *eh;
	const Elf64_Shdr *sh;
	struct set calls[KINDS];
};

static void die(const char *path, const char *what)
{
	fprintf(stderr, "hookscan: %s: %s\n", path, what);
	exit(1);
}

static void add(struct set *s, uint64_t v)
{
	if (s->n == s->room) {
		s->room = s->room ? 2 * s->room : 1024;
		s->v = realloc(s->v, s->room * sizeof(*s->v));
		if (!s->v)
			die("memory", "none left");
	}
	s->v[s->n++] = v;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static bool has(const struct set *s, uint64_t v)
{
	return s->n && bsearch(&v, s->v, s->n, sizeof(v), compare);
}

/* Returns the kind of a hook's name, or -1. */
static int hook_kind(const char *name)
{
	if (!strncmp(name, "__sanitizer_cov_trace_", 22))
		name += 22;
	else if (!strncmp(name, "__anycov_", 9))
		name += 9;
	else
		return -1;
	if (strstr(name, "cmp") || strstr(name, "switch"))
		return CMP;
	return !strncmp(name, "pc", 2) || strstr(name, "trace_pc") ? PC : -1;
}

static struct elf open_elf(const char *path)
{
	struct elf e = { .path = path };
	int fd = open(path, O_RDONLY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		die(path, strerror(errno));
	e.size = (size_t)st.st_size;
	e.data = mmap(NULL, e.size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (e.data == MAP_FAILED)
		die(path, strerror(errno));
	e.eh = (const Elf64_Ehdr *)e.data;
	if (e.size < sizeof(*e.eh) || memcmp(e.eh->e_ident, ELFMAG "\2\1", 6))
		die(path, "no 64-bit little-endian ELF file");
	if (e.eh->e_shoff + (uint64_t)e.eh->e_shnum * sizeof(*e.sh) > e.size)
		die(path, "ends before the section table");
	e.sh = (const Elf64_Shdr *)(e.data + e.eh->e_shoff);
	for (int i = 0; i < e.eh->e_shnum; i++)
		if (e.sh[i].sh_type != SHT_NOBITS && e.sh[i].sh_offset + e.sh[i].sh_size > e.size)
			die(path, "a section ends behind the file");
	return e;
}

static const Elf64_Sym *symbols(const struct elf *e, size_t *n, const char **names)
{
	for (int i = 0; i < e->eh->e_shnum; i++)
		if (e->sh[i].sh_type == SHT_SYMTAB) {
			*n = e->sh[i].sh_size / sizeof(Elf64_Sym);
			*names = (const char *)e->data + e->sh[e->sh[i].sh_link].sh_offset;
			return (const Elf64_Sym *)(e->data + e->sh[i].sh_offset);
		}
	die(e->path, "no symbol table");
	return NULL;
}

static uint64_t symbol(const struct elf *e, const char *name)
{
	const char *names;
	size_t n;
	const Elf64_Sym *s = symbols(e, &n, &names);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(names + s[i].st_name, name))
			return s[i].st_value;
	die(e->path, "no symbol _stext");
	return 0;
}

static void scan_code(struct elf *e, const Elf64_Shdr *sh, const struct set hooks[KINDS])
{
	const unsigned char *code = e->data + sh->sh_offset;
	bool x86 = e->eh->e_machine == EM_X86_64;
	size_t step = x86 ? 1 : 4, length = x86 ? 5 : 4;

	for (size_t at = 0; at + length <= sh->sh_size; at += step) {
		uint64_t pc = sh->sh_addr + at, target;
		int32_t rel;

		if (x86) {
			if (code[at] != 0xe8)
				continue;
			memcpy(&rel, code + at + 1, 4);
			target = pc + 5 + (uint64_t)(int64_t)rel;
		} else {
			uint32_t insn;

			memcpy(&insn, code + at, 4);
			if ((insn & 0xfc000000) != 0x94000000)
				continue;
			rel = (int32_t)(insn << 6) >> 4;
			target = pc + (uint64_t)(int64_t)rel;
		}
		for (int k = 0; k < KINDS; k++)
			if (has(&hooks[k], target))
				add(&e->calls[k], pc + length);
	}
}

static void scan_image(struct elf *e)
{
	struct set hooks[KINDS] = { { 0 } };
	const char *names;
	size_t n;
	const Elf64_Sym *s = symbols(e, &n, &names);

	for (size_t i = 0; i < n; i++) {
		int k = hook_kind(names + s[i].st_name);

		if (k >= 0 && s[i].st_shndx != SHN_UNDEF)
			add(&hooks[k], s[i].st_value);
	}
	for (int k = 0; k < KINDS; k++)
		qsort(hooks[k].v, hooks[k].n, sizeof(uint64_t), compare);
	for (int i = 0; i < e->eh->e_shnum; i++)
		if (e->sh[i].sh_type == SHT_PROGBITS && (e->sh[i].sh_flags & SHF_EXECINSTR))
			scan_code(e, &e->sh[i], hooks);
	for (int k = 0; k < KINDS; k++)
		qsort(e->calls[k].v, e->calls[k].n, sizeof(uint64_t), compare);
}

/* A module: offsets in .text of the return addresses, from its relocations. */
static uint64_t scan_module(struct elf *e)
{
	const char *section = (const char *)e->data + e->sh[e->eh->e_shstrndx].sh_offset, *names;
	uint64_t text_size = 0;
	size_t n;
	const Elf64_Sym *s = symbols(e, &n, &names);

	for (int i = 0; i < e->eh->e_shnum; i++) {
		const Elf64_Shdr *sh = &e->sh[i];
		const Elf64_Rela *r = (const Elf64_Rela *)(e->data + sh->sh_offset);

		if (!strcmp(section + sh->sh_name, ".text"))
			text_size = sh->sh_size;
		if (sh->sh_type != SHT_RELA || strcmp(section + sh->sh_name, ".rela.text"))
			continue;
		for (size_t j = 0; j < sh->sh_size / sizeof(*r); j++) {
			int k = hook_kind(names + s[ELF64_R_SYM(r[j].r_info)].st_name);

			if (k >= 0)
				add(&e->calls[k], r[j].r_offset + 4);
		}
	}
	for (int k = 0; k < KINDS; k++)
		qsort(e->calls[k].v, e->calls[k].n, sizeof(uint64_t), compare);
	return text_size;
}

/* "ffffffff81000123:  call ffffffff81abc <hook>": a line of objdump -d. */
static int from_objdump(void)
{
	static char line[4096];

	while (fgets(line, sizeof(line), stdin)) {
		char *end, *mnemonic, *name = strchr(line, '<');
		uint64_t addr = strtoull(line, &end, 16);
		int kind, length;

		if (!name || *end != ':')
			continue;
		name[strcspn(name, ">\n")] = '\0';
		kind = hook_kind(name + 1);
		if (kind < 0)
			continue;
		mnemonic = end + 1 + strspn(end + 1, " \t");
		if (!strncmp(mnemonic, "call", 4))
			length = 5;
		else if (!strncmp(mnemonic, "bl\t", 3) || !strncmp(mnemonic, "bl ", 3))
			length = 4;
		else
			continue;
		printf("%s %llx\n", kind_name[kind], (unsigned long long)addr + (unsigned)length);
	}
	return 0;
}

static int check_log(struct elf *image, struct elf *module, uint64_t text_size, FILE *log)
{
	uint64_t base = 0, slide = 0, linked = symbol(image, "_stext"), v;
	size_t seen[KINDS] = { 0 }, in_module = 0, bad = 0;
	char line[256], word[64];

	while (fgets(line, sizeof(line), log)) {
		if (sscanf(line, "STEXT %llx", (unsigned long long *)&v) == 1)
			slide = v - linked;
		if (sscanf(line, "MODULE anycov_test %llx", (unsigned long long *)&v) == 1)
			base = v;
	}
	rewind(log);
	while (fgets(line, sizeof(line), log)) {
		int k;

		if (sscanf(line, "%63s %llx", word, (unsigned long long *)&v) != 2)
			continue;
		for (k = 0; k < KINDS && strcmp(word, kind_name[k]); k++)
			;
		if (k == KINDS)
			continue;
		seen[k]++;
		if (has(&image->calls[k], v))
			continue;
		/* vmlinux's displacement is also subtracted from the PCs of modules. */
		if (base && v + slide - base < text_size &&
		    has(&module->calls[k], v + slide - base)) {
			in_module++;
			continue;
		}
		if (bad++ < 10)
			fprintf(stderr,
				"hookscan: %s %llx is not the return address of a hook call\n",
				word, (unsigned long long)v);
	}
	printf("%zu block and %zu compare PCs, %zu of them in the module, %zu wrong\n", seen[PC],
	       seen[CMP], in_module, bad);
	return bad || !seen[PC];
}

int main(int argc, char **argv)
{
	struct elf image, module;
	uint64_t text_size;
	FILE *log;

	if (argc == 2 && !strcmp(argv[1], "--objdump"))
		return from_objdump();
	if (argc != 2 && argc != 4) {
		fprintf(stderr, "usage: hookscan VMLINUX [MODULE.ko LOG] | hookscan --objdump\n");
		return 2;
	}
	image = open_elf(argv[1]);
	scan_image(&image);
	if (argc == 2) {
		for (int k = 0; k < KINDS; k++)
			for (size_t i = 0; i < image.calls[k].n; i++)
				printf("%s %llx\n", kind_name[k],
				       (unsigned long long)image.calls[k].v[i]);
		return 0;
	}
	module = open_elf(argv[2]);
	text_size = scan_module(&module);
	log = fopen(argv[3], "r");
	if (!log)
		die(argv[3], strerror(errno));
	return check_log(&image, &module, text_size, log);
}
