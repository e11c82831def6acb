/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where options come from; what they mean is common/options.c's. */
#include <stdlib.h>
#include "pass.h"

using namespace llvm;

/* One list a key, in the order of anycov_options_set's comment. */
static const char *const keys[] = { "coverage",	 "prune",      "hooks",
				    "gated-trace-callbacks", "drop-ctors",
				    "stack-depth-callback-min", "allowlist",
				    "ignorelist", "skip-sections", "map", "verbose" };
#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

typedef cl::list<std::string> key_values;
static key_values *values[N_KEYS];

void anycov_register_options()
{
	auto &known = cl::getRegisteredOptions(); /* one kind of map or another */

	for (unsigned i = 0; i < N_KEYS; i++) {
		/* LLVM keeps a reference to the name.  Neither is ever freed: options
		 * live as long as the process. */
		std::string *name = new std::string(std::string("anycov-") + keys[i]);

		/* A second copy of the plugin (loaded by another path) shares the
		 * options of the first; two of one name would abort the compiler. */
		if (known.count(*name)) {
			values[i] = static_cast<key_values *>(known[*name]);
			delete name;
			continue;
		}
		values[i] = new key_values(StringRef(*name), cl::ValueOptional, cl::Hidden,
					   cl::desc("anycov: see `anycov flags --help'"));
	}
}

static int from_command_line(struct anycov_options *o, bool *any, struct anycov_error *err)
{
	*any = false;
	for (unsigned i = 0; i < N_KEYS; i++)
		for (const std::string &value : *values[i]) {
			*any = true;
			if (anycov_options_set(o, keys[i], value.empty() ? NULL : value.c_str(), err))
				return -1;
		}
	return 0;
}

bool anycov_options_given(const std::string &params)
{
	for (unsigned i = 0; i < N_KEYS; i++)
		if (!values[i]->empty())
			return true;
	return !params.empty() || getenv("ANYCOV_OPTIONS");
}

int anycov_read_options(struct anycov_options *o, const std::string &params,
			struct anycov_error *err)
{
	const char *env = getenv("ANYCOV_OPTIONS");
	bool any;

	if (!params.empty()) {
		if (anycov_options_parse(o, params.c_str(), err))
			return -1;
	} else {
		if (from_command_line(o, &any, err))
			return -1;
		if (!any && env && anycov_options_parse(o, env, err))
			return -1;
	}
	return anycov_options_finish(o, err);
}
