/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* GCC 5 to 16 with one interface.  The only file that depends on GCC's version: ANYCOV_GCC is
 * 5004 for 5.4, 12002 for 12.2. */
#ifndef ANYCOV_GCC_COMPAT_H
#define ANYCOV_GCC_COMPAT_H

#include "gcc-plugin.h"
#include "bversion.h"
#include "plugin.h"
#include "plugin-version.h"
#define ANYCOV_GCC BUILDING_GCC_VERSION

#if ANYCOV_GCC < 5000
#error "anycov needs GCC 5 or later"
#endif

#if ANYCOV_GCC >= 7000
#include "memmodel.h"
#endif
#include "tm.h"
#if ANYCOV_GCC >= 6000
#include "backend.h"
#endif
#include "basic-block.h"
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "tree-ssa-alias.h"
#include "internal-fn.h"
#include "gimple-expr.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#if ANYCOV_GCC >= 6000
#include "ssa.h"
#else
#include "gimple-ssa.h"
#include "tree-ssanames.h"
#include "tree-phinodes.h"
#include "ssa-iterators.h"
#endif
#include "calls.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-eh.h"
#include "except.h"
#include "langhooks.h"
#include "cpplib.h"
#include "tree-pass.h"
#include "context.h"
#include "pass_manager.h"
#include "cgraph.h"
#include "function.h"
#include "cfgloop.h"
#include "predict.h"
#include "cfgexpand.h"
#include "varasm.h"
#include "builtins.h"
#include "tree-iterator.h"
#include "tree-pretty-print.h"
#include "tree-ssa-address.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "cfghooks.h"
#include "dominance.h"
#include "diagnostic.h"
#include "output.h"
#include "toplev.h"
#if ANYCOV_GCC >= 8000
#include "file-prefix-map.h"
#else
#include "debug.h"
#endif
#include "target.h"
#include "ggc.h"
#if ANYCOV_GCC >= 11000
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "sreal.h"
#if ANYCOV_GCC >= 14000
#include "ipa-cp.h"
#endif
#include "ipa-prop.h"
#include "ipa-fnsummary.h"
#endif
#include "common/emit/lean_targets.h"

/* A pointer to a statement: in GCC 5 gimple is the pointer type, later the struct. */
#if ANYCOV_GCC < 6000
typedef gimple anycov_stmt;
#else
typedef gimple *anycov_stmt;
#endif

/* Returns whether GCC checks functions after each pass. */
static inline bool anycov_is_checked(void)
{
#if ANYCOV_GCC >= 6000
	return flag_checking;
#else
	return false;
#endif
}

/* The estimated executions of a block, at least 1. */
static inline uint64_t anycov_block_weight(basic_block bb)
{
#if ANYCOV_GCC < 8000
	return bb->frequency > 0 ? bb->frequency : 1;
#else
	if (!bb->count.initialized_p() || bb->count.to_gcov_type() <= 0)
		return 1;
	return bb->count.to_gcov_type();
#endif
}

/*
 * Has "a && b" stay two branches, as each front end builds it: GCC would else compute both and
 * branch once, or, where it reassociates, compare with the range that both are.  What the user set
 * wins.  GCC before 10 keeps its parameters elsewhere.
 */
static inline void anycov_keep_conditions(void)
{
	if (!global_options_set.x_flag_tree_reassoc)
		flag_tree_reassoc = 0;
	if (!global_options_set.x_flag_ssa_phiopt)
		flag_ssa_phiopt = 0;
#if ANYCOV_GCC >= 10000
	if (param_logical_op_non_short_circuit < 0)
		param_logical_op_non_short_circuit = 0;
#endif
}

/* What the user set wins. */
static inline void anycov_stop_scheduler(void)
{
	if (!global_options_set.x_flag_schedule_insns_after_reload)
		flag_schedule_insns_after_reload = 0;
}

