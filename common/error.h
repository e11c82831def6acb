/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One sentence for a person: where, what, what to do. */
#ifndef ANYCOV_ERROR_H
#define ANYCOV_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_error {
	char text[1024];
};

/* Formats the sentence and returns -1, so that callers can return it. */
int anycov_fail(struct anycov_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
#endif
