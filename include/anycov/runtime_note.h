/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The note of each program and library that contains a runtime of hooks, with the name "anycov":
 * two words of 32 bits, the distance from the first one to its struct host_copy
 * (runtime/port/host/port.h), and 1 if it has the unique modes, else 0.
 */
#ifndef ANYCOV_RUNTIME_NOTE_H
#define ANYCOV_RUNTIME_NOTE_H

#define ANYCOV_RUNTIME_NOTE_TYPE 2 /* 1: flags_file.h */
#define ANYCOV_RUNTIME_NOTE_BYTES 8

#endif
