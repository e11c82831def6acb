/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Library functions that begin or end a thread or a process without calling any handler. Each
 * does its work and then calls the C library's function.
 *
 * In a static program dlsym() finds nothing: the link names the C library's pthread_create()
 * (cli/compiler/flags_link.c), and what else is missing is done here.  A function without an
 * original returns no error of its own: the program would take it for the system's answer and
 * do without threads, which it never does without coverage.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>
#include "port.h"

/*
 * pthread_create() of static programs, if it is linked.  One name only: old glibc's own objects
 * name musl's, which makes a weak reference to it an error.
 */
#ifdef __GLIBC__
#define STATIC_PTHREAD_CREATE __pthread_create_2_1
#else
#define STATIC_PTHREAD_CREATE __pthread_create
#endif
extern __typeof(pthread_create) STATIC_PTHREAD_CREATE __attribute__((weak));

static pthread_key_t end_key;
static int has_end_key;

/*
 * Returns the C library's function, or NULL.  The reference to dlsym() is not weak: with
 * --as-needed a linker drops a library that only weak references name, and before glibc 2.34
 * dlsym() is in a library of its own.
 */
static void *next_symbol(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static __typeof(pthread_create) *next_pthread_create(void)
{
	__typeof(pthread_create) *next;

	if (STATIC_PTHREAD_CREATE)
		return STATIC_PTHREAD_CREATE;
	next = next_symbol("pthread_create");
	if (!next) {
		host_warn("the C library's function is not in this program; link it with the "
			  "output of 'anycov flags --for trace --link', with '-- -static' after "
			  "it if it is static",
			  "pthread_create");
		abort();
	}
	return next;
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

/* The library may be unloaded while threads go on. */
void host_interpose_end(void)
{
	if (has_end_key)
		pthread_key_delete(end_key);
	has_end_key = 0;
}

struct thread_start {
	void *(*pthread)(void *);
	int (*c11)(void *);
	void *arg;
};

void host_thread_starts(void)
{
	host_thread_begin();
	if (has_end_key)
		pthread_setspecific(end_key, (void *)1);
}

static void *pthread_main(void *p)
{
	struct thread_start s = *(struct thread_start *)p;

	free(p);
	host_all_threads_start();
	return s.pthread(s.arg);
}

static int c11_main(void *p)
{
	struct thread_start s = *(struct thread_start *)p;

	free(p);
	host_all_threads_start();
	return s.c11(s.arg);
}

/* The same for pthread_create(): thrd_join() takes the result as thrd_exit() leaves it. */
static void *c11_pthread_main(void *p)
{
	return (void *)(intptr_t)c11_main(p);
}

HOST_PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *),
			       void *arg)
{
	__typeof(pthread_create) *real = next_pthread_create();
	struct thread_start *s;
	int err;

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

	host_setup();
	if (real && !host_config.out[0])
		return real(thread, fn, arg);
	s = malloc(sizeof(*s));
	if (!s)
		return thrd_nomem;
	s->c11 = fn;
	s->arg = arg;
	if (real) {
		err = real(thread, c11_main, s);
	} else {
		err = next_pthread_create()(thread, NULL, c11_pthread_main, s);
		err = !err ? thrd_success : err == ENOMEM ? thrd_nomem : thrd_error;
	}
	if (err != thrd_success)
		free(s);
	return err;
}

HOST_PUBLIC __attribute__((noreturn)) void _exit(int status)
{
	host_write_all();
	for (;;)
		syscall(SYS_exit_group, status);
}

HOST_PUBLIC __attribute__((noreturn)) void _Exit(int status)
{
	_exit(status);
}

HOST_PUBLIC int execve(const char *path, char *const argv[], char *const envp[])
{
	struct host_exec e;
	int result, saved;

	host_write_all_before_exec(&e);
	result = (int)syscall(SYS_execve, path, argv, envp);
	saved = errno;
	host_exec_failed(&e);
	errno = saved;
	return result;
}

HOST_PUBLIC int fexecve(int fd, char *const argv[], char *const envp[])
{
	struct host_exec e;
	int result, saved;

	host_write_all_before_exec(&e);
	result = (int)syscall(SYS_execveat, fd, "", argv, envp, 0x1000 /* AT_EMPTY_PATH */);
	saved = errno;
	host_exec_failed(&e);
	errno = saved;
	return result;
}

HOST_PUBLIC int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

/* Executes a script that names no interpreter; n: number of arguments. */
static int exec_shell(const char *path, char *const argv[], char *const envp[], size_t n)
{
	const char *words[n + 3];
	size_t i;

	words[0] = "/bin/sh";
	words[1] = path;
	for (i = 1; i < n; i++)
		words[i + 1] = argv[i];
	words[i + 1] = NULL;
	return (int)syscall(SYS_execve, words[0], words, envp);
}

static int exec_or_script(const char *path, char *const argv[], char *const envp[])
{
	size_t n = 0;

	if (!syscall(SYS_execve, path, argv, envp) || errno != ENOEXEC)
		return -1;
	while (argv[n])
		n++;
	return exec_shell(path, argv, envp, n);
}

/* execvpe() where the C library's is out of reach.  A vfork child calls it: no allocation. */
static int search_path(const char *file, char *const argv[], char *const envp[])
{
	char standard[128] = "", candidate[HOST_PATH_MAX];
	const char *dir = getenv("PATH"), *end;
	size_t length = strlen(file);
	int denied = 0;

	errno = ENOENT;
	if (!*file)
		return -1;
	if (strchr(file, '/'))
		return exec_or_script(file, argv, envp);
	if (!dir) {
		confstr(_CS_PATH, standard, sizeof(standard));
		dir = standard;
	}
	for (; dir; dir = *end ? end + 1 : NULL) {
		size_t n;

		end = dir + strcspn(dir, ":");
		n = (size_t)(end - dir);
		if (n + length + 2 > sizeof(candidate))
			continue;
		memcpy(candidate, dir, n);
		if (n) /* an empty name is the working directory */
			candidate[n++] = '/';
		memcpy(candidate + n, file, length + 1);
		exec_or_script(candidate, argv, envp);
		if (errno == EACCES)
			denied = 1;
		else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE &&
			 errno != ENODEV && errno != ETIMEDOUT)
			return -1;
	}
	if (denied)
		errno = EACCES;
	return -1;
}

/* The C library searches PATH; it has no hook before the last step. */
HOST_PUBLIC int execvpe(const char *file, char *const argv[], char *const envp[])
{
	__typeof(execvpe) *real = next_symbol("execvpe");
	struct host_exec e;
	int result, saved;

	host_write_all_before_exec(&e);
	result = (real ? real : search_path)(file, argv, envp);
	saved = errno;
	host_exec_failed(&e);
	errno = saved;
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
