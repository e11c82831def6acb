/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/model/coverage.h"

const char *unknown_name(unsigned reason)
{
#define UNKNOWN_REASON_NAME(id, name, is_loss) [UNKNOWN_##id] = name,
	static const char *const names[UNKNOWN_REASON_COUNT] = { UNKNOWN_REASONS(
		UNKNOWN_REASON_NAME) };
#undef UNKNOWN_REASON_NAME

	return names[reason];
}

bool unknown_is_loss(unsigned reason)
{
#define UNKNOWN_REASON_LOSS(id, name, is_loss) [UNKNOWN_##id] = is_loss,
	static const bool losses[UNKNOWN_REASON_COUNT] = { UNKNOWN_REASONS(UNKNOWN_REASON_LOSS) };
#undef UNKNOWN_REASON_LOSS

	return losses[reason];
}

/* Returns why calls that were recorded may not have been complete; to be freed. */
static char *incomplete_call_text(const struct image_records *r)
{
	if (r->task_exits && r->exits_known && r->task_exits == r->dumps && !r->started_late)
		return xstrdup("tasks of Linux end in calls of this code, or KCOV records them "
			       "in part");
	return xstrdup(r->started_late ? "recording began inside a call, or may have ended in one"
				       : "recording may have ended inside a call");
}

/* Returns a line with code of the source with this full path, or NULL. */
static const struct cov_line *line_of_path(const struct coverage *c, const char *path,
					   uint32_t line)
{
	for (size_t i = 0; i < c->n_files; i++)
		if (!strcmp(c->files[i].full, path))
			return coverage_line(c, (uint32_t)i, line);
	return NULL;
}

const struct coverage *coverage_cause(const struct coverage *c, const struct cov_line *line,
				      unsigned reason)
{
	const struct coverage *found = NULL;
	size_t n = 0;

	for (size_t i = 0; i < c->n_parts; i++) {
		const struct cov_line *l;

		if (!c->parts[i]->lines || !coverage_has_unknown(c->parts[i], reason))
			continue;
		l = line_of_path(c->parts[i], c->files[line->file].full, line->line);
		if (!l)
			continue;
		if (l->state == STATE_UNKNOWN && l->reason == reason)
			return c->parts[i];
		/* Code of it may be unknown. */
		found = c->parts[i];
		n++;
	}
	return n == 1 ? found : c;
}

char *unknown_text(const struct coverage *c, unsigned reason)
{
	const struct image_records *r = &c->instrumented->records;
	const unsigned long long started = r->started, unseen = started - r->ended;

	switch (reason) {
	case UNKNOWN_OTHER_BUILD:
		return xstrdup("records of another build prove nothing (--force)");
	case UNKNOWN_BUFFER_FULL:
		return xstrdup("a buffer was full");
	case UNKNOWN_INPUT_SKIPPED:
		return xasprintf("%zu %s could not be read", r->skipped,
				 plural(r->skipped, "input", "inputs"));
	case UNKNOWN_FLAGS_LOST:
		return xasprintf("%llu of %llu processes %s killed and lost flags, or %s not ended",
				 unseen, started, plural(unseen, "was", "were"),
				 plural(unseen, "has", "have"));
	case UNKNOWN_LINKED_WITHOUT_FLAGS:
		return xstrdup("the link with -flto compiled them without probes");
	case UNKNOWN_NOT_IN_LOG:
		return xstrdup("a log of execution lacks code that ran");
	case UNKNOWN_NOT_RECORDED:
		return xstrdup("no recording is of this image");
	case UNKNOWN_NO_BLOCKS_RECORDED:
		return xstrdup("a dump has only comparisons, or edges of a 32-bit machine");
	case UNKNOWN_KIND_NOT_RECORDED:
		return xasprintf("%zu %s of a kind that no input records", r->other_kind,
				 plural(r->other_kind, "probe is", "probes are"));
	case UNKNOWN_SAME_ADDRESS:
		return xstrdup("records of an address that several libraries had one after the "
			       "other");
	case UNKNOWN_INCOMPLETE_CALL:
		return incomplete_call_text(r);
	case UNKNOWN_CODE_WITHOUT_PROBES:
		return xstrdup("in code without probes");
	case UNKNOWN_PRUNED:
		return xstrdup("pruned by prune=dom, and no other probe implies it");
	case UNKNOWN_NO_PROBE:
		return xstrdup("no probe there, and no other probe implies it");
	case UNKNOWN_DAMAGED_MAP:
		return xstrdup("the map contradicts itself");
	case UNKNOWN_CODE_DIFFERS:
		return xstrdup("the machine code has no hook call where the map has a probe");
	case UNKNOWN_AMBIGUOUS_EDGE:
		return xstrdup("both ends are covered, and so are other edges of theirs");
	case UNKNOWN_AMBIGUOUS_DECISION:
		return xstrdup("the record does not show which conditions were evaluated "
			       "together");
	case UNKNOWN_CONDITION_WITHOUT_BRANCH:
		return xstrdup("the compiler made a value of the last condition, and no branch "
			       "shows it");
	case UNKNOWN_DECISION_NOT_MATCHED:
		return xstrdup("the branches are not those of a decision in the source: macros, "
			       "constants, other forms, or the source as compiled is missing");
	case UNKNOWN_NO_DEBUG_INFORMATION:
		return xstrdup("no debug information");
	case UNKNOWN_NO_MAP:
		return xstrdup("no map in the image");
	default:
		return xstrdup("");
	}
}

