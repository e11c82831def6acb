/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Makes coverage of what other tools measured, of sources that anycov did not compile. */
#ifndef ANYCOV_IMPORT_H
#define ANYCOV_IMPORT_H

#include "coverage/history/foreign.h"
#include "coverage/model/coverage.h"

/* v[0..n-1]: what anycov measured; a file of these is named and left out. */
struct coverage *import_coverage(const struct foreign *f, struct coverage *const *v, size_t n,
				 const struct string_list *source_map, struct selection *selection);

#endif
