/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where option words come from, and where messages go. */
#include <stdlib.h>
#include "adapter.h"
#include "common/options/options.h"

using namespace llvm;

typedef cl::list<std::string> key_values;
static key_values **values; /* one a key, made when the plugin is loaded */

void anycov_register_options()
{
	auto &known = cl::getRegisteredOptions(); /* one kind of map or another */

	values = new key_values *[anycov_option_count()];
	for (unsigned i = 0; i < anycov_option_count(); i++) {
		/* LLVM keeps a reference to the name.  Neither is ever freed: options
		 * live as long as the process. */
		std::string *name = new std::string(std::string("anycov-") + anycov_option_key(i));

		/* A second copy of the plugin (loaded by another path) shares the
		 * options of the first; two of one name would abort the compiler. */
		if (known.count(*name)) {
			values[i] = static_cast<key_values *>(known[*name]);
			delete name;
			continue;
		}
		values[i] = new key_values(StringRef(*name), cl::ValueOptional, cl::Hidden,
					   cl::desc("anycov: " ANYCOV_PLUGIN_HELP));
	}
}

void anycov_read_options(struct anycov_unit *u, const std::string &params)
{
	if (!params.empty()) {
		anycov_unit_parse(u, params.c_str());
		return;
	}
	for (unsigned i = 0; i < anycov_option_count(); i++)
		for (const std::string &value : *values[i])
			anycov_unit_set(u, anycov_option_key(i),
					value.empty() ? NULL : value.c_str());
	anycov_unit_parse_environment(u);
}

namespace
{
struct warning : public DiagnosticInfo {
	const char *text;

	warning(const char *t)
	    : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), DS_Warning), text(t)
	{
	}
	void print(DiagnosticPrinter &p) const override
	{
		p << text;
	}
};
} /* namespace */

template <typename R>
static void remark(struct anycov_module *mod, const char *name, const char *text)
{
	const Function *f = mod->current;

	f->getContext().diagnose(R("anycov", name, f->getSubprogram(), &f->getEntryBlock())
				 << text);
}

/* Notes go past LLVM's diagnostics: clang shows plugins' only as remarks, if options ask for it. */
void anycov_report_to_llvm(void *user, enum anycov_severity severity, const char *text)
{
	struct anycov_module *mod = static_cast<struct anycov_module *>(user);
	Module *m = mod->m;

	switch (severity) {
	case ANYCOV_ERROR:
		m->getContext().emitError(text);
		break;
	case ANYCOV_WARNING:
		m->getContext().diagnose(warning(text));
		break;
	case ANYCOV_NOTE:
		errs() << m->getSourceFileName() << ": note: " << text << "\n";
		break;
	case ANYCOV_REMARK:
		remark<OptimizationRemark>(mod, "Instrumented", text);
		break;
	case ANYCOV_REMARK_SKIPPED:
		remark<OptimizationRemarkMissed>(mod, "Skipped", text);
		break;
	}
}

bool anycov_wants_llvm_remarks(void *user)
{
	LLVMContext &c = static_cast<struct anycov_module *>(user)->m->getContext();

	return c.getLLVMRemarkStreamer() || c.getDiagHandlerPtr()->isAnyRemarkEnabled("anycov");
}
