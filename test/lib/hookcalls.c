/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * hookcalls [-c] [-f TEXT] [-w NAME,...] OBJECT...: the hook calls of a
 * relocatable ELF file of any target.
 *
 * Compilers and targets share no text form, but every hook call leaves one
 * relocation with the hook's name.  For each function, in section and address
 * order, this prints one line with its hooks in address order, their common
 * prefix __sanitizer_cov_ left out:
 *
 *   f: trace_pc trace_const_cmp4 trace_pc
 *   g:
 *
 * and in front of a hook that is not reached by a direct call
 *
 *   jump:      a jump (a tail call)
 *   indirect:  a call through a pointer
 *   address:   anything else in code
 *
 * -c counts: "f: 2 trace_pc, 1 trace_const_cmp4".  -f TEXT leaves out hooks
 * whose names do not hold TEXT; -w NAME,... shows the uses of these functions
 * too, so that a test can say between which calls a hook stands.  A function
 * without hook calls is printed too, so that a test can see it; of several names
 * of one function the first global one is.  Exit status 1: not a file this can
 * read.
 */
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EM_AVR
#define EM_AVR 83
#endif

struct section {
	uint32_t name, type, link, info;
	uint64_t flags, offset, size, entsize;
};

struct symbol {
	const char *name;
	uint64_t value;
	unsigned type, section;
	bool local;
};

struct object {
	const char *path;
	unsigned char *bytes;
	size_t size;
	bool is64, big;
	unsigned machine;
	struct section *sections;
	unsigned n_sections;
	struct symbol *symbols;
	size_t n_symbols;
};

/* What becomes a line of output: a function's start or a hook's use. */
struct event {
	unsigned section;
	uint64_t offset;
	bool is_function;
	bool local;
	const char *how;
	const char *name;
};

static _Noreturn void die(const struct object *o, const char *what)
{
	fprintf(stderr, "hookcalls: %s: %s\n", o->path, what);
	exit(1);
}

static uint64_t get(const struct object *o, uint64_t offset, unsigned n)
{
	uint64_t v = 0;

	if (offset > o->size || o->size - offset < n)
		die(o, "truncated");
	for (unsigned i = 0; i < n; i++)
		v |= (uint64_t)o->bytes[offset + (o->big ? n - 1 - i : i)] << (8 * i);
	return v;
}

static const char *string_at(const struct object *o, unsigned section, uint64_t at)
{
	if (section >= o->n_sections || at >= o->sections[section].size ||
	    o->sections[section].offset + o->sections[section].size > o->size)
		die(o, "bad string table");
	return (const char *)o->bytes + o->sections[section].offset + at;
}

static void read_file(struct object *o)
{
	FILE *f = fopen(o->path, "rb");
	long n;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0 || fseek(f, 0, SEEK_SET))
		die(o, "cannot read");
	o->size = (size_t)n;
	o->bytes = malloc(o->size + 1);
	if (!o->bytes || fread(o->bytes, 1, o->size, f) != o->size)
		die(o, "cannot read");
	o->bytes[o->size] = 0;
	fclose(f);
}

