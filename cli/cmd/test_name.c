/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/test_name.h"

/* Meson's list of tests, in a build directory. */
#define MESON_TESTS "meson-info/intro-tests.json"

/* Returns whether an 'anycov run' above records what has no name. */
static bool is_below_unnamed(void)
{
	const char *above = getenv(RUN_VARIABLE), *directory = getenv("ANYCOV_DIR");

	return above && *above && directory && !strcmp(above, directory);
}

/* PYTEST_CURRENT_TEST is "FILE::TEST (PHASE)". */
static char *name_of_pytest(void)
{
	const char *name = getenv("PYTEST_CURRENT_TEST"), *phase = name ? strrchr(name, ' ') : NULL;

	if (!phase || phase == name || phase[1] != '(')
		return NULL;
	return xstrndup(name, (size_t)(phase - name));
}

/* Reads the list of a directory, or of the nearest one above it.  Returns NULL if there is none. */
static json_t *read_tests_above(const char *directory)
{
	char *at = xstrdup(directory), *slash;
	json_t *tests = NULL;

	do {
		char *path = xasprintf("%s/" MESON_TESTS, at);
		int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		struct stat st;

		if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode))
			tests = json_loadfd(fd, 0, NULL);
		if (fd >= 0)
			close(fd);
		free(path);
		slash = strrchr(at, '/');
		if (slash)
			*slash = 0;
	} while (!tests && slash);
	free(at);
	return tests;
}

/* Returns the number of words of a test if the command begins with them, or 0. */
static size_t match_words(const json_t *test, char **argv)
{
	const json_t *words = json_object_get(test, "cmd");
	size_t n = json_array_size(words);

	for (size_t i = 0; i < n; i++) {
		const char *word = json_string_value(json_array_get(words, i));

		if (!word || !argv[i] || strcmp(word, argv[i]))
			return 0;
	}
	return n;
}

static bool match_environment(json_t *test)
{
	const char *name;
	json_t *value;

	json_object_foreach(json_object_get(test, "env"), name, value)
	{
		const char *here = getenv(name), *there = json_string_value(value);

		if (!here || !there || strcmp(here, there))
			return false;
	}
	return true;
}

static const char *plain_name(const json_t *test)
{
	return json_string_value(json_object_get(test, "name"));
}

/* Returns a test's name, with its suite if another test has the name, too. */
static char *whole_name(const json_t *tests, const json_t *test)
{
	const char *name = plain_name(test);
	const json_t *suites = json_object_get(test, "suite");
	const char *suite = json_string_value(json_array_get(suites, 0));
	size_t same = 0;

	for (size_t i = 0; i < json_array_size(tests); i++) {
		const char *other = plain_name(json_array_get(tests, i));

		same += other && !strcmp(other, name);
	}
	return same > 1 && suite ? xasprintf("%s / %s", suite, name) : xstrdup(name);
}

/*
 * Returns the test with most words of the command, which has what Meson adds at the end, and with
 * most variables of the environment.
 */
static json_t *find_command(const json_t *tests, char **argv)
{
	json_t *best = NULL;
	const char *twin = NULL;
	uint64_t most = 0;

	for (size_t i = 0; i < json_array_size(tests); i++) {
		json_t *test = json_array_get(tests, i);
		uint64_t n = match_words(test, argv);
		uint64_t fit = n << 32 | json_object_size(json_object_get(test, "env"));

		if (!n || fit < most || !plain_name(test) || !match_environment(test))
			continue;
		twin = fit == most ? plain_name(test) : NULL;
		if (!twin)
			best = test;
		most = fit;
	}
	if (twin)
		warn("%s: Meson's tests '%s' and '%s' are the same command, which is recorded as "
		     "the first; give one of them a variable in 'env'",
		     argv[0], plain_name(best), twin);
	return best;
}

/* Meson gives the name of a test to no program, but lists the command of each. */
static char *name_of_meson(char **argv)
{
	char *cwd = getcwd(NULL, 0), *name = NULL;
	json_t *tests = cwd ? read_tests_above(cwd) : NULL;
	const json_t *test;

	if (!tests && argv[0][0] == '/')
		tests = read_tests_above(argv[0]);
	test = find_command(tests, argv);
	if (test)
		name = whole_name(tests, test);
	json_decref(tests);
	free(cwd);
	return name;
}

char *test_name_find(char **argv, bool is_part)
{
	const char *given = getenv("ANYCOV_TEST");
	char *name;

	if (given && *given)
		return xstrdup(given);
	if (!is_part || !is_below_unnamed())
		return NULL;
	name = name_of_pytest();
	return name ? name : name_of_meson(argv);
}
