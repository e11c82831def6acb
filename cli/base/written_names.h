/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Demangled names of C++, as a person writes them. */
#ifndef ANYCOV_WRITTEN_NAMES_H
#define ANYCOV_WRITTEN_NAMES_H

/*
 * Returns a demangled name without what people leave out: namespaces of a library's version,
 * default arguments of its templates, "> >", and with std::string and others by their names.  Takes
 * name, which is freed; the result is to be freed.
 */
char *written_name(char *name);

#endif
