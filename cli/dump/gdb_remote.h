/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads the memory of a machine through a GDB server, such as those of QEMU,
 * OpenOCD and simavr.  Source: "Debugging with GDB", appendix "Remote Serial Protocol".
 */
#ifndef ANYCOV_GDB_REMOTE_H
#define ANYCOV_GDB_REMOTE_H

#include "base/base.h"

struct gdb_remote;

/* Returns whether it has the form that gdb_remote_open() takes. */
bool gdb_remote_is_address(const char *where);

/*
 * Connects to HOST:PORT ([HOST]:PORT for IPv6, :PORT for this machine) and stops the target, as
 * GDB does.  Returns NULL with err filled if nothing listens there or it is no GDB server.
 */
struct gdb_remote *gdb_remote_open(const char *where, struct anycov_error *err);
/* Reads n bytes at an address.  Returns -1 with err filled if one of them cannot be read, -2 if the
 * server does not answer. */
int gdb_remote_read(struct gdb_remote *g, uint64_t address, unsigned char *to, size_t n,
		    struct anycov_error *err);
/* Writes n bytes.  Returns -1 with err filled. */
int gdb_remote_write(struct gdb_remote *g, uint64_t address, const unsigned char *from, size_t n,
		     struct anycov_error *err);
/* Lets the target go on, and stops it again.  Returns -1 with err filled; 1: its program ended. */
int gdb_remote_resume(struct gdb_remote *g, struct anycov_error *err);
int gdb_remote_stop(struct gdb_remote *g, struct anycov_error *err);
/* Reads register i of those that "g" answers, which all have so many bytes.  Returns -1 with err
 * filled. */
int gdb_remote_register(struct gdb_remote *g, unsigned i, unsigned bytes, bool big_endian,
			uint64_t *value, struct anycov_error *err);
/* Lets the target go on, and disconnects.  Returns -1 with err filled if it may still stand. */
int gdb_remote_close(struct gdb_remote *g, struct anycov_error *err);

#endif