static void read_sections(struct object *o)
{
	uint64_t at;
	unsigned step;

	if (o->size < 52 || memcmp(o->bytes, ELFMAG, SELFMAG) != 0)
		die(o, "not an ELF file");
	o->is64 = o->bytes[EI_CLASS] == ELFCLASS64;
	o->big = o->bytes[EI_DATA] == ELFDATA2MSB;
	if (get(o, 16, 2) != ET_REL)
		die(o, "not a relocatable object");
	o->machine = (unsigned)get(o, 18, 2);
	at = o->is64 ? get(o, 40, 8) : get(o, 32, 4);
	step = o->is64 ? 64 : 40;
	o->n_sections = (unsigned)get(o, o->is64 ? 60 : 48, 2);
	if (o->n_sections == 0) /* 0xff00 sections or more */
		o->n_sections = (unsigned)get(o, at + (o->is64 ? 32 : 20), o->is64 ? 8 : 4);
	o->sections = calloc(o->n_sections, sizeof(*o->sections));
	if (!o->sections)
		die(o, "no memory");
	for (unsigned i = 0; i < o->n_sections; i++, at += step) {
		struct section *s = &o->sections[i];

		s->name = (uint32_t)get(o, at, 4);
		s->type = (uint32_t)get(o, at + 4, 4);
		s->flags = o->is64 ? get(o, at + 8, 8) : get(o, at + 8, 4);
		s->offset = o->is64 ? get(o, at + 24, 8) : get(o, at + 16, 4);
		s->size = o->is64 ? get(o, at + 32, 8) : get(o, at + 20, 4);
		s->link = (uint32_t)get(o, at + (o->is64 ? 40 : 24), 4);
		s->info = (uint32_t)get(o, at + (o->is64 ? 44 : 28), 4);
		s->entsize = o->is64 ? get(o, at + 56, 8) : get(o, at + 36, 4);
	}
}

static void read_symbols(struct object *o)
{
	unsigned table = 0;
	unsigned step = o->is64 ? 24 : 16;

	for (unsigned i = 0; i < o->n_sections; i++)
		if (o->sections[i].type == SHT_SYMTAB)
			table = i;
	if (!table)
		return;
	o->n_symbols = o->sections[table].size / step;
	o->symbols = calloc(o->n_symbols + 1, sizeof(*o->symbols));
	if (!o->symbols)
		die(o, "no memory");
	for (size_t i = 0; i < o->n_symbols; i++) {
		uint64_t at = o->sections[table].offset + i * step;
		struct symbol *s = &o->symbols[i];
		unsigned info = (unsigned)get(o, at + (o->is64 ? 4 : 12), 1);

		s->name = string_at(o, o->sections[table].link, get(o, at, 4));
		s->value = o->is64 ? get(o, at + 8, 8) : get(o, at + 4, 4);
		s->section = (unsigned)get(o, at + (o->is64 ? 6 : 14), 2);
		s->type = info & 15;
		s->local = info >> 4 == STB_LOCAL;
		if (o->machine == EM_ARM && s->type == STT_FUNC)
			s->value &= ~UINT64_C(1);
	}
}

static const char *how_x86(const struct object *o, uint64_t at)
{
	unsigned before = (unsigned)get(o, at - 1, 1);
	unsigned two = (unsigned)get(o, at - 2, 1) << 8 | before;

	if (before == 0xe8)
		return "";
	if (before == 0xe9 || (two & 0xfff0) == 0x0f80)
		return "jump:";
	if (two >> 8 == 0xff && (before & 0x38) == 0x10)
		return "indirect:";
	if (two >> 8 == 0xff && (before & 0x38) == 0x20)
		return "jump:";
	return "address:";
}

static const char *how_arm(const struct object *o, unsigned type, uint64_t at)
{
	switch (type) {
	case R_ARM_THM_PC22: /* bl */
		return "";
	case R_ARM_THM_JUMP24:
	case R_ARM_THM_PC11:
	case 51: /* R_ARM_THM_JUMP19 */
		return "jump:";
	case R_ARM_CALL:
	case R_ARM_JUMP24:
	case R_ARM_PC24:
	case R_ARM_PLT32:
		/* A conditional bl carries JUMP24 too: look at the link bit. */
		return (get(o, at, 4) >> 24 & 15) == 11 || get(o, at, 4) >> 25 == 0x7d ? ""
										       : "jump:";
	default:
		return "address:";
	}
}

static const char *how_riscv(const struct object *o, unsigned type, uint64_t at)
{
	uint64_t insn;

	if (type == R_RISCV_CALL || type == R_RISCV_CALL_PLT)
		insn = get(o, at + 4, 4); /* auipc, then jalr */
	else if (type == R_RISCV_JAL)
		insn = get(o, at, 4);
	else
		return "address:";
	return (insn >> 7 & 31) ? "" : "jump:";
}

