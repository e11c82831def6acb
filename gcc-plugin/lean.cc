/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lean probes (anycov/lean.h).  To the compiler such a call is an asm, so that a function may
 * still pass for a leaf: it keeps its registers where it likes.  Two habits of leaf functions
 * have to be forbidden. */
#include "adapter.h"

/* Of the current function, until its end. */
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
	saved.shrink_wrap = flag_shrink_wrap;
	saved.red_zone = anycov_red_zone();
	/* The call writes its return address there. */
	anycov_set_red_zone(false);
	/* What unwinds by frame pointers must find this function's frame made, at the
	 * first probe already and although it may look like a leaf. */
	if (!flag_omit_frame_pointer) {
		flag_shrink_wrap = 0;
		crtl->accesses_prior_frames = 1;
	}
}

void anycov_lean_end(void)
{
	struct anycov_error err;

	if (!saved.active)
		return;
	if (anycov_red_zone())
		anycov_report_to_gcc(
			NULL, ANYCOV_ERROR,
			anycov_red_zone_left(&err, anycov_assembler_name(current_function_decl)));
	flag_shrink_wrap = saved.shrink_wrap;
	anycov_set_red_zone(saved.red_zone);
	saved.active = false;
}

static void add_clobber(vec<tree, va_gc> **out, const char *name)
{
	vec_safe_push(*out, build_tree_list(NULL_TREE, build_string(strlen(name) + 1, name)));
}

vec<tree, va_gc> *anycov_lean_clobbers(void)
{
	const struct anycov_lean_target *t = anycov_fn_lean(anycov_cur.fn);
	vec<tree, va_gc> *out = NULL;

	if (t->flags)
		add_clobber(&out, "cc");
	for (int i = 0; i < ANYCOV_LEAN_MAX_REGS && t->regs[i]; i++)
		add_clobber(&out, t->regs[i]);
	return out;
}

const char *anycov_lean_placeholder(void)
{
	return anycov_fn_lean(anycov_cur.fn)->instructions > 1 ? " \n " : " ";
}
