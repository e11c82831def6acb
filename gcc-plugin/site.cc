/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Site identity and the sites' map records.
 *
 * Behind each hook call stands a volatile asm whose operand is the site's index
 * in the function's table.  No optimiser merges two of them, and with them
 * neither the calls before.  Its text stays empty until branch lengths are
 * known: GCC takes every line of an asm for an instruction, so a text of ten
 * lines would make it choose longer branches and nearer literal pools (measured
 * on arm and avr).  The last of our passes fills the text in.
 */
#include "adapter.h"

/* The first operand of our asm statements; users' own have others. */
#define MAGIC 0x616e7963       /* "anyc": a site; the second is its index in sites */
#define MAGIC_LABEL 0x616e796c /* "anyl": a label for tables; the second is the block */

struct site {
	unsigned number;
	unsigned block;
	enum anycov_site_kind kind;
	bool settled;
	bool lean; /* the asm is the call */
	unsigned element; /* of the piece of guards, counters or flags; or NO_ELEMENT */
};

#define NO_ELEMENT UINT_MAX

static struct {
	tree decl;             /* the function at hand; only compared, never read */
	unsigned uid;
	bool skipped;
	uint64_t id;
	struct site *sites;    /* an asm's operand is an index in here */
	unsigned n_sites, max_sites;
	unsigned n_numbers;
	char *map_text;
} cur;

bool anycov_begin_function(function *fun)
{
	struct anycov_map_function f;
	tree decl = fun->decl;

	if (cur.decl == decl && cur.uid == DECL_UID(decl))
		return !cur.skipped;
	cur.decl = decl;
	cur.uid = DECL_UID(decl);
	cur.n_sites = 0;
	cur.n_numbers = 0;
	anycov_forget_switches();
	free(cur.map_text);
	cur.map_text = NULL;
	memset(&f, 0, sizeof(f)); /* until its map is written */
	f.name = anycov_assembler_name(decl);
	f.unit = anycov_unit_name(decl);
	cur.id = anycov_map_function_id(&f);
	cur.skipped = anycov_why_skip(fun) != ANYCOV_SKIP_NOT;
	return !cur.skipped;
}

void anycov_set_map_text(char *text, uint64_t id)
{
	free(cur.map_text);
	cur.map_text = text;
	cur.id = id;
}

static unsigned new_site(unsigned number, unsigned block, enum anycov_site_kind kind)
{
	struct site *s;

	if (cur.n_sites == cur.max_sites) {
		cur.max_sites = cur.max_sites ? 2 * cur.max_sites : 64;
		cur.sites = XRESIZEVEC(struct site, cur.sites, cur.max_sites);
	}
	s = &cur.sites[cur.n_sites];
	s->number = number;
	s->block = block;
	s->kind = kind;
	s->settled = false;
	s->lean = false;
	s->element = NO_ELEMENT;
	return cur.n_sites++;
}

static tree asm_operand(unsigned value)
{
	tree constraint = build_tree_list(NULL_TREE, build_string(2, "i"));

	return build_tree_list(constraint, build_int_cst(anycov_uint_type(32), value));
}

/* text: "", or what stands for a lean call. */
static void add_marker(gimple_seq *seq, const char *text, unsigned magic, unsigned value,
		       vec<tree, va_gc> *clobbers, location_t where)
{
	vec<tree, va_gc> *inputs = NULL;
	gasm *marker;

	vec_safe_push(inputs, asm_operand(magic));
	vec_safe_push(inputs, asm_operand(value));
	marker = gimple_build_asm_vec(text, inputs, NULL, clobbers, NULL);
	gimple_asm_set_volatile(marker, true);
	gimple_set_location(marker, where);
	gimple_seq_add_stmt(seq, marker);
}

void anycov_add_mark(gimple_seq *seq, enum anycov_site_kind kind, unsigned block,
		     location_t where)
{
	add_marker(seq, "", MAGIC, new_site(cur.n_numbers++, block, kind), NULL, where);
}

void anycov_site_element(unsigned element)
{
	cur.sites[cur.n_sites - 1].element = element;
}

