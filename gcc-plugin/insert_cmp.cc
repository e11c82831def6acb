/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * trace-cmp: a hook call before each comparison and switch.  The pass runs for
 * trace-pc alone too: it remembers where switches are, which are not switches any
 * more when the other pass comes (cfg.cc).
 */
#include "adapter.h"

/* Which blocks only decide whether a loop goes round again, by the back-edge rule
 * of prune=dom.  decides NULL: the rule is off. */
struct loop_rule {
	struct anycov_graph graph;
	uint8_t *decides;
};

/* Where the edge leads, past the empty blocks that GCC keeps in front of loops'
 * heads; other compilers' graphs have none. */
static basic_block real_target(edge e)
{
	basic_block bb = e->dest;

	for (int i = 0; i < 8 && single_succ_p(bb) && !anycov_first_stmt(bb); i++) {
		if (single_succ(bb)->index == EXIT_BLOCK)
			break;
		bb = single_succ(bb);
	}
	return bb;
}

/* The rule asks where edges really lead: an edge more for each that differs. */
static void add_real_edges(struct anycov_graph *graph)
{
	struct anycov_cfg *cfg = &graph->cfg;
	edge_iterator ei;
	edge e;

	graph->edges = XRESIZEVEC(struct anycov_cfg_edge, graph->edges, 2 * cfg->n_edges + 1);
	cfg->edges = graph->edges;
	for (unsigned b = 0; b < cfg->n_blocks; b++)
		FOR_EACH_EDGE(e, ei, graph->blocks[b]->succs) {
			if (e->dest->index == EXIT_BLOCK || real_target(e) == e->dest)
				continue;
			graph->edges[cfg->n_edges].from = b;
			graph->edges[cfg->n_edges++].to = graph->numbers[real_target(e)->index];
		}
}

static void loop_rule_begin(struct loop_rule *r, function *fun)
{
	struct anycov_error err;
	uint8_t *back;

	r->decides = NULL;
	if (anycov_opts.prune != ANYCOV_PRUNE_DOM)
		return;
	anycov_graph_build(&r->graph, fun, false);
	add_real_edges(&r->graph);
	r->decides = XCNEWVEC(uint8_t, r->graph.cfg.n_blocks);
	back = XCNEWVEC(uint8_t, r->graph.cfg.n_edges + 1);
	if (anycov_back_edges(&r->graph.cfg, back, &err))
		error("anycov: %s: %s", anycov_assembler_name(fun->decl), err.text);
	for (unsigned i = 0; i < r->graph.cfg.n_edges; i++)
		r->decides[r->graph.edges[i].from] |= back[i];
	free(back);
}

static void loop_rule_end(struct loop_rule *r)
{
	if (!r->decides)
		return;
	free(r->decides);
	anycov_graph_free(&r->graph);
}

static bool decides_loop(const struct loop_rule *r, anycov_stmt cond)
{
	return r->decides[r->graph.numbers[gimple_bb(cond)->index]];
}

static bool is_loop_compare(const struct loop_rule *r, anycov_stmt stmt)
{
	use_operand_p use;
	anycov_stmt user;
	tree lhs;

	if (!r->decides)
		return false;
	if (gimple_code(stmt) == GIMPLE_COND)
		return decides_loop(r, stmt);
	lhs = gimple_assign_lhs(stmt);
	return TREE_CODE(lhs) == SSA_NAME && single_imm_use(lhs, &use, &user) &&
	       gimple_code(user) == GIMPLE_COND && decides_loop(r, user);
}

static enum anycov_value_class value_class(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return ANYCOV_VALUE_INTEGER;
	if (SCALAR_FLOAT_TYPE_P(type) && TYPE_MODE(type) == TYPE_MODE(float_type_node))
		return ANYCOV_VALUE_F32;
	if (SCALAR_FLOAT_TYPE_P(type) && TYPE_MODE(type) == TYPE_MODE(double_type_node))
		return ANYCOV_VALUE_F64;
	return ANYCOV_VALUE_OTHER;
}