/* Returns whether every edge has a probe, of those that can have one. */
static bool edges_have_probes(const struct coverage *c)
{
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *f = &c->functions[i];

		if (f->n_edges && f->map &&
		    (f->map->level != ANYCOV_LEVEL_EDGE || !f->map->is_source))
			return false;
	}
	return true;
}

static bool is_of_flags(const struct coverage *c)
{
	const struct image_records *r = &c->instrumented->records;

	return r->flag_files || r->memories;
}

static const char *no_probe_help(const struct coverage *c)
{
	return is_of_flags(c) ? "build with --for report"
			      : "build with --coverage edge,trace-pc --place early";
}

static const char *ambiguous_edge_help(const struct coverage *c)
{
	if (!is_of_flags(c))
		return "build with --coverage edge,trace-pc --place early, or record with --mode "
		       "uniq-edge";
	return edges_have_probes(c)
		       ? "those after calls, of setjmp() and of computed gotos take no probe"
		       : "build with --for report";
}

/* Returns whether pruning left out no probe of a block. */
static bool nothing_is_pruned(const struct coverage *c)
{
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct map_function *f = c->functions[i].map;

		if (f && f->blocks && f->prune != ANYCOV_PRUNE_NONE)
			return false;
	}
	return true;
}

const char *unknown_help(const struct coverage *c, unsigned reason)
{
	const struct image_records *r = &c->instrumented->records;

	switch (reason) {
	case UNKNOWN_OTHER_BUILD:
		return "record with this build";
	case UNKNOWN_BUFFER_FULL:
		return r->lost_on_target ? "give anycov_buffer() a larger area, or use flags "
					   "(anycov flags --firmware), which cannot fill"
					 : "record again with a larger --size (ANYCOV_SIZE)";
	case UNKNOWN_INPUT_SKIPPED:
		return r->skipped == 1 ? "record again what it contained, or remove it"
				       : "record again what they contained, or remove them";
	case UNKNOWN_FLAGS_LOST:
		return "let them end";
	case UNKNOWN_LINKED_WITHOUT_FLAGS:
		return "give the link the flags of 'anycov flags', too";
	case UNKNOWN_NOT_IN_LOG:
		return "log with -d in_asm from the start of the image to the end, without "
		       "-dfilter";
	case UNKNOWN_NOT_RECORDED:
		return "run it, or report without it";
	case UNKNOWN_NO_BLOCKS_RECORDED:
		return "record with --mode pc";
	case UNKNOWN_KIND_NOT_RECORDED:
		return is_of_flags(c) ? "give a dump of the same run, too"
				      : "give the flags of the same run, too";
	case UNKNOWN_SAME_ADDRESS:
		return "record flags instead, which each library has of its own: build with --for "
		       "report";
	case UNKNOWN_INCOMPLETE_CALL:
		if (!r->dumps)
			return "an older anycov built it: build it again";
		return nothing_is_pruned(c) ? "use --complete if every call returned"
					    : "use --complete if every call returned, else build "
					      "with --prune none";
	case UNKNOWN_CODE_WITHOUT_PROBES:
		return "instrument the function or unit that contains it";
	case UNKNOWN_PRUNED:
		return "build with --prune lossless";
	case UNKNOWN_NO_PROBE:
		return no_probe_help(c);
	case UNKNOWN_DAMAGED_MAP:
		return "build and link again";
	case UNKNOWN_CODE_DIFFERS:
		return "report the image as it was linked; 'anycov sites --json' lists them";
	case UNKNOWN_AMBIGUOUS_EDGE:
		return ambiguous_edge_help(c);
	case UNKNOWN_AMBIGUOUS_DECISION:
		return "build with 'anycov flags --mcdc', or report tests one by one, each "
		       "recorded in a directory of its own";
	case UNKNOWN_CONDITION_WITHOUT_BRANCH:
	case UNKNOWN_DECISION_NOT_MATCHED:
		return "build with 'anycov flags --mcdc'";
	case UNKNOWN_NO_DEBUG_INFORMATION:
		return coverage_lines_help(c);
	case UNKNOWN_NO_MAP:
		return "build with 'anycov cc'";
	default:
		return NULL;
	}
}

