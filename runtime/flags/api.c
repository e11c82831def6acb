/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The functions that people call: they act on all images of the process. */
#include <errno.h>
#include <unistd.h>
#include "anycov/anycov.h"
#include "flags.h"

#define PUBLIC __attribute__((visibility("hidden")))

static int reset(struct flags_image *image, struct flags_state *s, void *arg)
{
	size_t i;

	(void)arg;
	for (i = 0; i < image->n; i++)
		if (image->flags[i] != FLAG_START)
			*(volatile unsigned char *)&image->flags[i] = FLAG_START;
	if (s->version == FLAGS_STATE_VERSION && s->rearm)
		s->rearm(s);
	return 0;
}

PUBLIC void anycov_set_reset(void)
{
	flags_for_each_image(reset, NULL);
}

/* Returns 0 or a negative ANYCOV_E* number. */
static int snapshot(struct flags_image *image, struct flags_state *s, void *arg)
{
	int dir = *(int *)arg, err;
	char path[PATH_BYTES];
	long n;

	(void)s;
	if (image->is_program) {
		n = SYS4(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, sizeof(path) - 1);
		path[n > 0 ? n : 0] = 0;
		image->path = path;
	}
	image->page = (size_t)sysconf(_SC_PAGESIZE);
	flags_identify(image);
	if (!image->file[0])
		return ANYCOV_EINVAL;
	flags_write_image(image, dir);
	err = flags_write_file(image, dir, ANYCOV_FLAGS_MAPPED, image->flags);
	return err == -EEXIST ? ANYCOV_EINVAL : err ? ANYCOV_EIO : 0;
}

PUBLIC int anycov_set_snapshot(const char *path)
{
	int dir = flags_open_directory(path, 1), err;

	if (dir < 0)
		return ANYCOV_EIO;
	err = flags_for_each_image(snapshot, &dir);
	sys_close(dir);
	return err;
}