/* Takes n instructions off what the inliner knows of a function, from GCC 11 on. */
static inline void anycov_take_off_size(cgraph_node *node, int n)
{
#if ANYCOV_GCC >= 11000
	ipa_fn_summary *s = ipa_fn_summaries ? ipa_fn_summaries->get(node) : NULL;

	for (unsigned i = 0; s && i < s->size_time_table.length(); i++) {
		int *size = &s->size_time_table[i].size;
		int taken = MIN(n * ipa_fn_summary::size_scale, *size);

		*size -= taken;
		n -= taken / ipa_fn_summary::size_scale;
	}
	if (s)
		ipa_update_overall_fn_summary(node);
#else
	(void)node, (void)n;
#endif
}

/* Returns whether an exception that this statement throws may leave the function. */
static inline bool anycov_throws_externally(anycov_stmt stmt)
{
#if ANYCOV_GCC < 9000
	return stmt_can_throw_external(stmt);
#else
	return stmt_can_throw_external(cfun, stmt);
#endif
}

/* Only the compilers of C and its kin have one. */
extern cpp_reader *parse_in __attribute__((weak));
#define ANYCOV_CONSTANT_P "__builtin_constant_p"

/* Lambdas count as artificial in GCC; before GCC 8 nothing tells them from others. */
#if ANYCOV_GCC >= 10000
#define ANYCOV_IS_LOCAL(node) (node)->local
#else
#define ANYCOV_IS_LOCAL(node) (node)->local.local
#define DECL_LAMBDA_FUNCTION_P DECL_LAMBDA_FUNCTION
#ifndef DECL_LAMBDA_FUNCTION
#define DECL_LAMBDA_FUNCTION(decl) true
#endif
#endif

/* Where the text of an expression begins; GCC 5 knows the place of its operator alone. */
#if ANYCOV_GCC >= 6000
#define ANYCOV_FIRST_PLACE(place) LOCATION_LOCUS(get_range_from_loc(line_table, place).m_start)
#else
#define ANYCOV_FIRST_PLACE(place) LOCATION_LOCUS(place)
#endif

#if ANYCOV_GCC < 8000 && !defined(TDF_NONE)
#define TDF_NONE 0
#endif

/* The gimplifier's predicate of what a GIMPLE_COND tests. */
#if ANYCOV_GCC >= 10000
#define ANYCOV_IS_CONDITION is_gimple_condexpr_for_cond
#else
#define ANYCOV_IS_CONDITION is_gimple_condexpr
#endif

/* Returns whether this is one of GCC's builtins of the normal class (memcpy, abort). */
static inline bool anycov_is_normal_builtin(tree fndecl)
{
	return fndecl && DECL_BUILT_IN_CLASS(fndecl) == BUILT_IN_NORMAL;
}

/* Returns whether this is a builtin of any class. */
static inline bool anycov_is_builtin(tree fndecl)
{
	return fndecl && DECL_BUILT_IN_CLASS(fndecl) != NOT_BUILT_IN;
}

/* __builtin_unreachable, or the trap that replaces it. */
static inline bool anycov_is_unreachable_decl(tree fndecl)
{
	if (!anycov_is_normal_builtin(fndecl))
		return false;
#if ANYCOV_GCC >= 13000
	if (DECL_FUNCTION_CODE(fndecl) == BUILT_IN_UNREACHABLE_TRAP)
		return true;
#endif
	return DECL_FUNCTION_CODE(fndecl) == BUILT_IN_UNREACHABLE;
}

/* A call instruction's PATTERN without PARALLEL and SET around the CALL. */
static inline rtx anycov_call_rtx(rtx_insn *insn)
{
	rtx x = PATTERN(insn);

	if (GET_CODE(x) == PARALLEL)
		x = XVECEXP(x, 0, 0);
	if (GET_CODE(x) == SET)
		x = SET_SRC(x);
	return GET_CODE(x) == CALL ? x : NULL_RTX;
}

