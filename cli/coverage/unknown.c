/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/flags_file.h"
#include "anycov/map.h"
#include "coverage/coverage.h"

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
	if (!r->dumps && r->how & ANYCOV_FLAGS_CLEARED)
		return xstrdup("anycov_set_reset() was called inside calls, or others were active, "
			       "and cleared what they had recorded");
	if (!r->dumps && r->ended_cut && r->how & ANYCOV_FLAGS_ANYWHERE)
		return xasprintf(
			"%llu of %llu processes ended in a call, or left one by longjmp, "
			"maybe at any instruction of it: a thread was alive, or code without "
			"flags or without unwind tables may have left calls",
			(unsigned long long)r->ended_cut, (unsigned long long)r->started);
	if (r->dumps && ends_are_known(r) && r->ended_cut)
		return xasprintf("processes ended in a call, or left one by longjmp%s",
				 r->how & ANYCOV_FLAGS_ANYWHERE
					 ? ", maybe at any instruction of it: a signal ended them, "
					   "a thread was alive, or code without anycov or without "
					   "unwind tables may have left calls"
					 : "");
	if (!r->dumps && r->ended_cut)
		return xasprintf("%llu of %llu processes ended in a call, or left one by longjmp",
				 (unsigned long long)r->ended_cut, (unsigned long long)r->started);
	if (r->task_exits && ends_are_known(r))
		return xstrdup("tasks of Linux end in calls of this code, or KCOV records them "
			       "in part");
	if (ends_are_known(r) && !r->ended_cut && r->cuts)
		return xasprintf("%zu %s not return: exit(), longjmp(), an exception, a signal",
				 r->cuts, plural(r->cuts, "call did", "calls did"));
	return xstrdup(r->started_late ? "recording began inside a call, or may have ended in one"
				       : "recording may have ended inside a call");
}

/* Records of the images in which calls that may not have been complete leave something unknown. */
struct incomplete_images {
	struct image_records known;  /* of those that show which calls did not return */
	struct image_records others; /* each with a cause of its own */
	size_t n_known, n_others;
	const char *example; /* of the others */
};

static struct incomplete_images incomplete_images(const struct coverage *c)
{
	struct incomplete_images x = { .n_known = 0 };

	for (size_t i = 0; i < c->n_parts; i++) {
		const struct coverage *part = c->parts[i];
		const struct image_records *r = &part->instrumented->records;

		if (!coverage_has_unknown(part, UNKNOWN_INCOMPLETE_CALL))
			continue;
		if (ends_are_known(r) && !r->ended_cut && r->cuts &&
		    !(r->how & ANYCOV_FLAGS_CLEARED)) {
			image_records_add(&x.known, r);
			x.n_known++;
		} else {
			image_records_add(&x.others, r);
			x.n_others++;
			x.example = base_name(part->image);
		}
	}
	return x;
}

