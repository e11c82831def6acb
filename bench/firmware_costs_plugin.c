/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A plugin of QEMU for bench/firmware-costs: -plugin FILE,begin=N,end=N,out=FILE writes the number
 * of instructions executed from the first time at begin to the first time at end, or nothing if the
 * program was not at end.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "qemu_plugin.h"

EXPORT int qemu_plugin_version = 1;

static uint64_t count, begin, end, at_begin;
static bool began, ended;
static const char *out;

static void on_begin(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	if (!began)
		at_begin = count;
	began = true;
}

/* At once: QEMU ends without calling plugins when the program asks for it. */
static void on_end(unsigned int vcpu, void *data)
{
	FILE *f;

	(void)vcpu;
	(void)data;
	if (!began || ended)
		return;
	ended = true;
	f = fopen(out, "w");
	if (!f || fprintf(f, "%" PRIu64 "\n", count - at_begin) < 0 || fclose(f)) {
		perror(out);
		_Exit(1);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t at = qemu_plugin_insn_vaddr(insn);

		qemu_plugin_register_vcpu_insn_exec_inline(insn, 0, &count, 1);
		if (at == begin)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_begin, 0, NULL);
		if (at == end)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_end, 0, NULL);
	}
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], "begin=", 6))
			begin = strtoull(argv[i] + 6, NULL, 0);
		else if (!strncmp(argv[i], "end=", 4))
			end = strtoull(argv[i] + 4, NULL, 0);
		else if (!strncmp(argv[i], "out=", 4))
			out = argv[i] + 4;
	if (!begin || !end || !out)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	return 0;
}