bool coverage_lost(const struct coverage *c)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++)
		if (unknown_is_loss(r) && coverage_has_unknown(c, r))
			return true;
	/* With place=late the report does not have these functions. */
	if (c->instrumented->map && c->instrumented->map->lto[0].n)
		return true;
	/* What is shown as covered may be wrong. */
	return c->instrumented->records.forced;
}

size_t coverage_lines_of(const struct coverage *c, unsigned reason)
{
	size_t n = 0;

	if (reason == UNKNOWN_NO_DEBUG_INFORMATION)
		return c->no_debug;
	/* Ranges of code need none. */
	if (reason != UNKNOWN_NO_MAP || c->instrumented->range_ends)
		return 0;
	for (size_t i = 0; i < c->n_functions; i++)
		n += !c->functions[i].map && !c->functions[i].is_import;
	return n;
}

bool coverage_has_unknown(const struct coverage *c, unsigned reason)
{
	return c->function_counts.by_reason[reason] || c->line_counts.by_reason[reason] ||
	       c->block_counts.by_reason[reason] || c->edge_counts.by_reason[reason] ||
	       c->condition_counts.by_reason[reason] || coverage_lines_of(c, reason);
}

bool coverage_is_its_own_cause(const struct coverage *c)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++)
		if (r != UNKNOWN_AMBIGUOUS_EDGE && coverage_has_unknown(c, r))
			return true;
	return coverage_has_unknown(c, UNKNOWN_AMBIGUOUS_EDGE) && !edges_have_probes(c);
}

static void add_count(struct string_buffer *to, size_t n, const char *what)
{
	if (n)
		string_buffer_appendf(to, "%s%zu %s%s", to->n ? ", " : "", n, what,
				      n == 1                 ? ""
				      : ends_with(what, "h") ? "es"
							     : "s");
}

bool coverage_reason_is_first(const struct coverage *c, unsigned reason)
{
	return !c->from_map || !c->n_lines || unknown_is_loss(reason) ||
	       c->line_counts.by_reason[reason] || c->function_counts.by_reason[reason] ||
	       c->branch_counts.by_reason[reason] || c->condition_counts.by_reason[reason];
}

char *coverage_unknown_counts(const struct coverage *c, unsigned reason)
{
	const size_t lines_of = coverage_lines_of(c, reason);
	struct string_buffer t = { 0 };

	string_buffer_append(&t, "");
	add_count(&t, c->function_counts.by_reason[reason], "function");
	add_count(&t, c->line_counts.by_reason[reason], "line");
	add_count(&t, c->branch_counts.by_reason[reason], "branch");
	add_count(&t, c->block_counts.by_reason[reason],
		  c->from_map                   ? "block"
		  : c->instrumented->range_ends ? "range"
						: "probe");
	add_count(&t, c->edge_counts.by_reason[reason], "edge");
	add_count(&t, c->condition_counts.by_reason[reason], "condition outcome");
	if (lines_of)
		string_buffer_appendf(&t, "%slines%s of %zu function%s", t.n ? ", " : "",
				      reason == UNKNOWN_NO_MAP ? " without a probe" : "", lines_of,
				      lines_of == 1 ? "" : "s");
	return t.s;
}

char *coverage_unknown_sentence(const struct coverage *c, unsigned reason)
{
	char *counts, *text, *sentence;

	if (!coverage_has_unknown(c, reason))
		return NULL;
	counts = coverage_unknown_counts(c, reason);
	text = unknown_text(c, reason);
	sentence = xasprintf("%s unknown: %s; %s", counts, text, unknown_help(c, reason));
	free(counts);
	free(text);
	return sentence;
}