/* Returns the same of several images: what is said of some is not true of the others. */
static char *incomplete_calls_text(const struct coverage *c)
{
	struct incomplete_images x = incomplete_images(c);
	char *known, *others, *text;

	if (!x.n_known || !x.n_others)
		return incomplete_call_text(x.n_known    ? &x.known
					    : x.n_others ? &x.others
							 : &c->instrumented->records);
	known = incomplete_call_text(&x.known);
	others = incomplete_call_text(&x.others);
	text = x.n_others > 1 ? xasprintf("%s; and in %zu images %s", known, x.n_others, others)
			      : xasprintf("%s; and in %s %s", known, x.example, others);
	free(known);
	free(others);
	for (char *p = text; *p; p++)
		if (*(unsigned char *)p < ' ' || *p == 127)
			*p = '?';
	return text;
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

		if (!coverage_has_unknown(c->parts[i], reason))
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

/* Returns what became of processes with hooks that left no records; to be freed. */
static char *unended_text(const struct image_records *r)
{
	const size_t killed = r->unended - r->running;
	char *running = xasprintf("%zu %s still running", r->running,
				  plural(r->running, "process is", "processes are"));
	char *text;

	if (!killed)
		return running;
	text = xasprintf("%zu %s killed, or ended unseen, and lost what %s had recorded%s%s",
			 killed, plural(killed, "process was", "processes were"),
			 plural(killed, "it", "they"), r->running ? "; " : "",
			 r->running ? running : "");
	free(running);
	return text;
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
	case UNKNOWN_PROCESS_KILLED:
		if (r->unended)
			return unended_text(r);
		return xasprintf("%llu of %llu processes %s killed or %s not ended", unseen,
				 started, plural(unseen, "was", "were"),
				 plural(unseen, "has", "have"));
	case UNKNOWN_LINKED_WITHOUT_FLAGS:
		return xstrdup("the link with -flto compiled them without probes");
	case UNKNOWN_NOT_RECORDED:
		return xstrdup("no recording is of this image");
	case UNKNOWN_NO_BLOCKS_RECORDED:
		return xstrdup("a dump has only comparisons, or edges of a 32-bit machine");
	case UNKNOWN_SAME_ADDRESS:
		return xstrdup("records of an address that several libraries had one after the "
			       "other");
	case UNKNOWN_MEMORY_IN_USE:
		return xstrdup("calls were active when the memory was copied");
	case UNKNOWN_INCOMPLETE_CALL:
		return c->n_parts ? incomplete_calls_text(c) : incomplete_call_text(r);
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

static const char *ambiguous_edge_help(const struct coverage *c)
{
	const struct image_records *r = &c->instrumented->records;

	if (!r->flag_files && !r->memories)
		return "build with --coverage edge,trace-pc, or record with --mode uniq-edge";
	return edges_have_probes(c) ? "those of setjmp() and computed gotos take no probe"
				    : "build with --coverage edge,flags --place early";
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

static const char *incomplete_call_help(const struct coverage *c)
{
	struct incomplete_images x = incomplete_images(c);
	const struct image_records *r = x.n_known    ? &x.known
					: x.n_others ? &x.others
						     : &c->instrumented->records;

	if (r->how & ANYCOV_FLAGS_CLEARED)
		return "build with --prune none";
	if (r->cuts_without_line)
		return "build with -g1, and keep the program: line numbers show which "
		       "calls these are";
	if (r->cuts && ends_are_known(r) && !r->ended_cut)
		return nothing_is_pruned(c)
			       ? "nothing shows whether one that leads to them returned"
			       : "build with --prune none, which knows more of them";
	return nothing_is_pruned(c)
		       ? "use --complete if every call returned"
		       : "use --complete if every call returned, else build with --prune none";
}

const char *unknown_help(const struct coverage *c, unsigned reason)
{
	const struct image_records *r = &c->instrumented->records;

	switch (reason) {
	case UNKNOWN_OTHER_BUILD:
		return "record with this build";
	case UNKNOWN_BUFFER_FULL:
		return r->lost_on_target
			       ? "give anycov_buffer() a larger area, or use --coverage flags, "
				 "which cannot fill"
			       : "record again with a larger --size (ANYCOV_SIZE)";
	case UNKNOWN_INPUT_SKIPPED:
		return r->skipped == 1 ? "record again what it contained, or remove it"
				       : "record again what they contained, or remove them";
	case UNKNOWN_FLAGS_LOST:
		return "let them end";
	case UNKNOWN_PROCESS_KILLED:
		if (r->unended)
			return "let them end, or record flags, which SIGKILL cannot take";
		return "let them end, or use --complete if they were in no call";
	case UNKNOWN_LINKED_WITHOUT_FLAGS:
		return "give the link the flags of 'anycov flags', too";
	case UNKNOWN_NOT_RECORDED:
		return "run it, or report without it";
	case UNKNOWN_NO_BLOCKS_RECORDED:
		return "record with --mode pc";
	case UNKNOWN_SAME_ADDRESS:
		return "record flags instead, which each library has of its own: build with --for "
		       "report";
	case UNKNOWN_MEMORY_IN_USE:
		return nothing_is_pruned(c)
			       ? "copy it when the firmware is idle, or use --complete if every "
				 "call returned"
			       : "copy it when the firmware is idle, build with --prune none, "
				 "which knows more of them, or use --complete if every call "
				 "returned";
	case UNKNOWN_INCOMPLETE_CALL:
		return incomplete_call_help(c);
	case UNKNOWN_CODE_WITHOUT_PROBES:
		return "instrument the function or unit that contains it";
	case UNKNOWN_PRUNED:
		return "build with --prune lossless";
	case UNKNOWN_NO_PROBE:
		return "build with --coverage edge,...";
	case UNKNOWN_DAMAGED_MAP:
		return "build and link again";
	case UNKNOWN_CODE_DIFFERS:
		return "report the image as it was linked; 'anycov sites --json' lists them";
	case UNKNOWN_AMBIGUOUS_EDGE:
		return ambiguous_edge_help(c);
	case UNKNOWN_AMBIGUOUS_DECISION:
		return "report tests one by one, each recorded in a directory of its own";
	case UNKNOWN_CONDITION_WITHOUT_BRANCH:
		return "build with GCC, which makes one";
	case UNKNOWN_DECISION_NOT_MATCHED:
		return "docs/mcdc.md has the forms that are known";
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
	if (reason != UNKNOWN_NO_MAP)
		return 0;
	for (size_t i = 0; i < c->n_functions; i++)
		n += !c->functions[i].map;
	return n;
}

bool coverage_has_unknown(const struct coverage *c, unsigned reason)
{
	return c->function_counts.by_reason[reason] || c->line_counts.by_reason[reason] ||
	       c->block_counts.by_reason[reason] || c->edge_counts.by_reason[reason] ||
	       c->condition_counts.by_reason[reason] || coverage_lines_of(c, reason);
}

static void add_count(struct string_buffer *to, size_t n, const char *what)
{
	if (n)
		string_buffer_appendf(to, "%s%zu %s%s", to->n ? ", " : "", n, what,
				      n == 1 ? "" : "s");
}

char *coverage_unknown_counts(const struct coverage *c, unsigned reason)
{
	const size_t lines_of = coverage_lines_of(c, reason);
	struct string_buffer t = { 0 };

	string_buffer_append(&t, "");
	add_count(&t, c->function_counts.by_reason[reason], "function");
	add_count(&t, c->line_counts.by_reason[reason], "line");
	add_count(&t, c->block_counts.by_reason[reason], c->from_map ? "block" : "probe");
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
