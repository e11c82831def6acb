/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* gcovr's JSON (gcovr --json): files with lines, their branches, and functions. */
#include <jansson.h>
#include <string.h>
#include "coverage/history/foreign.h"

static bool take_number(const json_t *j, const char *key, uint64_t max, uint64_t *n)
{
	const json_t *value = json_object_get(j, key);

	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*n = (uint64_t)json_integer_value(value);
	return *n <= max;
}

/* Returns whether gcovr has the element without counting it. */
static bool is_left_out(const json_t *j)
{
	return json_is_true(json_object_get(j, "gcovr/noncode")) ||
	       json_is_true(json_object_get(j, "gcovr/excluded"));
}

/* The branches of a line are one list, whichever conditions they are of. */
static bool take_branches(struct foreign_file *f, const json_t *line, uint32_t number,
			  bool executed)
{
	const json_t *list = json_object_get(line, "branches"), *j;
	const char *function = json_string_value(json_object_get(line, "function_name"));
	uint64_t key = function ? fnv1a_update(FNV1A_OFFSET, function, strlen(function)) : 0;
	size_t i;

	json_array_foreach(list, i, j)
	{
		uint64_t count;

		if (!take_number(j, "count", INT64_MAX, &count))
			return false;
		/* Whether a call throws is no branch. */
		if (!is_left_out(j) && !json_is_true(json_object_get(j, "throw")))
			foreign_add_outcome(f, number, key, i, executed, count);
	}
	return !list || json_is_array(list);
}

static bool take_lines(struct foreign_file *f, const json_t *list)
{
	const json_t *j;
	size_t i;

	json_array_foreach(list, i, j)
	{
		uint64_t line, count;

		if (!take_number(j, "line_number", UINT32_MAX, &line) || !line ||
		    !take_number(j, "count", INT64_MAX, &count))
			return false;
		if (is_left_out(j))
			continue;
		foreign_add_line(f, (uint32_t)line, count);
		if (!take_branches(f, j, (uint32_t)line, count))
			return false;
	}
	return json_is_array(list);
}

static bool take_functions(struct foreign_file *f, const json_t *list)
{
	const json_t *j;
	size_t i;

	json_array_foreach(list, i, j)
	{
		const char *name = json_string_value(json_object_get(j, "name"));
		struct foreign_function *fn;
		uint64_t line, count;

		name = name ? name : json_string_value(json_object_get(j, "demangled_name"));
		if (!name || !*name || !take_number(j, "lineno", UINT32_MAX, &line) ||
		    !take_number(j, "execution_count", INT64_MAX, &count))
			return false;
		if (is_left_out(j))
			continue;
		fn = foreign_function(f, name);
		fn->line = (uint32_t)line;
		fn->hits = fn->hits > UINT64_MAX - count ? UINT64_MAX : fn->hits + count;
	}
	return !list || json_is_array(list);
}

int foreign_read_gcovr(struct foreign *f, const char *path, const char *text, size_t n,
		       struct anycov_error *err)
{
	json_error_t at;
	json_t *top = json_loadb(text, n, JSON_REJECT_DUPLICATES, &at);
	const json_t *files = json_object_get(top, "files"), *j;
	bool good = top && json_is_array(files);
	size_t i;

	if (good)
		json_array_foreach(files, i, j)
		{
			const char *name = json_string_value(json_object_get(j, "file"));
			struct foreign_file *file = name && *name ? foreign_file(f, name) : NULL;

			good = file && take_lines(file, json_object_get(j, "lines")) &&
			       take_functions(file, json_object_get(j, "functions"));
			if (!good)
				break;
		}
	json_decref(top);
	if (good)
		return 0;
	return anycov_error_set(
		err, "%s: not gcovr's JSON, or damaged; write it with 'gcovr --json'", path);
}
