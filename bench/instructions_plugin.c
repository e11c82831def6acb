/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A plugin of QEMU for bench/fuzz: -plugin FILE,out=FILE adds a line to the file, with the number
 * of instructions that the program executed. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "qemu_plugin.h"

EXPORT int qemu_plugin_version = 1;

static uint64_t count;
static const char *out;

static void on_end(qemu_plugin_id_t id, void *data)
{
	FILE *f = fopen(out, "a");

	(void)id;
	(void)data;
	if (!f || fprintf(f, "%" PRIu64 "\n", count) < 0 || fclose(f)) {
		perror(out);
		_Exit(1);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	(void)id;
	qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &count, qemu_plugin_tb_n_insns(tb));
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], "out=", 4))
			out = argv[i] + 4;
	if (!out)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
