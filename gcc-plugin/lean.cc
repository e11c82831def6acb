/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lean probes (anycov/lean.h): which functions can have them, and what the
 * compiler must not do in these.  To the compiler such a call is an asm, so that
 * a function may still pass for a leaf: it keeps its registers where it likes.
 * Two habits of leaf functions have to be forbidden.
 */
#include "adapter.h"

static const struct anycov_lean_target *target(void)
{
	static const struct anycov_lean_target t = ANYCOV_LEAN_TARGET;

	return t.call ? &t : NULL;
}

/* Why the function at hand gets C hooks although lean ones were asked for. */
static const char *why_not(const struct anycov_lean_target *t)
{
	if (!ANYCOV_ELF || !t || !anycov_lean_fits_target())
		return "this target has no lean hooks";
	if (anycov_lean_call_is_far())
		return "a direct call may not reach a hook in this code model";
	for (const char *const *reg = t->regs; *reg; reg++) {
		int number = decode_reg_name(*reg);

		if (number < 0 || global_regs[number] || (fixed_regs[number] && *reg != t->link))
			return "a register that they need is taken by an option or a global variable";
	}
	return NULL;
}

bool anycov_lean_here(void)
{
	static bool told;
	const char *why;

	if (anycov_opts.hooks != ANYCOV_HOOKS_LEAN)
		return false;
	why = why_not(target());
	if (!why)
		return true;
	if (!told)
		inform(DECL_SOURCE_LOCATION(current_function_decl),
		       "anycov: hooks=lean: %s; probes call C hooks here", why);
	told = true;
	return false;
}

/*
 * The unit has lean probes: it links with a runtime that has lean hooks, and with
 * no other.  Linkers look for the symbol although the section is not loaded; named
 * like debug information, it may be one of a shared library.
 */
static void put_tag(FILE *out)
{
	char text[ANYCOV_TAG_ASM_MAX];
	static bool done;

	if (done)
		return;
	done = true;
	anycov_tag_asm(text, anycov_section_names[anycov_options_map_section(&anycov_opts)],
		       POINTER_SIZE / 8, anycov_hook_table[ANYCOV_HOOK_ABI_LEAN].symbol);
	fputs(text, out);
}

/* Of the function at hand, until its end. */
static struct {
	bool active;
	int shrink_wrap;
	bool red_zone;
} saved;

void anycov_lean_begin(void)
{
	if (saved.active)
		return;
	saved.active = true;
	put_tag(asm_out_file);
	saved.shrink_wrap = flag_shrink_wrap;
	saved.red_zone = anycov_red_zone();
	/* The call writes its return address there. */
	anycov_set_red_zone(false);
	/* Who unwinds by frame pointers must find this function's frame made, at the
	 * first probe already and although it may look like a leaf. */
	if (!flag_omit_frame_pointer) {
		flag_shrink_wrap = 0;
		crtl->accesses_prior_frames = 1;
	}
}

void anycov_lean_end(void)
{
	if (!saved.active)
		return;
	if (anycov_red_zone())
		fatal_error(DECL_SOURCE_LOCATION(current_function_decl),
			    "anycov: %qs has lean probes and a red zone; compile with "
			    "%<-mno-red-zone%> and report this",
			    anycov_assembler_name(current_function_decl));
	flag_shrink_wrap = saved.shrink_wrap;
	anycov_set_red_zone(saved.red_zone);
	saved.active = false;
}

vec<tree, va_gc> *anycov_lean_clobbers(void)
{
	vec<tree, va_gc> *out = NULL;

	vec_safe_push(out, build_tree_list(NULL_TREE, build_string(3, "cc")));
	for (const char *const *reg = target()->regs; *reg; reg++)
		vec_safe_push(out,
			      build_tree_list(NULL_TREE, build_string(strlen(*reg) + 1, *reg)));
	return out;
}

const char *anycov_lean_call(void)
{
	static char text[96];

	snprintf(text, sizeof(text), "\t%s\t%s\n", target()->call,
		 anycov_hook_table[ANYCOV_HOOK_TRACE_PC].symbol);
	return text;
}

const char *anycov_lean_placeholder(void)
{
	return target()->length > 1 ? " \n " : " ";
}
