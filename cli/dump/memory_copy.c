/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "dump/memory_copy.h"

/* A line of a HEX file has a count of one byte. */
#define LINE_BYTES_MAX 260u

struct copy_reading {
	struct memory_copy *c;
	struct anycov_error *err;
	int fd;
	uint64_t base, size;
	bool has_start;
	uint64_t start;
};

/* Splits FILE@ADDRESS; a name may contain "@". */
static char *split_word(const char *word, uint64_t *address, bool *has_address)
{
	const char *at = strrchr(word, '@');

	*has_address = at && parse_u64(at + 1, address);
	return *has_address ? xstrndup(word, (size_t)(at - word)) : xstrdup(word);
}

/* Reads up to n bytes of the file from an offset on; how many, or -1 with err filled. */
static ssize_t read_at(const struct copy_reading *r, unsigned char *to, uint64_t n, uint64_t offset)
{
	uint64_t done = 0;

	while (done < n) {
		ssize_t got = pread(r->fd, to + done, n - done, (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return anycov_error_set(r->err, "%s:%llu: cannot read: %s", r->c->path,
						(unsigned long long)(offset + done),
						strerror(errno));
		if (!got)
			break;
		done += (uint64_t)got;
	}
	return (ssize_t)done;
}

/* The file contains n bytes at an address.  Returns whether some were asked for: these, at
 * *skip after the first. */
static bool overlap(struct memory_copy *c, uint64_t address, uint64_t n, uint64_t *skip,
		    uint64_t *at, uint64_t *count)
{
	uint64_t end = n > UINT64_MAX - address ? UINT64_MAX : address + n, from, to;

	if (!n)
		return false;
	c->low = address < c->low ? address : c->low;
	c->end = end > c->end ? end : c->end;
	from = address > c->address ? address : c->address;
	to = end < c->address + c->n ? end : c->address + c->n;
	if (from >= to)
		return false;
	*skip = from - address;
	*at = from - c->address;
	*count = to - from;
	return true;
}

/* Takes bytes of a text file. */
static void take(const struct copy_reading *r, uint64_t address, const unsigned char *p, uint64_t n)
{
	uint64_t skip, at, count;

	if (!overlap(r->c, address < r->base ? address | r->base : address, n, &skip, &at, &count))
		return;
	memcpy(r->c->bytes + at, p + skip, count);
	memset(r->c->known + at, 1, count);
}

/* Reads what the file contains at an offset. */
static int take_file(const struct copy_reading *r, uint64_t address, uint64_t n, uint64_t offset)
{
	uint64_t skip, at, count;
	ssize_t got;

	if (!overlap(r->c, address < r->base ? address | r->base : address, n, &skip, &at, &count))
		return 0;
	got = read_at(r, r->c->bytes + at, count, offset + skip);
	if (got < 0)
		return -1;
	memset(r->c->known + at, 1, (size_t)got);
	return 0;
}

static int read_raw(const struct copy_reading *r)
{
	struct memory_copy *c = r->c;
	uint64_t start = r->start;

	if (!r->size)
		return anycov_error_set(r->err, "%s: is empty; copy the memory again", c->path);
	if (!r->has_start && !c->n)
		return anycov_error_set(r->err,
					"%s: has no addresses; give that of the first byte: "
					"%s@ADDRESS",
					c->path, c->path);
	if (!r->has_start && r->size != c->n)
		return anycov_error_set(r->err,
					"%s: has %llu bytes, and the flags of the image are in "
					"%llu at 0x%llx; give the address of the first byte: "
					"%s@ADDRESS",
					c->path, (unsigned long long)r->size,
					(unsigned long long)c->n, (unsigned long long)c->address,
					c->path);
	if (!r->has_start)
		start = c->address;
	if (start < r->base)
		start |= r->base;
	c->is_raw = true;
	c->offset = c->address - start;
	return take_file(r, start, r->size, 0);
}

/* Reads the segments of a core file: by virtual addresses, or if it has none by physical ones. */
static int read_core(const struct copy_reading *r)
{
	Elf *elf = NULL;
	GElf_Ehdr head;
	GElf_Phdr p;
	size_t n = 0;
	bool has_virtual = false;
	int status = 0;

	elf_version(EV_CURRENT);
	elf = elf_begin(r->fd, ELF_C_READ, NULL);
	if (!elf || !gelf_getehdr(elf, &head) || elf_getphdrnum(elf, &n)) {
		status = anycov_error_set(r->err, "%s: damaged ELF file: %s", r->c->path,
					  elf_errmsg(-1));
	} else if (head.e_type != ET_CORE) {
		status = anycov_error_set(r->err,
					  "%s: is an ELF file but no core file; give a copy of the "
					  "memory, and the image with --image",
					  r->c->path);
	}
	for (size_t i = 0; !status && i < n; i++)
		if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD && p.p_vaddr)
			has_virtual = true;
	for (size_t i = 0; !status && i < n; i++)
		if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_LOAD)
			status = take_file(r, has_virtual ? p.p_vaddr : p.p_paddr, p.p_filesz,
					   p.p_offset);
	elf_end(elf);
	return status;
}

/* Converts pairs of hexadecimal digits up to the line's end; how many, or -1. */
static int hex_bytes(const char *text, unsigned char bytes[LINE_BYTES_MAX])
{
	int n = 0;

	for (; isxdigit((unsigned char)*text); text += 2) {
		const char pair[] = { text[0], text[1], 0 };

		if (n == (int)LINE_BYTES_MAX || !isxdigit((unsigned char)pair[1]))
			return -1;
		bytes[n++] = (unsigned char)strtoul(pair, NULL, 16);
	}
	return text[strspn(text, " \t\r\n")] ? -1 : n;
}

