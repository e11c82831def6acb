/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* An error text of one line: the input, what is wrong, what to do. */
#ifndef ANYCOV_ERROR_H
#define ANYCOV_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_error {
	char text[1024];
};

/* Formats the text.  Returns -1, so that callers can return the result.  err may be NULL. */
int anycov_error_set(struct anycov_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
#endif
