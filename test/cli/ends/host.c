// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A library with flags in a program without: the program ends, jumps out of calls of the library, makes children,
// unloads it, and forbids itself system calls.
// cmd: $CC -DLIBRARY -shared -fPIC -fexceptions $SRC -o libpart.so
// cmd: $PLAIN $SRC -o prog
// run: return = 0 images libpart.so
// run: deep = 3 no-gcov images libpart.so
// run: jump = 0 images libpart.so
// run: thread = 0 images libpart.so
// run: fork = 0 no-gcov images libpart.so
// run: vfork = 0 images libpart.so
// run: exec = 0 no-gcov images libpart.so
// run: fails = 0 images libpart.so
// run: abort = 134 no-gcov images libpart.so
// run: died = 0 no-gcov images libpart.so
// run: unload = 3 no-gcov images libpart.so
// run: jumpers = 0 images libpart.so
// run: stack = 0 images libpart.so
#include "ends.h"
#ifdef LIBRARY
static volatile int n;
int part(int x, void (*back)(void)) // +
{
	n += x; // +
	if (back) // +
		back(); // -+++--++++---
	n += 2; // +---++-+--+++
	if (x > 5) // +---++-+--+++
		n += 3; // ----+-----+--
	return 3; // +---++-+--+++
}
#else
static int (*part)(int, void (*)(void));
static __thread jmp_buf env;
static volatile int done;
static char stack[1 << 16] __attribute__((aligned(16)));
static void end(void)
{
	if (IS("deep"))
		_exit(3);
	if (IS("thread"))
		pthread_exit(NULL);
	if (IS("exec"))
		execl("/bin/true", "true", (char *)NULL);
	if (IS("fails"))
		execl("/no/such/file", "true", (char *)NULL);
	if (IS("abort") || IS("died"))
		abort();
	if (IS("jump") || IS("jumpers") || IS("stack"))
		longjmp(env, 1);
}
static void *load(void)
{
	void *image = dlopen("./libpart.so", RTLD_NOW);

	*(void **)&part = dlsym(image, "part");
	return image;
}
static void *thread(void *arg)
{
	part(1, end);
	return arg;
}
static void *jumps(void *arg)
{
	while (!done)
		if (!setjmp(env))
			end();
	return arg;
}
/* The call is made on a stack that no table describes. */
static void call_on_stack(void)
{
#if defined(__x86_64__)
	__asm__ volatile("movq %0,%%rsp\n\tcall *%1" : : "r"(stack + sizeof(stack)), "r"(end) : "memory");
#elif defined(__aarch64__)
	__asm__ volatile("mov sp,%0\n\tblr %1" : : "r"(stack + sizeof(stack)), "r"(end) : "memory", "x30");
#endif
}
int main(int argc, char **argv)
{
	void *image = load();
	pthread_t t;

	how = argv[argc - 1];
	if (IS("return"))
		part(1, NULL);
	if (IS("deep") || IS("exec") || IS("fails") || IS("abort"))
		part(1, end);
	if (IS("jump") && !setjmp(env))
		part(1, end);
	if (IS("stack") && part(1, NULL) && !setjmp(env))
		call_on_stack();
	if (IS("thread")) {
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	}
	if (IS("fork") && !fork())
		_exit(part(9, NULL));
	if (IS("died") && !fork())
		part(1, end);
	if (IS("vfork") && part(1, NULL) && !vfork())
		_exit(0);
	if (IS("unload")) {
		part(1, NULL);
		if (dlclose(image) || dlopen("./libpart.so", RTLD_NOW | RTLD_NOLOAD))
			return 1;
		load();
		_exit(part(9, NULL));
	}
	if (IS("jumpers")) {
		pthread_create(&t, NULL, jumps, NULL);
		for (int i = 0; i < 50; i++) {
			part(1, NULL);
			dlclose(image);
			image = load();
		}
		done = 1;
		pthread_join(t, NULL);
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
#endif
