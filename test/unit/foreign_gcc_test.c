/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * foreign_gcc_test PLUGIN...: this program is a GCC of another version, which has none of the
 * functions that a plugin was built for but error().  Each plugin says so by it, and does no more.
 */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The beginnings of GCC's own structures (gcc-plugin.h, plugin.h). */
struct name_args {
	char *base_name;
	void *others[8];
};
struct gcc_version {
	const char *basever, *datestamp, *devphase, *revision, *configuration_arguments;
};

/* GCC's void error(const char *, ...), a C++ function; the text is its only argument. */
void gcc_error(const char *format, ...) __asm__("_Z5errorPKcz");

static char said[1024];

void gcc_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(said, sizeof(said), format, args);
	va_end(args);
}

static int check(const char *path)
{
	struct gcc_version version = { "99.1.0", "", "", "", "another" };
	struct name_args args = { "anycov", { NULL } };
	int (*init)(struct name_args *, struct gcc_version *);
	void *plugin;

	if (access(path, R_OK) != 0)
		return 0; /* it could not be built */
	printf("%s\n", path);
	fflush(stdout);
	plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	if (!plugin) {
		printf("FAIL: %s\n", dlerror());
		return 1;
	}
	*(void **)&init = dlsym(plugin, "plugin_init");
	said[0] = 0;
	init(&args, &version);
	printf("  %s\n", said);
	if (strstr(said, "anycov: this plugin is for GCC ") &&
	    strstr(said, "the compiler is GCC 99.1.0"))
		return 0;
	printf("FAIL: %s does not say which compiler it is for\n", path);
	return 1;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed += check(argv[i]);
	return failed != 0;
}
