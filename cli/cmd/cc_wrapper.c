/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/base.h"
#include "base/paths.h"
#include "cmd/cc_wrapper.h"
#include "cmd/command.h"

/* Returns the script, to be freed. */
static char *make_script(const char *compiler)
{
	char self[PATH_MAX], *directory = getcwd(NULL, 0);
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *path = strchr(compiler, '/') ? path_normalize(directory, compiler) : NULL;
	char *command, *word, *script;

	self[n > 0 ? n : 0] = 0;
	command = shell_quote(n > 0 ? self : "anycov");
	word = shell_quote(path ? path : compiler);
	script = xasprintf("#!/bin/sh\nexec %s cc %s \"$@\"\n", command, word);
	free(word);
	free(command);
	free(path);
	free(directory);
	return script;
}

int cc_make_wrapper(const char *compiler, const char *path)
{
	char *script = make_script(compiler);
	const size_t n = strlen(script);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777), status = EXIT_OK;
	bool written = fd >= 0 && write(fd, script, n) == (ssize_t)n;

	free(script);
	if (fd < 0 && errno == EEXIST)
		return usage_error("%s: exists; name another file, or remove it", path);
	if (fd < 0)
		return usage_error("%s: cannot be made: %s", path, strerror(errno));
	if (close(fd) || !written) {
		status = usage_error("%s: cannot be written: %s", path, strerror(errno));
		unlink(path);
	}
	return status;
}
