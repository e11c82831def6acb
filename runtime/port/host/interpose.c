/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Library functions that begin or end a thread or a process without calling any handler. Each
 * does its work and then calls the C library's function.
 *
 * In a static program dlsym() finds nothing: _exit() and exec() become system calls there, and
 * threads record only if __pthread_create is linked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>
#include "port.h"

extern __typeof(dlsym) dlsym __attribute__((weak));
extern __typeof(pthread_create) __pthread_create __attribute__((weak));

static pthread_key_t end_key;
static int has_end_key;

static void *next_symbol(const char *name)
{
	return dlsym ? dlsym(RTLD_NEXT, name) : NULL;
}

/* Runs after the thread's own destructors. */
static void thread_ends(void *rounds)
{
	/* Other keys' destructors may run instrumented code: run last. */
	if ((uintptr_t)rounds < PTHREAD_DESTRUCTOR_ITERATIONS &&
	    !pthread_setspecific(end_key, (void *)((uintptr_t)rounds + 1)))
		return;
	host_thread_end();
}

void host_interpose(void)
{
	has_end_key = !pthread_key_create(&end_key, thread_ends);
}

struct thread_start {
	void *(*pthread)(void *);
	int (*c11)(void *);
	void *arg;
};

static void thread_starts(void)
{
	host_thread_begin();
	if (has_end_key)
		pthread_setspecific(end_key, (void *)1);
}

static void *pthread_main(void *p)
{
	struct thread_start s = *(struct thread_start *)p;

	free(p);
	thread_starts();
	return s.pthread(s.arg);
}

static int c11_main(void *p)
{
	struct thread_start s = *(struct thread_start *)p;

	free(p);
	thread_starts();
	return s.c11(s.arg);
}

HOST_PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *),
			       void *arg)
{
	__typeof(pthread_create) *real = next_symbol("pthread_create");
	struct thread_start *s;
	int err;

	if (!real)
		real = __pthread_create;
	if (!real)
		return ENOSYS;
	host_setup();
	if (!host_config.out[0])
		return real(thread, attr, fn, arg);
	s = malloc(sizeof(*s));
	if (!s)
		return EAGAIN;
	s->pthread = fn;
	s->arg = arg;
	err = real(thread, attr, pthread_main, s);
	if (err)
		free(s);
	return err;
}

HOST_PUBLIC int thrd_create(thrd_t *thread, thrd_start_t fn, void *arg)
{
	__typeof(thrd_create) *real = next_symbol("thrd_create");
	struct thread_start *s;
	int err;

	if (!real)
		return thrd_error;
	host_setup();
	if (!host_config.out[0])
		return real(thread, fn, arg);
	s = malloc(sizeof(*s));
	if (!s)
		return thrd_nomem;
	s->c11 = fn;
	s->arg = arg;
	err = real(thread, c11_main, s);
	if (err != thrd_success)
		free(s);
	return err;
}

HOST_PUBLIC __attribute__((noreturn)) void _exit(int status)
{
	host_write_out();
	for (;;)
		syscall(SYS_exit_group, status);
}

HOST_PUBLIC __attribute__((noreturn)) void _Exit(int status)
{
	_exit(status);
}

HOST_PUBLIC int execve(const char *path, char *const argv[], char *const envp[])
{
	int wrote = host_write_before_exec();
	int result = (int)syscall(SYS_execve, path, argv, envp);

	if (wrote) {
		int saved = errno;

		host_undo_before_exec();
		errno = saved;
	}
	return result;
}

HOST_PUBLIC int fexecve(int fd, char *const argv[], char *const envp[])
{
	int wrote = host_write_before_exec();
	int result = (int)syscall(SYS_execveat, fd, "", argv, envp, 0x1000 /* AT_EMPTY_PATH */);

	if (wrote) {
		int saved = errno;

		host_undo_before_exec();
		errno = saved;
	}
	return result;
}

HOST_PUBLIC int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

/* The C library searches PATH; it has no hook before the last step. */
HOST_PUBLIC int execvpe(const char *file, char *const argv[], char *const envp[])
{
	__typeof(execvpe) *real = next_symbol("execvpe");
	int wrote, result;

	if (!real) {
		errno = ENOSYS;
		return -1;
	}
	wrote = host_write_before_exec();
	result = real(file, argv, envp);
	if (wrote) {
		int saved = errno;

		host_undo_before_exec();
		errno = saved;
	}
	return result;
}

HOST_PUBLIC int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

/* For the variants with a list: count, copy to an array on the stack, call the other variant. */
#define LIST_TO_ARRAY(argv, arg)                                                                   \
	va_list ap;                                                                                \
	size_t n_ = 1;                                                                             \
	va_start(ap, arg);                                                                         \
	while (va_arg(ap, char *))                                                                 \
		n_++;                                                                              \
	va_end(ap);                                                                                \
	char *argv[n_ + 1];                                                                        \
	va_start(ap, arg);                                                                         \
	argv[0] = (char *)(uintptr_t)arg;                                                          \
	for (size_t i_ = 1; i_ <= n_; i_++)                                                        \
		argv[i_] = va_arg(ap, char *);

HOST_PUBLIC int execl(const char *path, const char *arg, ...)
{
	LIST_TO_ARRAY(argv, arg)
	va_end(ap);
	return execve(path, argv, environ);
}

HOST_PUBLIC int execlp(const char *file, const char *arg, ...)
{
	LIST_TO_ARRAY(argv, arg)
	va_end(ap);
	return execvpe(file, argv, environ);
}

HOST_PUBLIC int execle(const char *path, const char *arg, ...)
{
	char *const *envp;
	LIST_TO_ARRAY(argv, arg)
	envp = va_arg(ap, char *const *);
	va_end(ap);
	return execve(path, argv, envp);
}