void anycov_add_site(gimple_seq *seq, anycov_stmt call, enum anycov_site_kind kind,
		     unsigned block, location_t where)
{
	gimple_set_location(call, where);
	gimple_seq_add_stmt(seq, call);
	anycov_add_mark(seq, kind, block, where);
}

void anycov_add_label(gimple_seq *seq, unsigned block, location_t where)
{
	add_marker(seq, "", MAGIC_LABEL, block, NULL, where);
}

void anycov_add_lean_site(gimple_seq *seq, enum anycov_site_kind kind, unsigned block,
			  location_t where)
{
	unsigned i = new_site(cur.n_numbers++, block, kind);

	cur.sites[i].lean = true;
	add_marker(seq, anycov_lean_placeholder(), MAGIC, i, anycov_lean_clobbers(), where);
	anycov_lean_begin();
}

/* Is this asm text one that a marker has before its own is filled in? */
static bool is_marker_text(const char *text)
{
	return text[strspn(text, " \n")] == '\0';
}

bool anycov_is_site(anycov_stmt stmt)
{
	tree magic;
	gasm *marker;

	if (gimple_code(stmt) != GIMPLE_ASM)
		return false;
	marker = anycov_as_asm(stmt);
	if (gimple_asm_ninputs(marker) != 2 || gimple_asm_noutputs(marker) ||
	    !is_marker_text(gimple_asm_string(marker)))
		return false;
	magic = TREE_VALUE(gimple_asm_input_op(marker, 0));
	return TREE_CODE(magic) == INTEGER_CST && tree_fits_uhwi_p(magic) &&
	       tree_to_uhwi(magic) == MAGIC;
}

void anycov_settle_site(anycov_stmt stmt, unsigned block)
{
	gasm *marker = anycov_as_asm(stmt);
	unsigned i = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(marker, 1)));

	/* A copy (an unrolled loop, say) keeps the number and gets its own index,
	 * and thereby its own block. */
	if (cur.sites[i].settled) {
		struct site old = cur.sites[i];

		i = new_site(old.number, block, old.kind);
		cur.sites[i].lean = old.lean;
		cur.sites[i].element = old.element;
		gimple_asm_set_input_op(marker, 1, asm_operand(i));
	}
	cur.sites[i].block = block;
	cur.sites[i].settled = true;
}

/* The text of an asm statement with the compiler's escapes. */
static const char *escape(const char *text)
{
	size_t n = strlen(text);
	char *out = XNEWVEC(char, 2 * n + 1);
	const char *kept;
	char *p = out;

	for (; *text; text++) {
		if (*text == '%' || (ANYCOV_HAS_DIALECTS && strchr("{|}", *text)))
			*p++ = '%';
		*p++ = *text;
	}
	*p = '\0';
	kept = ggc_strdup(out);
	free(out);
	return kept;
}

/*
 * The label that ties records to code: that of the first site in this section of
 * the function (a function may have a hot and a cold one).
 */
struct tie {
	char label[32];
	bool made;
};

static const char *site_text(const struct site *s, struct tie *tie)
{
	static unsigned serial;
	struct anycov_site site;
	size_t size = ANYCOV_SITE_ASM_MAX;
	char *buf = XNEWVEC(char, size);
	char variable[64];
	const char *text;

	site.function = cur.id;
	site.number = s->number;
	site.block = s->block;
	site.kind = s->kind;
	site.addr_bytes = POINTER_SIZE > 32 ? 8 : 4;
	site.group = anycov_comdat_group(current_function_decl);
	site.section = NULL;
	site.label = NULL;
	site.link = NULL;
	site.variable = NULL;
	if (s->element != NO_ELEMENT) {
		anycov_element_text(variable, s->kind, s->element);
		site.variable = variable;
	}
	if (anycov_opts.map == ANYCOV_MAP_CODE && ANYCOV_ASM_LINK_ORDER && !site.group) {
		if (tie->made) {
			site.link = tie->label;
		} else {
			sprintf(tie->label, ".Lanycov%u", serial++);
			site.label = tie->label;
			tie->made = true;
		}
	} else {
		site.section = anycov_section_names[anycov_options_map_section(&anycov_opts)];
	}
	while (!anycov_site_asm(buf, size, &site)) {
		size *= 2;
		buf = XRESIZEVEC(char, buf, size);
	}
	if (s->lean) {
		char *both = concat(anycov_lean_call(), buf, NULL);

		free(buf);
		buf = both;
	}
	text = escape(buf);
	free(buf);
	return text;
}

