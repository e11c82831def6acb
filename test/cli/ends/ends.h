/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the programs of this directory share: the run's name, and the headers of the system. */
#ifndef ENDS_H
#define ENDS_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
/* Of anycov/anycov.h; in the build for gcov it is gcov's. */
#ifdef __cplusplus
extern "C"
#endif
void anycov_set_reset(void);
/* The first argument of the program. */
static const char *how;
#define IS(name) (!strcmp(how, name))
#endif
