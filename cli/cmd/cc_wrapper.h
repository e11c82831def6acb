/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A file that is 'anycov cc COMPILER' in one word, for compilers that no link is named after. */
#ifndef ANYCOV_CMD_CC_WRAPPER_H
#define ANYCOV_CMD_CC_WRAPPER_H

/*
 * Makes the file, a script for sh that runs this command.  compiler: a name, which is searched in
 * PATH at each run, or a path.  Returns the exit status.
 */
int cc_make_wrapper(const char *compiler, const char *path);

#endif