/* The option that makes calls indirect, where it is known, or NULL. */
static inline const char *anycov_indirect_calls_option(void)
{
#if ANYCOV_GCC >= 6000
	if (flag_pic && !flag_plt)
		return "-fno-plt";
#endif
	return NULL;
}

/* Whether the target, as it is configured here (32 or 64 bits, say), has lean hooks.
 * Macros of the targets' headers show which target it is. */
static inline enum anycov_lean_id anycov_lean_target_id(void)
{
#if defined(GCC_AARCH64_H)
	return POINTER_SIZE == 64 ? ANYCOV_LEAN_AARCH64 : ANYCOV_LEAN_NONE;
#elif defined(GCC_RISCV_H)
	return TARGET_RVE ? ANYCOV_LEAN_NONE : ANYCOV_LEAN_RISCV;
#elif defined(GCC_ARM_H)
	return ANYCOV_LEAN_ARM;
#elif defined(MASK_NO_RED_ZONE)
	return TARGET_64BIT && POINTER_SIZE == 64 ? ANYCOV_LEAN_X86_64 : ANYCOV_LEAN_NONE;
#else
	return ANYCOV_LEAN_NONE;
#endif
}

/* Returns whether this is x86-64 with AT&T's syntax, and data is near code. */
static inline bool anycov_counts_by_text(void)
{
#if defined(MASK_NO_RED_ZONE)
	return TARGET_64BIT && ASSEMBLER_DIALECT == ASM_ATT && ix86_cmodel != CM_LARGE &&
	       ix86_cmodel != CM_LARGE_PIC;
#else
	return false;
#endif
}

/* Returns whether the hook may be farther away than a direct call reaches. */
static inline bool anycov_lean_call_is_far(void)
{
#if defined(GCC_AARCH64_H)
	return aarch64_cmodel == AARCH64_CMODEL_LARGE;
#elif defined(GCC_ARM_H)
	return TARGET_LONG_CALLS;
#elif defined(MASK_NO_RED_ZONE)
	return ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC;
#else
	return false;
#endif
}

/* The red zone of x86-64, for what is compiled now. */
static inline bool anycov_red_zone(void)
{
#ifdef MASK_NO_RED_ZONE
	return !(target_flags & MASK_NO_RED_ZONE);
#else
	return false;
#endif
}

static inline void anycov_set_red_zone(bool on)
{
#ifdef MASK_NO_RED_ZONE
	target_flags = on ? target_flags & ~MASK_NO_RED_ZONE : target_flags | MASK_NO_RED_ZONE;
#else
	(void)on;
#endif
}

/* Jump tables have no location. */
#define ANYCOV_JUMP_TABLE_LOSES_LINE (ANYCOV_GCC >= 9000 && ANYCOV_GCC < 11000)

/* The compiler has the attribute no_sanitize. */
#define ANYCOV_HAS_NO_SANITIZE (ANYCOV_GCC >= 8000)

/* The object file is ELF, so that the map's assembly text fits it. */
#ifdef OBJECT_FORMAT_ELF
#define ANYCOV_ELF 1
#else
#define ANYCOV_ELF 0
#endif

/* The assembler can tie a section to another (SHF_LINK_ORDER).  GCC's own
 * configuration shows it from GCC 11 on. */
#if defined(HAVE_GAS_SECTION_LINK_ORDER) && HAVE_GAS_SECTION_LINK_ORDER
#define ANYCOV_ASM_LINK_ORDER 1
#else
#define ANYCOV_ASM_LINK_ORDER 0
#endif

/* Constructors' addresses are in .init_array, and not placed by an ABI of the target's
 * own.  Else only GCC itself can write one. */
#if defined(HAVE_INITFINI_ARRAY_SUPPORT) && HAVE_INITFINI_ARRAY_SUPPORT && HAVE_COMDAT_GROUP
#define ANYCOV_INIT_ARRAY 1
#else
#define ANYCOV_INIT_ARRAY 0
#endif