/* Our asm in an instruction, and its second operand; NULL: it is none of ours. */
static rtx find_marker(rtx_insn *insn, unsigned magic, unsigned *value)
{
	rtx body;

	if (!NONJUMP_INSN_P(insn))
		return NULL_RTX;
	body = extract_asm_operands(PATTERN(insn));
	if (!body || ASM_OPERANDS_INPUT_LENGTH(body) != 2 ||
	    !is_marker_text(ASM_OPERANDS_TEMPLATE(body)) ||
	    !CONST_INT_P(ASM_OPERANDS_INPUT(body, 0)) ||
	    INTVAL(ASM_OPERANDS_INPUT(body, 0)) != magic)
		return NULL_RTX;
	*value = INTVAL(ASM_OPERANDS_INPUT(body, 1));
	return body;
}

bool anycov_label_insn(rtx_insn *insn, unsigned *block)
{
	return find_marker(insn, MAGIC_LABEL, block) != NULL_RTX;
}

void anycov_set_asm_text(rtx_insn *insn, const char *text)
{
	ASM_OPERANDS_TEMPLATE(extract_asm_operands(PATTERN(insn))) = escape(text);
}

/* A hook finds its caller by the return address of a direct call; readers look
 * for direct calls to the hook's name.  Says once a unit that flags prevent it. */
static void warn_if_indirect(rtx_insn *call)
{
	static bool warned;
	const char *option;
	rtx x;

	if (warned || !call)
		return;
	x = anycov_call_rtx(call);
	if (!x || GET_CODE(XEXP(XEXP(x, 0), 0)) == SYMBOL_REF)
		return;
	warned = true;
	option = anycov_indirect_calls_option();
	if (option)
		warning(0, "anycov: the calls of hooks are indirect here by %s; tools that look for "
			"direct calls will not find them: compile without it", option);
	else
		warning(0, "anycov: the calls of hooks are indirect here; tools that look for direct "
			"calls will not find them: compile without %<-mlong-calls%>, large code "
			"models and the like");
}

static bool has_call(const struct site *s)
{
	return !s->lean && s->kind != ANYCOV_SITE_COUNTER && s->kind != ANYCOV_SITE_FLAG;
}

static void fill_texts(void)
{
	rtx_insn *last_call = NULL;
	struct tie tie = { "", false };
	rtx_insn *insn;
	unsigned i;
	rtx body;

	for (insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
		if (NOTE_P(insn) && NOTE_KIND(insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
			tie.made = false;
		if (CALL_P(insn))
			last_call = insn;
		body = find_marker(insn, MAGIC, &i);
		if (!body)
			continue;
		if (has_call(&cur.sites[i]))
			warn_if_indirect(last_call);
		last_call = NULL;
		if (ANYCOV_ELF)
			ASM_OPERANDS_TEMPLATE(body) = site_text(&cur.sites[i], &tie);
	}
}

namespace {

const pass_data map_data = {
	RTL_PASS, "anycov_map", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class map_pass : public rtl_opt_pass {
public:
	map_pass(gcc::context *ctxt) : rtl_opt_pass(map_data, ctxt) {}
	unsigned int execute(function *fun) override
	{
		if (cur.decl != fun->decl || cur.uid != DECL_UID(fun->decl) || cur.skipped)
			return 0;
		/* Texts of labels first: a site's may name one of them. */
		anycov_write_tables();
		fill_texts();
		anycov_lean_end();
		/* The function itself is not begun yet: this stands before it. */
		if (ANYCOV_ELF && cur.map_text)
			fputs(cur.map_text, asm_out_file);
		anycov_set_map_text(NULL, cur.id);
		return 0;
	}
};

}

opt_pass *anycov_make_map_pass(gcc::context *ctxt)
{
	return new map_pass(ctxt);
}