/* A truth value that comparisons or logic made: they had their hooks. */
static bool is_made_truth(tree value)
{
	anycov_stmt def;

	if (TREE_CODE(value) != SSA_NAME || TREE_CODE(TREE_TYPE(value)) != BOOLEAN_TYPE)
		return false;
	def = SSA_NAME_DEF_STMT(value);
	if (!is_gimple_assign(def))
		return false;
	switch (gimple_assign_rhs_code(def)) {
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case BIT_NOT_EXPR:
		return true;
	default:
		return TREE_CODE_CLASS(gimple_assign_rhs_code(def)) == tcc_comparison;
	}
}

/* GIMPLE tests every truth value against 0, and compares two where the user wrote
 * logic.  These are no comparisons of the user. */
static bool is_truth_test(tree left, tree right)
{
	return is_made_truth(left) && (CONSTANT_CLASS_P(right) || is_made_truth(right));
}

static void add_compare(gimple_stmt_iterator *at, tree left, tree right)
{
	location_t where = gimple_location(gsi_stmt(*at));
	tree type = TREE_TYPE(left);
	tree value[2] = { left, right };
	struct anycov_compare_plan plan;
	struct anycov_compare c;
	gimple_seq seq = NULL;

	if (is_truth_test(left, right))
		return;
	c.cls = value_class(type);
	c.bits = c.cls == ANYCOV_VALUE_INTEGER ? TYPE_PRECISION(type) : 0;
	c.left_const = CONSTANT_CLASS_P(left);
	c.right_const = CONSTANT_CLASS_P(right);
	plan = anycov_plan_compare(&c);
	if (plan.hook < 0)
		return;
	if (plan.swap) {
		value[0] = right;
		value[1] = left;
	}
	for (unsigned i = 0; i < 2; i++) {
		/* Widen by the operand's own sign, to the hook's width; what is
		 * above that is zero. */
		if (c.cls == ANYCOV_VALUE_INTEGER)
			value[i] = anycov_convert(&seq, anycov_uint_type(plan.bits), value[i],
						 where);
		value[i] = anycov_convert(&seq, anycov_hook_arg_type(plan.hook, i), value[i],
					 where);
	}
	anycov_add_site(&seq,
			gimple_build_call(anycov_hook_decl(plan.hook), 2, value[0], value[1]),
			ANYCOV_SITE_CMP, 0, where);
	gsi_insert_seq_before(at, seq, GSI_SAME_STMT);
}

/* A constant table {n, bits, values}, private to this function. */
static tree make_table(const uint64_t *values, unsigned n, unsigned bits, location_t where)
{
	static unsigned serial;
	tree u64 = anycov_uint_type(64);
	tree type = build_array_type_nelts(u64, n + 2);
	vec<constructor_elt, va_gc> *elements = NULL;
	char name[64];
	tree decl;

	CONSTRUCTOR_APPEND_ELT(elements, size_int(0), build_int_cstu(u64, n));
	CONSTRUCTOR_APPEND_ELT(elements, size_int(1), build_int_cstu(u64, bits));
	for (unsigned i = 0; i < n; i++)
		CONSTRUCTOR_APPEND_ELT(elements, size_int(i + 2),
				       build_int_cstu(u64, values[i]));
	type = build_qualified_type(type, TYPE_QUAL_CONST);
	ASM_GENERATE_INTERNAL_LABEL(name, "LANYCOVCASES", serial++);
	decl = build_decl(where, VAR_DECL, get_identifier(name), type);
	TREE_STATIC(decl) = 1;
	TREE_READONLY(decl) = 1;
	TREE_ADDRESSABLE(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_INITIAL(decl) = build_constructor(type, elements);
	TREE_STATIC(DECL_INITIAL(decl)) = 1;
	TREE_CONSTANT(DECL_INITIAL(decl)) = 1;
	layout_decl(decl, 0);
	varpool_node::finalize_decl(decl);
	return decl;
}

/* Both ends of a case range count; the default has neither. */
static unsigned collect_cases(const gswitch *stmt, uint64_t *values, uint64_t mask)
{
	unsigned n = 0;

	for (unsigned i = 1; i < gimple_switch_num_labels(stmt); i++) {
		tree label = gimple_switch_label(stmt, i);

		values[n++] = TREE_INT_CST_LOW(CASE_LOW(label)) & mask;
		if (CASE_HIGH(label))
			values[n++] = TREE_INT_CST_LOW(CASE_HIGH(label)) & mask;
	}
	return n;
}

static void add_switch(gimple_stmt_iterator *at)
{
	const gswitch *stmt = as_a<gswitch *>(gsi_stmt(*at));
	location_t where = gimple_location(gsi_stmt(*at));
	tree index = gimple_switch_index(stmt);
	gimple_seq seq = NULL;
	unsigned precision, bits, n;
	uint64_t *values;
	tree table;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(index)) || gimple_switch_num_labels(stmt) < 2 ||
	    CONSTANT_CLASS_P(index))
		return;
	precision = TYPE_PRECISION(TREE_TYPE(index));
	bits = anycov_plan_switch_bits(precision);
	if (!bits)
		return;
	values = XNEWVEC(uint64_t, 2 * gimple_switch_num_labels(stmt));
	n = collect_cases(stmt, values,
			  precision == 64 ? ~(uint64_t)0 : ((uint64_t)1 << precision) - 1);
	n = anycov_sort_cases(values, n);
	table = make_table(values, n, bits, where);
	free(values);

	index = anycov_convert(&seq, anycov_uint_type(precision), index, where);
	index = anycov_convert(&seq, anycov_uint_type(64), index, where);
	anycov_add_site(&seq,
			gimple_build_call(anycov_hook_decl(ANYCOV_HOOK_SWITCH), 2, index,
					  build_fold_addr_expr(table)),
			ANYCOV_SITE_SWITCH, 0, where);
	gsi_insert_seq_before(at, seq, GSI_SAME_STMT);
}