static const char *how_avr(const struct object *o, unsigned type, uint64_t at)
{
	uint64_t insn = get(o, at, 2);

	if (type == 18) /* R_AVR_CALL */
		return (insn & 0xfe0e) == 0x940e ? "" : "jump:";
	if (type == 3) /* R_AVR_13_PCREL */
		return insn >> 12 == 0xd ? "" : "jump:";
	return "address:";
}

static const char *how_xtensa(const struct object *o, unsigned type, uint64_t at)
{
	uint64_t insn = get(o, at, 3);

	if (type == 20) /* R_XTENSA_SLOT0_OP */
		return (insn & 15) == 5 ? "" : (insn & 0x3f) == 6 ? "jump:" : "address:";
	if (type == 11) /* R_XTENSA_ASM_EXPAND: l32r, then callx or jx */
		return (get(o, at + 3, 1) & 0xf0) == 0xa0 ? "jump:" : "";
	return "address:";
}

static const char *how(const struct object *o, unsigned type, uint64_t at)
{
	switch (o->machine) {
	case EM_386:
	case EM_X86_64:
		return how_x86(o, at);
	case EM_ARM:
		return how_arm(o, type, at);
	case EM_AARCH64:
		return type == R_AARCH64_CALL26   ? ""
		       : type == R_AARCH64_JUMP26 ? "jump:"
						  : "address:";
	case EM_RISCV:
		return how_riscv(o, type, at);
	case EM_AVR:
		return how_avr(o, type, at);
	case EM_XTENSA:
		return how_xtensa(o, type, at);
	default:
		return "";
	}
}

static int compare_events(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->is_function != y->is_function)
		return x->is_function ? -1 : 1;
	if (x->local != y->local) /* of two names of one function, the global one first */
		return x->local ? 1 : -1;
	return strcmp(x->name, y->name);
}

static bool is_hook(const char *name)
{
	return strncmp(name, "__sanitizer_cov_", 16) == 0 || strncmp(name, "__anycov_", 9) == 0;
}

static const char *short_name(const char *name)
{
	return strncmp(name, "__sanitizer_cov_", 16) == 0 ? name + 16 : name;
}

/* Helpers that the compiler adds on its own, in some targets only. */
static bool is_helper(const char *name)
{
	return strncmp(name, "__x86.get_pc_thunk", 18) == 0;
}

static bool is_code(const struct object *o, unsigned section)
{
	return section < o->n_sections && o->sections[section].type == SHT_PROGBITS &&
	       o->sections[section].flags & SHF_EXECINSTR;
}

/* -f, -w */
static const char *wanted = "";
static const char *also = "";

/* Is the name one of the list NAME,...? */
static bool is_listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (; *list && n; list += strcspn(list, ","), list += *list == ',')
		if (strncmp(list, name, n) == 0 && strchr(",", list[n]))
			return true;
	return false;
}

/*
 * The name that a relocation means.  Assemblers may write a call within the
 * object as the section's symbol plus an addend.
 */
static const char *target_name(const struct object *o, uint64_t symbol, uint64_t addend)
{
	const struct symbol *s = &o->symbols[symbol];

	if (s->type != STT_SECTION)
		return s->name;
	for (size_t i = 0; i < o->n_symbols; i++)
		if (o->symbols[i].type == STT_FUNC && o->symbols[i].section == s->section &&
		    o->symbols[i].value == addend)
			return o->symbols[i].name;
	return "";
}

/* Adds the hook uses of one relocation section. */
static size_t add_hooks(const struct object *o, const struct section *s, struct event *events)
{
	unsigned word = o->is64 ? 8 : 4;
	unsigned step = s->type == SHT_RELA ? 3 * word : 2 * word;
	size_t n = 0;

	for (uint64_t i = 0; i + step <= s->size; i += step) {
		uint64_t offset = get(o, s->offset + i, word);
		uint64_t info = get(o, s->offset + i + word, word);
		uint64_t symbol = o->is64 ? info >> 32 : info >> 8;
		unsigned type = o->is64 ? (unsigned)info : (unsigned)(info & 255);
		const char *name;

		if (symbol >= o->n_symbols)
			die(o, "bad symbol index in a relocation");
		name = target_name(o, symbol,
				   s->type == SHT_RELA ? get(o, s->offset + i + 2 * word, word)
						       : ~UINT64_C(0));
		if (!(is_hook(name) && strstr(name, wanted)) && !is_listed(also, name))
			continue;
		events[n].section = s->info;
		events[n].offset = offset;
		events[n].name = short_name(name);
		events[n++].how = how(o, type, o->sections[s->info].offset + offset);
	}
	return n;
}

