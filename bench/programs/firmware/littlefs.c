/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A file system in RAM: directories, files that grow, renames, removals, a second mount. */
#include <stdio.h>
#include <string.h>
#include "costs.h"
#include "lfs.h"

enum { BLOCK = 256, BLOCKS = 32, CACHE = 64, FILES = 6 };

static uint8_t disk[BLOCKS][BLOCK];
static uint8_t read_cache[CACHE], write_cache[CACHE], file_cache[CACHE], lookahead[8];

static int disk_read(const struct lfs_config *c, lfs_block_t block, lfs_off_t at, void *to,
		     lfs_size_t n)
{
	(void)c;
	memcpy(to, disk[block] + at, n);
	return 0;
}

static int disk_program(const struct lfs_config *c, lfs_block_t block, lfs_off_t at,
			const void *from, lfs_size_t n)
{
	(void)c;
	memcpy(disk[block] + at, from, n);
	return 0;
}

static int disk_erase(const struct lfs_config *c, lfs_block_t block)
{
	(void)c;
	memset(disk[block], 0xff, BLOCK);
	return 0;
}

static int disk_sync(const struct lfs_config *c)
{
	(void)c;
	return 0;
}

static const struct lfs_config config = {
	.read = disk_read,
	.prog = disk_program,
	.erase = disk_erase,
	.sync = disk_sync,
	.read_size = 16,
	.prog_size = 16,
	.block_size = BLOCK,
	.block_count = BLOCKS,
	.block_cycles = 100,
	.cache_size = CACHE,
	.lookahead_size = sizeof(lookahead),
	.read_buffer = read_cache,
	.prog_buffer = write_cache,
	.lookahead_buffer = lookahead,
};
static const struct lfs_file_config with_cache = { .buffer = file_cache };
static lfs_t lfs;

static const char *name(char *path, int i)
{
	memcpy(path, "d/f0", 5);
	path[3] = (char)('0' + i);
	return path;
}

static int write_file(int i)
{
	lfs_file_t file;
	char path[8], line[24];

	if (lfs_file_opencfg(&lfs, &file, name(path, i), LFS_O_CREAT | LFS_O_WRONLY | LFS_O_APPEND,
			     &with_cache))
		return 1;
	memset(line, 'a' + i, sizeof(line));
	for (int n = 0; n < 3 + 3 * i; n++)
		if (lfs_file_write(&lfs, &file, line, sizeof(line)) != sizeof(line))
			return 2;
	return lfs_file_close(&lfs, &file);
}

static int read_file(int i)
{
	lfs_file_t file;
	char path[8], line[24];
	int n = 0;

	if (lfs_file_opencfg(&lfs, &file, name(path, i), LFS_O_RDONLY, &with_cache))
		return 1;
	while (lfs_file_read(&lfs, &file, line, sizeof(line)) == sizeof(line))
		n += line[n % 24] == 'a' + i;
	return lfs_file_close(&lfs, &file) || n != 3 + 3 * i;
}

static int again(void)
{
	struct lfs_info info;
	lfs_dir_t dir;
	int n = 0;

	if (lfs_mount(&lfs, &config) || lfs_dir_open(&lfs, &dir, "d"))
		return 1;
	while (lfs_dir_read(&lfs, &dir, &info) > 0)
		n++;
	if (lfs_dir_close(&lfs, &dir) || n != 2 + FILES - 1)
		return 2;
	for (int i = 1; i < FILES - 1; i++)
		if (read_file(i))
			return 3;
	return lfs_unmount(&lfs);
}

int bench_work(void)
{
	if (lfs_format(&lfs, &config) || lfs_mount(&lfs, &config) || lfs_mkdir(&lfs, "d"))
		return 1;
	for (int i = 0; i < FILES; i++)
		if (write_file(i))
			return 10 + i;
	if (lfs_remove(&lfs, "d/f0") || lfs_rename(&lfs, "d/f5", "d/g") || lfs_unmount(&lfs))
		return 2;
	return again();
}
