/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Facts about a function, for the decisions in common/decide.c. */
#include "pass.h"

using namespace llvm;

StringRef anycov_symbol(const GlobalValue &v)
{
	StringRef name = v.getName();

	return name.size() && name[0] == '\1' ? name.drop_front() : name;
}

/* Full LTO joins modules into one that has no name worth recording; the debug
 * information still knows the unit a function came from. */
std::string anycov_unit_name(const Function &f)
{
	StringRef name = f.getParent()->getSourceFileName();
	const DISubprogram *sp = f.getSubprogram();

	if ((name.empty() || name == "ld-temp.o") && sp && sp->getUnit())
		name = sp->getUnit()->getFilename();
	return name.str();
}

static bool is_trap(const Function &f)
{
	const Instruction *first = anycov_first_real(const_cast<BasicBlock &>(f.getEntryBlock()));

	return first && isa<UnreachableInst>(first);
}

const char *anycov_why_skip(const struct anycov_options *o, const Function &f)
{
	std::string name = anycov_symbol(f).str(), unit = anycov_unit_name(f);
	std::string section = f.getSection().str(), source = unit;
	struct anycov_function a = {};
	enum anycov_skip why;

	if (f.getSubprogram())
		source = f.getSubprogram()->getFilename().str();
	a.name = name.c_str();
	a.unit = unit.c_str();
	a.source = source.c_str();
	a.section = section.empty() ? NULL : section.c_str();
	a.is_naked = f.hasFnAttribute(Attribute::Naked);
	a.no_coverage = f.hasFnAttribute(Attribute::NoSanitizeCoverage);
	a.no_instrumentation = anycov_no_instrumentation(f);
	a.is_external_copy = f.hasAvailableExternallyLinkage();
	a.is_trap = is_trap(f);
	why = anycov_skip_function(o, &a);
	if (why != ANYCOV_SKIP_NOT)
		return anycov_skip_reason(why);
	/* LLVM cannot tell which calls of an outlined __except filter or __finally
	 * run in which frame; its own coverage leaves such functions alone too. */
	if (f.hasPersonalityFn() &&
	    isAsynchronousEHPersonality(classifyEHPersonality(f.getPersonalityFn())))
		return "structured exception handling";
	return NULL;
}