/* A register is always 0 (AVR: r1, outside of multiplications). */
#if defined(GCC_AARCH64_H) || defined(GCC_RISCV_H) || defined(AVR_HAVE_JMP_CALL)
#define ANYCOV_ZERO_REGISTER 1
#else
#define ANYCOV_ZERO_REGISTER 0
#endif

/* A constant takes an instruction, and registers' low bytes can be stored. */
#if defined(GCC_ARM_H)
#define ANYCOV_STORES_ADDRESSES 1
#else
#define ANYCOV_STORES_ADDRESSES 0
#endif

/* Linux with any C library: its headers name the C library's loader. */
#if defined(GLIBC_DYNAMIC_LINKER) || defined(GLIBC_DYNAMIC_LINKER64)
#define ANYCOV_HOSTED 1
#else
#define ANYCOV_HOSTED 0
#endif

/* AVR: addresses of code count words. */
#ifdef AVR_HAVE_JMP_CALL
#define ANYCOV_CODE_COUNTS_WORDS true
#define ANYCOV_RAM_NEEDS_SCRIPT 1 /* ANYCOV_HOOK_ABI_AVR_LD */
#else
#define ANYCOV_CODE_COUNTS_WORDS false
#define ANYCOV_RAM_NEEDS_SCRIPT 0
#endif

static inline void anycov_set_align(tree decl, unsigned bits)
{
#if ANYCOV_GCC < 7000
	DECL_ALIGN(decl) = bits;
#else
	SET_DECL_ALIGN(decl, bits);
#endif
	DECL_USER_ALIGN(decl) = 1;
}

/* split_block takes any pointer up to GCC 5. */
static inline edge anycov_split_behind(basic_block bb, anycov_stmt stmt)
{
	return stmt ? split_block(bb, stmt) : split_block_after_labels(bb);
}

/* rare was just taken off likely's source: how often each is taken. */
static inline void anycov_set_rare(edge rare, edge likely)
{
#if ANYCOV_GCC < 8000
	rare->probability = PROB_VERY_UNLIKELY;
	likely->probability = REG_BR_PROB_BASE - PROB_VERY_UNLIKELY;
	rare->count = apply_probability(rare->src->count, rare->probability);
	likely->count = rare->src->count - rare->count;
	rare->dest->frequency = apply_probability(rare->src->frequency, rare->probability);
	rare->dest->count = rare->count;
#else
	rare->probability = profile_probability::very_unlikely();
	likely->probability = rare->probability.invert();
	rare->dest->count = rare->src->count.apply_probability(rare->probability);
#endif
}

/* Both blocks are expected to be reached as often. */
static inline void anycov_copy_weight(basic_block to, basic_block from)
{
	to->count = from->count;
#if ANYCOV_GCC < 8000
	to->frequency = from->frequency;
#endif
}

#if ANYCOV_GCC >= 9000
#define ANYCOV_BLOCK_OF(label) label_to_block(cfun, label)
#else
#define ANYCOV_BLOCK_OF(label) label_to_block(label)
#endif

/* The edge and its destination are not expected to be reached. */
static inline void anycov_set_never(edge e)
{
#if ANYCOV_GCC < 8000
	e->probability = 0;
	e->count = 0;
	e->dest->frequency = 0;
	e->dest->count = 0;
#else
	e->probability = profile_probability::never();
	e->dest->count = profile_count::zero();
#endif
}

/* Returns whether code can use thread-local variables. */
static inline bool anycov_has_tls(void)
{
#ifdef GCC_ARM_H
	/* -mpure-code, -mslow-flash-data: GCC stops with "sorry, unimplemented". */
	if (arm_disable_literal_pool)
		return false;
#endif
	return targetm.have_tls;
}

/* Returns whether this call has to become a jump. */
static inline bool anycov_must_tail_call(anycov_stmt call)
{
#if ANYCOV_GCC >= 7000
	return gimple_call_must_tail_p(as_a<gcall *>(call));
#else
	(void)call;
	return false;
#endif
}

