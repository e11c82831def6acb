/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Why something is unknown.  A block, edge, line or function is covered, not covered or
 * unknown, and what is unknown has one of these reasons: there is no other list of them.
 */
#ifndef ANYCOV_UNKNOWN_H
#define ANYCOV_UNKNOWN_H

#include <stdbool.h>

struct coverage;

/*
 * X(identifier, name in JSON, whether records were lost), from the strongest to the weakest:
 * of two reasons for one line the first one is shown.
 */
#define UNKNOWN_REASONS(X)                                                                         \
	X(OTHER_BUILD, "records-of-another-build", true)                                           \
	X(BUFFER_FULL, "buffer-full", true)                                                        \
	X(INPUT_SKIPPED, "input-skipped", true)                                                    \
	X(FLAGS_LOST, "flags-lost", true)                                                          \
	X(LINKED_WITHOUT_FLAGS, "linked-without-flags", true)                                      \
	X(NOT_IN_LOG, "not-in-log", true)                                                          \
	X(NOT_RECORDED, "not-recorded", false)                                                     \
	X(NO_BLOCKS_RECORDED, "no-blocks-recorded", false)                                         \
	X(KIND_NOT_RECORDED, "kind-not-recorded", false)                                           \
	X(SAME_ADDRESS, "same-address", false)                                                     \
	X(INCOMPLETE_CALL, "incomplete-call", false)                                               \
	X(CODE_WITHOUT_PROBES, "code-without-probes", false)                                       \
	X(PRUNED, "pruned", false)                                                                 \
	X(NO_PROBE, "no-probe", false)                                                             \
	X(DAMAGED_MAP, "damaged-map", false)                                                       \
	X(CODE_DIFFERS, "code-differs", false)                                                     \
	X(AMBIGUOUS_EDGE, "ambiguous-edge", false)                                                 \
	X(AMBIGUOUS_DECISION, "ambiguous-decision", false)                                         \
	X(CONDITION_WITHOUT_BRANCH, "condition-without-branch", false)                             \
	X(DECISION_NOT_MATCHED, "decision-not-matched", false)                                     \
	X(NO_DEBUG_INFORMATION, "no-debug-information", false)                                     \
	X(NO_MAP, "no-map", false)

#define UNKNOWN_REASON_ENUM(id, name, is_loss) UNKNOWN_##id,
/* UNKNOWN_NONE: it is covered or not covered. */
enum unknown_reason { UNKNOWN_NONE, UNKNOWN_REASONS(UNKNOWN_REASON_ENUM) UNKNOWN_REASON_COUNT };
#undef UNKNOWN_REASON_ENUM

/* Returns the name of a reason in JSON. */
const char *unknown_name(unsigned reason);
/* Returns whether the reason is that records were lost, which exit status 3 shows. */
bool unknown_is_loss(unsigned reason);
/* Returns what happened, for a sentence "12 lines unknown: ..."; to be freed. */
char *unknown_text(const struct coverage *c, unsigned reason);
/* Returns what to do about it, or NULL. */
const char *unknown_help(const struct coverage *c, unsigned reason);

#endif
