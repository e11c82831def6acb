/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A plugin of QEMU for bench/kills: which instructions of the program's text were executed, and
 * what its recording contains, at given instants.
 *
 *   -plugin FILE,text=START-END,instants=FILE,from=DIR,to=DIR
 *
 * An instant is a number of executed instructions of the text.  At each one all processors wait at
 * their next instruction; TO/N is a copy of FROM (files are mapped shared: it is what SIGKILL would
 * leave), TO/N.executed has one byte an address of the text, TO/N.pcs the next instruction of each
 * processor + 1: 1 if that is outside the text, 0 if the processor has executed nothing.  TO/last
 * is the end of the run, TO/count the number of instructions, and TO/first has the number of
 * instructions executed when each address was for the first time, 8 bytes an address.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "qemu_plugin.h"

#define MAX_VCPUS 64
#define NEVER UINT64_MAX

EXPORT int qemu_plugin_version = 1;

static uint64_t text_start, text_end, count, *instants, next_instant = NEVER;
static size_t n_instants, n_taken;
static unsigned char *executed; /* one byte an address of the text */
static uint64_t *first; /* instructions executed when the address was for the first time, or 0 */
static uint64_t pcs[MAX_VCPUS]; /* address + 1; 0: the processor has executed nothing */
static const char *from, *to;
static int snapshotting; /* processor + 1 that makes a snapshot */

static void die(const char *what)
{
	perror(what);
	_exit(1);
}

static void write_file(const char *directory, const char *name, const void *data, size_t size)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	f = fopen(path, "w");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f))
		die(path);
}

/* Copies a file without its pages of zeros. */
static void copy_file(const char *source, const char *target)
{
	static unsigned char page[4096];
	static const unsigned char zeros[4096];
	FILE *in = fopen(source, "r"), *out = fopen(target, "w");
	long size = 0;
	size_t n;

	if (!in || !out)
		die(source);
	while ((n = fread(page, 1, sizeof(page), in)) > 0) {
		size += (long)n;
		if (!memcmp(page, zeros, n))
			fseek(out, (long)n, SEEK_CUR);
		else
			fwrite(page, 1, n, out);
	}
	fflush(out);
	if (ftruncate(fileno(out), size) || fclose(out))
		die(target);
	fclose(in);
}

static void copy_directory(const char *source, const char *target)
{
	struct dirent *entry;
	DIR *d = opendir(source);

	if (!d || mkdir(target, 0755))
		die(target);
	while ((entry = readdir(d))) {
		char from_path[4096], to_path[4096];
		struct stat info;

		snprintf(from_path, sizeof(from_path), "%s/%s", source, entry->d_name);
		snprintf(to_path, sizeof(to_path), "%s/%s", target, entry->d_name);
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
		    lstat(from_path, &info))
			continue;
		if (S_ISDIR(info.st_mode))
			copy_directory(from_path, to_path);
		else if (S_ISREG(info.st_mode))
			copy_file(from_path, to_path);
	}
	closedir(d);
}

static void snapshot(const char *name)
{
	char path[2048];

	snprintf(path, sizeof(path), "%s/%s", to, name);
	copy_directory(from, path);
	snprintf(path, sizeof(path), "%s.executed", name);
	write_file(to, path, executed, text_end - text_start);
	snprintf(path, sizeof(path), "%s.pcs", name);
	write_file(to, path, pcs, sizeof(pcs));
}

static void take(unsigned int vcpu)
{
	int none = 0;
	char name[32];

	if (!__atomic_compare_exchange_n(&snapshotting, &none, (int)vcpu + 1, false,
					 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		return;
	usleep(2000); /* the others come to their next instruction */
	snprintf(name, sizeof(name), "%zu", n_taken++);
	snapshot(name);
	next_instant = n_taken < n_instants ? instants[n_taken] : NEVER;
	__atomic_store_n(&snapshotting, 0, __ATOMIC_SEQ_CST);
}

static void step(unsigned int vcpu, uint64_t pc, uint64_t n)
{
	if (vcpu < MAX_VCPUS)
		pcs[vcpu] = pc + 1;
	if (n && __atomic_fetch_add(&count, n, __ATOMIC_RELAXED) + n > next_instant)
		take(vcpu);
	while (__atomic_load_n(&snapshotting, __ATOMIC_ACQUIRE))
		usleep(100);
}

/* Marks an instruction of the text, which is executed next. */
static void on_instruction(unsigned int vcpu, void *mark)
{
	ptrdiff_t at = (unsigned char *)mark - executed;

	step(vcpu, text_start + (uint64_t)at, 1);
	if (!executed[at])
		first[at] = count;
	executed[at] = 1;
}

/* A block outside the text. */
static void on_block(unsigned int vcpu, void *data)
{
	(void)data;
	step(vcpu, 0, 0);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	bool outside = false;

	(void)id;
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t at = qemu_plugin_insn_vaddr(insn);

		if (at >= text_start && at < text_end)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, 0,
							       executed + (at - text_start));
		else
			outside = true;
	}
	if (outside)
		qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, 0, NULL);
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
	char text[32];

	(void)id;
	(void)data;
	snapshot("last");
	write_file(to, "first", first, sizeof(*first) * (text_end - text_start));
	write_file(to, "count", text, (size_t)snprintf(text, sizeof(text), "%" PRIu64 "\n", count));
}

static void read_instants(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		die(path);
	instants = malloc(sizeof(*instants) * 65536);
	while (n_instants < 65536 && fscanf(f, "%" SCNu64, &instants[n_instants]) == 1)
		n_instants++;
	fclose(f);
	if (n_instants)
		next_instant = instants[0];
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++) {
		char *value = strchr(argv[i], '=') + 1;

		if (!strncmp(argv[i], "text=", 5) &&
		    sscanf(value, "%" SCNi64 "-%" SCNi64, (int64_t *)&text_start,
			   (int64_t *)&text_end) != 2)
			return 1;
		if (!strncmp(argv[i], "instants=", 9))
			read_instants(value);
		if (!strncmp(argv[i], "from=", 5))
			from = strdup(value);
		if (!strncmp(argv[i], "to=", 3))
			to = strdup(value);
	}
	executed = calloc(1, text_end - text_start + 1);
	first = calloc(sizeof(*first), text_end - text_start + 1);
	if (!executed || !first || !from || !to)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	return 0;
}