/* output_asm_insn() takes {|} for dialects of assembly. */
#ifdef ASSEMBLER_DIALECT
#define ANYCOV_HAS_DIALECTS 1
#else
#define ANYCOV_HAS_DIALECTS 0
#endif

/* Designated initialisers are not C++ of GCC 5's time. */
#if ANYCOV_GCC < 8000
#define ANYCOV_ATTRIBUTE(name, min, max, decl, handler)                                            \
	{                                                                                          \
		name, min, max, decl, false, false, handler, false                                 \
	}
#else
#define ANYCOV_ATTRIBUTE(name, min, max, decl, handler)                                            \
	{                                                                                          \
		name, min, max, decl, false, false, false, handler, NULL                           \
	}
#endif

/* A description of an attribute that may be changed: NAME's in a copy of the front end's table,
 * which takes the table's place in lang_hooks.  GCC reads lang_hooks when it looks up the first
 * attribute, which is after plugin_init(); later changes have no effect.  Returns NULL if the
 * front end has no attribute of that name. */
#if ANYCOV_GCC >= 14000
static inline struct attribute_spec *anycov_own_attribute(const char *name)
{
	unsigned n_tables = lang_hooks.attribute_table.size();
	const struct scoped_attribute_specs **tables =
		XNEWVEC(const struct scoped_attribute_specs *, n_tables);
	struct attribute_spec *found = NULL;

	for (unsigned t = 0; t < n_tables; t++) {
		const struct scoped_attribute_specs *table = lang_hooks.attribute_table.begin()[t];
		const struct attribute_spec *specs = table->attributes.begin();
		bool is_gnu = table->ns && !strcmp(table->ns, "gnu"); /* NULL: C2x's own */
		unsigned n = table->attributes.size();
		struct scoped_attribute_specs *scoped;
		struct attribute_spec *copy;

		tables[t] = table;
		for (unsigned i = 0; i < n && !found && is_gnu; i++) {
			if (strcmp(specs[i].name, name))
				continue;
			copy = XNEWVEC(struct attribute_spec, n);
			memcpy(copy, specs, n * sizeof(*copy));
			found = &copy[i];
			scoped = new scoped_attribute_specs{ table->ns, { copy, n } };
			tables[t] = scoped;
		}
	}
	lang_hooks.attribute_table =
		array_slice<const struct scoped_attribute_specs *const>(tables, n_tables);
	return found;
}
#else
static inline struct attribute_spec *anycov_own_attribute(const char *name)
{
	const struct attribute_spec **tables[] = { &lang_hooks.common_attribute_table,
						   &lang_hooks.attribute_table,
						   &lang_hooks.format_attribute_table };

	for (const struct attribute_spec **table : tables) {
		struct attribute_spec *copy;
		size_t n = 0, found = 0;

		if (!*table)
			continue;
		for (; (*table)[n].name; n++)
			if (!strcmp((*table)[n].name, name))
				found = n + 1;
		if (!found)
			continue;
		copy = XNEWVEC(struct attribute_spec, n + 1);
		memcpy(copy, *table, (n + 1) * sizeof(*copy));
		*table = copy;
		return &copy[found - 1];
	}
	return NULL;
}
#endif

/* Writes to the dump file of the pass, and from GCC 9 on to what -fopt-info prints: before, no
 * pass of a plugin got there. */
static inline void anycov_dump_remark(bool is_done, const char *text)
{
	if (dump_file)
		fprintf(dump_file, ";; %s\n", text);
#if ANYCOV_GCC >= 9000
	dump_printf_loc(
		is_done ? MSG_OPTIMIZED_LOCATIONS : MSG_MISSED_OPTIMIZATION,
		dump_user_location_t::from_location_t(DECL_SOURCE_LOCATION(current_function_decl)),
		"%s\n", text);
#else
	(void)is_done;
#endif
}

#endif