static size_t collect(const struct object *o, struct event *events)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n_symbols; i++) {
		const struct symbol *s = &o->symbols[i];

		if (s->type != STT_FUNC || !is_code(o, s->section) || is_helper(s->name))
			continue;
		events[n].section = s->section;
		events[n].offset = s->value;
		events[n].is_function = true;
		events[n].local = s->local;
		events[n++].name = s->name;
	}
	for (unsigned i = 0; i < o->n_sections; i++)
		if ((o->sections[i].type == SHT_REL || o->sections[i].type == SHT_RELA) &&
		    is_code(o, o->sections[i].info))
			n += add_hooks(o, &o->sections[i], events + n);
	qsort(events, n, sizeof(*events), compare_events);
	return n;
}

/* Do a function's line and the one before it name the same code? */
static bool is_alias(const struct event *e, const struct event *last)
{
	return last->is_function && last->section == e->section && last->offset == e->offset;
}

static void print_counts(const struct event *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned count = 0;
		bool first = true;

		for (size_t k = 0; k < n; k++) {
			bool same = strcmp(e[k].name, e[i].name) == 0 &&
				    strcmp(e[k].how, e[i].how) == 0;

			count += same;
			first = first && !(same && k < i);
		}
		if (first)
			printf("%s %u %s%s", i ? "," : "", count, e[i].how, e[i].name);
	}
}

/* Prints the hooks from here to the function's end; returns how many. */
static size_t print_hooks(const struct event *e, size_t most, bool counted)
{
	size_t n = 0;

	while (n < most && !e[n].is_function && e[n].section == e[0].section)
		n++;
	if (counted)
		print_counts(e, n);
	for (size_t i = 0; i < n && !counted; i++)
		printf(" %s%s", e[i].how, e[i].name);
	putchar('\n');
	return n;
}

static void print(const char *path, bool counted)
{
	struct object o = { .path = path };
	struct event *events;
	size_t n, most;

	read_file(&o);
	read_sections(&o);
	read_symbols(&o);
	most = o.n_symbols;
	for (unsigned i = 0; i < o.n_sections; i++)
		if (o.sections[i].type == SHT_REL || o.sections[i].type == SHT_RELA)
			most += o.sections[i].size / 8 + 1;
	events = calloc(most + 1, sizeof(*events));
	if (!events)
		die(&o, "no memory");
	n = collect(&o, events);
	for (size_t i = 0; i < n;) {
		const struct event *e = &events[i];

		if (e->is_function)
			printf("%s:", e->name);
		else
			printf("<%s>:", string_at(&o, (unsigned)get(&o, o.is64 ? 62 : 50, 2),
						  o.sections[e->section].name));
		while (i < n && events[i].is_function && is_alias(&events[i], e))
			i++;
		i += print_hooks(&events[i], n - i, counted);
	}
	free(events);
	free(o.symbols);
	free(o.sections);
	free(o.bytes);
}

int main(int argc, char **argv)
{
	bool counted = false;
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "-c") == 0)
			counted = true;
		else if (strcmp(argv[i], "-f") == 0 && i + 1 < argc)
			wanted = argv[++i];
		else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
			also = argv[++i];
		else
			break;
	}
	if (i >= argc || argv[i][0] == '-') {
		fprintf(stderr, "usage: hookcalls [-c] [-f TEXT] [-w NAME,...] OBJECT...\n");
		return 2;
	}
	for (; i < argc; i++)
		print(argv[i], counted);
	return 0;
}
