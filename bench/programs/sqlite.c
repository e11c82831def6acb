/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* SQLite runs bench/programs/sqlite.sql on a database in memory. */
#include <stdio.h>
#include <stdlib.h>
#include "work.h"
#include "sqlite3.h"

static char *script;

void bench_setup(const char *dir)
{
	char path[4096];
	long n;
	FILE *f;

	snprintf(path, sizeof(path), "%s/sqlite.sql", dir);
	f = fopen(path, "rb");
	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0 || fseek(f, 0, SEEK_SET)) {
		perror(path);
		exit(1);
	}
	script = calloc((size_t)n + 1, 1);
	if (!script || fread(script, 1, (size_t)n, f) != (size_t)n)
		abort();
	fclose(f);
}

static int row(void *unused, int n, char **values, char **names)
{
	(void)unused;
	(void)names;
	for (int i = 0; i < n; i++)
		printf("%s%s", values[i] ? values[i] : "NULL", i + 1 < n ? "|" : "\n");
	return 0;
}

void bench_work(void)
{
	char *message = NULL;
	sqlite3 *db;

	if (sqlite3_open(":memory:", &db))
		abort();
	if (sqlite3_exec(db, script, row, NULL, &message)) {
		fprintf(stderr, "sqlite: %s\n", message);
		exit(1);
	}
	/* Statements that fail: the error paths of the parser and the VDBE. */
	if (!sqlite3_exec(db, "select from where", row, NULL, &message))
		abort();
	puts(message);
	sqlite3_free(message);
	if (!sqlite3_exec(db, "insert into item(id, name) values (1, 'again')", row, NULL,
			  &message))
		abort();
	puts(message);
	sqlite3_free(message);
	sqlite3_close(db);
	/* The page cache and lookaside keep nothing from one round to the next. */
	sqlite3_shutdown();
}