static void add_hooks(gimple_stmt_iterator *at, const struct loop_rule *rule)
{
	anycov_stmt stmt = gsi_stmt(*at);
	tree compare;

	anycov_add_data_early(at);
	if (gimple_code(stmt) != GIMPLE_SWITCH && !(anycov_opts.coverage & ANYCOV_COV_TRACE_CMP))
		return;
	switch (gimple_code(stmt)) {
	case GIMPLE_COND:
		if (!is_loop_compare(rule, stmt))
			add_compare(at, gimple_cond_lhs(stmt), gimple_cond_rhs(stmt));
		break;
	case GIMPLE_SWITCH:
		anycov_note_switch(gimple_location(stmt));
		if (anycov_opts.coverage & ANYCOV_COV_TRACE_CMP)
			add_switch(at);
		break;
	case GIMPLE_ASSIGN:
		compare = gimple_assign_rhs1(stmt);
		if (TREE_CODE_CLASS(gimple_assign_rhs_code(stmt)) == tcc_comparison) {
			if (!is_loop_compare(rule, stmt))
				add_compare(at, compare, gimple_assign_rhs2(stmt));
		} else if (gimple_assign_rhs_code(stmt) == COND_EXPR &&
			   COMPARISON_CLASS_P(compare)) {
			/* Up to GCC 12; later ones compare in a statement before. */
			add_compare(at, TREE_OPERAND(compare, 0), TREE_OPERAND(compare, 1));
		}
		break;
	default:
		break;
	}
}

namespace {

#define CMP_DATA(name) \
	{ GIMPLE_PASS, name, OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, TODO_update_ssa }

/* Indexed by enum anycov_cmp_list. */
const pass_data cmp_data[] = {
	CMP_DATA("anycov_cmp0"), CMP_DATA("anycov_cmp"), CMP_DATA("anycov_cmp_g")
};

class cmp_pass : public gimple_opt_pass {
public:
	cmp_pass(gcc::context *ctxt, enum anycov_cmp_list where)
		: gimple_opt_pass(cmp_data[where], ctxt), list(where) {}
	/* The list of -O0 runs on, past the other two. */
	bool gate(function *) override { return list != ANYCOV_CMP_PLAIN || !optimize; }
	unsigned int execute(function *fun) override
	{
		struct loop_rule rule;
		gimple_stmt_iterator at;
		basic_block bb;

		if (!anycov_begin_function(fun))
			return 0;
		loop_rule_begin(&rule, fun);
		FOR_EACH_BB_FN(bb, fun)
			for (at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
				add_hooks(&at, &rule);
		loop_rule_end(&rule);
		return 0;
	}

private:
	enum anycov_cmp_list list;
};

}

opt_pass *anycov_make_cmp_pass(gcc::context *ctxt, enum anycov_cmp_list list)
{
	return new cmp_pass(ctxt, list);
}