static unsigned sum_of(const unsigned char *p, int n)
{
	unsigned sum = 0;

	while (n--)
		sum += *p++;
	return sum & 0xff;
}

/* Returns what is wrong, or NULL.  *upper: what earlier lines add to addresses. */
static const char *intel_line(const struct copy_reading *r, const char *line, uint64_t *upper)
{
	unsigned char b[LINE_BYTES_MAX];
	int n = hex_bytes(line + 1, b);

	if (n < 5 || b[0] != n - 5)
		return "wrong length";
	if (sum_of(b, n))
		return "wrong checksum";
	if (b[3] == 0)
		take(r, *upper + ((uint64_t)b[1] << 8 | b[2]), b + 4, b[0]);
	else if ((b[3] == 2 || b[3] == 4) && b[0] == 2)
		*upper = ((uint64_t)b[4] << 8 | b[5]) << (b[3] == 2 ? 4 : 16);
	else if (b[3] == 2 || b[3] == 4 || b[3] > 5)
		return "unknown kind of record";
	return NULL;
}

static const char *motorola_line(const struct copy_reading *r, const char *line)
{
	const unsigned kind = (unsigned)(line[1] - '0');
	unsigned char b[LINE_BYTES_MAX];
	uint64_t address = 0;
	int n;

	if (kind > 9)
		return "unknown kind of record";
	n = hex_bytes(line + 2, b);
	if (n < 4 || b[0] != n - 1 || (kind - 1 < 3 && n < (int)kind + 3))
		return "wrong length";
	if (sum_of(b, n) != 0xff)
		return "wrong checksum";
	if (kind - 1 >= 3)
		return NULL;
	for (unsigned i = 1; i <= kind + 1; i++)
		address = address << 8 | b[i];
	take(r, address, b + kind + 2, (uint64_t)n - kind - 3);
	return NULL;
}

/* Reads lines of hexadecimal digits; first: the character that each begins with. */
static int read_lines(const struct copy_reading *r, char first)
{
	char line[2 * LINE_BYTES_MAX + 8];
	const char *wrong = NULL;
	FILE *f = fdopen(dup(r->fd), "r");
	unsigned long number = 0;
	uint64_t upper = 0;

	if (!f || fseek(f, 0, SEEK_SET))
		wrong = "cannot read";
	while (!wrong && fgets(line, sizeof(line), f)) {
		number++;
		if (!line[strspn(line, " \t\r\n")])
			continue;
		if (line[0] != first)
			wrong = "not a line of a HEX file";
		else
			wrong = first == ':' ? intel_line(r, line, &upper) : motorola_line(r, line);
	}
	if (f)
		fclose(f);
	return wrong ? anycov_error_set(r->err,
					"%s:%lu: %s; is the file complete, and was it copied "
					"as text?",
					r->c->path, number, wrong)
		     : 0;
}

/* Returns ':' for Intel HEX, 'S' for S-records, 'E' for ELF, 'K' for compressed dumps of kernels, 0
 * for other files. */
static char format_of(const unsigned char *p, size_t n)
{
	if (n >= 4 && !memcmp(p, ELFMAG, SELFMAG))
		return 'E';
	if (n >= 12 && (!memcmp(p, "KDUMP   ", 8) || !memcmp(p, "makedumpfile", 12)))
		return 'K';
	if (n < 10 || (p[0] != ':' && (p[0] != 'S' || !isdigit(p[1]))))
		return 0;
	for (size_t i = 2; i < 10; i++)
		if (!isxdigit(p[i]))
			return 0;
	return (char)p[0];
}

static int read_copy(struct copy_reading *r)
{
	unsigned char start[16];
	struct stat st;
	ssize_t n;
	char format;

	r->fd = open(r->c->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->fd < 0)
		return anycov_error_set(r->err, "%s: cannot open: %s", r->c->path, strerror(errno));
	if (fstat(r->fd, &st) || !S_ISREG(st.st_mode))
		return anycov_error_set(r->err, "%s: not a file of a memory", r->c->path);
	r->size = (uint64_t)st.st_size;
	n = read_at(r, start, sizeof(start), 0);
	if (n < 0)
		return -1;
	format = format_of(start, (size_t)n);
	/* With an address the bytes of a file are a memory's, whatever they look like. */
	if (!format || r->has_start)
		return read_raw(r);
	if (format == 'K')
		return anycov_error_set(
			r->err,
			"%s: is a compressed or flattened kernel dump; write an ELF "
			"file, with 'makedumpfile -E', or without -z in QEMU",
			r->c->path);
	return format == 'E' ? read_core(r) : read_lines(r, format);
}

int memory_copy_read(struct memory_copy *c, const char *word, uint64_t base, uint64_t address,
		     uint64_t n, struct anycov_error *err)
{
	struct copy_reading r = { .c = c, .err = err, .fd = -1, .base = base };
	int status;

	memset(c, 0, sizeof(*c));
	c->path = split_word(word, &r.start, &r.has_start);
	c->address = address;
	c->n = n;
	c->low = UINT64_MAX;
	c->bytes = xcalloc(n ? n : 1, 1);
	c->known = xcalloc(n ? n : 1, 1);
	status = read_copy(&r);
	if (r.fd >= 0)
		close(r.fd);
	return status;
}

void memory_copy_free(struct memory_copy *c)
{
	free(c->path);
	free(c->bytes);
	free(c->known);
}
