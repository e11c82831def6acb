// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Libraries: one leaves calls of the program, is loaded again, or in a namespace of its own, and has destructors;
// dlopen() fails.
// cmd: $CC -DFIRST -shared -fPIC $SRC -o libfirst.so
// cmd: $CC -DSECOND -shared -fPIC $SRC -o libsecond.so
// cmd: $CC -DTHIRD -shared -fPIC $SRC -o libthird.so
// cmd: $PLAIN -DUNLOADS -shared -fPIC $SRC -o libunloads.so
// cmd: $PLAIN -DUNDEFINED -shared -fPIC $SRC -o libundefined.so
// cmd: $CC $SRC -o prog ./libfirst.so -rdynamic
// more: -no-pie -fno-plt | -fuse-ld=mold | -fuse-ld=lld
// run: jump = 0 images prog libfirst.so
// run: exit = 3 images prog libfirst.so
// run: open = 0 images prog libfirst.so libsecond.so
// run: again = 0 images prog libfirst.so libsecond.so libthird.so
// run: namespace = 0 images prog libfirst.so libsecond.so
// run: leaves = 0 images prog libfirst.so libsecond.so
// run: unseen = 0 images prog libfirst.so libsecond.so
// run: child = 0 images prog libfirst.so libsecond.so
// run: fails = 0 images prog libfirst.so
// run: iconv = 0 images prog libfirst.so
// run: alive = 3 images prog libfirst.so libsecond.so
// run: plugin = 3 images prog libfirst.so libsecond.so
#include "ends.h"
#include <iconv.h>
#ifdef UNLOADS
void unload(void *library)
{
	dlclose(library);
}
#elif defined(UNDEFINED)
int nowhere(void);
int undefined(void)
{
	return nowhere();
}
#elif defined(FIRST)
static jmp_buf env;
static volatile int n;
void first_leaves(void) // +-----------
{
	longjmp(env, 1); // +-----------
}
void first_calls(void (*f)(void)) // ++----------
{
	if (!setjmp(env)) { // ++----------
		f(); // ++----------
		n++; // -
	} // -
} // +-----------
__attribute__((constructor)) static void begin(void) // +
{
	n++; // +
} // +
__attribute__((destructor)) static void end(void) // +
{
	n++; // +
} // +
#elif defined(SECOND)
static volatile int n;
static void (*late)(void);
void second(void (*f)(void), void (*at_end)(void)) // --++++++--++
{
	late = at_end; // --++++++--++
	n++; // --++++++--++
	f(); // --++++++--++
	n++; // --+++-------
} // --+++-------
__attribute__((destructor)) static void end(void) // --++++++--++
{
	n++; // --++++++--++
	if (late) // --++++++--++
		late(); // --+-+------+
	n++; // --++++++--++
} // --++++++--++
#elif defined(THIRD)
static volatile int n;
void second(void (*f)(void), void (*at_end)(void)) // ---+--------
{
	n += at_end != NULL; // ---+--------
	f(); // ---+--------
	n++; // ---+--------
} // ---+--------
#else
void first_leaves(void);
void first_calls(void (*f)(void));
static volatile int n, ready;
static jmp_buf before;
static void (*second)(void (*)(void), void (*)(void));
static void inner(void) // +-----------
{
	n++; // +-----------
	first_leaves(); // +-----------
	n++; // -
} // -
static void nothing(void) // --+++------+ gcov: its counts were written before
{
	n++; // --+++------+ gcov: its counts were written before
} // --+++------+ gcov: its counts were written before
static void jumps(void) // ---+-++++---
{
	longjmp(before, 1); // ---+-++++---
}
static void ends(void) // -+---------+
{
	exit(3); // -+---------+
}
static void waits(void) // ----------+-
{
	ready = 1; // ----------+-
	pause(); // ----------+-
	n++; // -
} // -
NOINLINE static void *load(const char *path) // --++-++++-++
{
	void *library = dlopen(path, RTLD_NOW); // --++-++++-++

	*(void **)&second = library ? dlsym(library, "second") : NULL; // --++-++++-++
	return library; // --++-++++-++
}
NOINLINE static void leaves(void *library) // -----+------
{
	n++; // -----+------
	if (!setjmp(before)) { // -----+------
		second(jumps, NULL); // -----+------
		n++; // -
	} // -
	dlclose(library); // -----+------
} // -----+------
NOINLINE static void unseen(void *others, void *library) // ------++----
{
	void (*unload)(void *);

	*(void **)&unload = dlsym(others, "unload"); // ------++----
	if (!setjmp(before)) // ------++----
		second(jumps, NULL); // ------++----
	unload(library); // ------++----
} // ------++----
NOINLINE static void fails(void) // --------+---
{
	if (load("./libundefined.so")) // --------+---
		n++; // -
	if (load("./nothing.so")) // --------+---
		n++; // -
	if (!setjmp(before)) { // --------+---
		jumps(); // --------+---
		n++; // -
	} // -
} // --------+---
NOINLINE static void converts(void) // ---------+--
{
	static const char *const sets[] = { "ISO-8859-2", "KOI8-R", "CP1252", "EUC-JP" };

	for (int i = 0; i < 40; i++) { // ---------+--
		iconv_t conversion = iconv_open("UTF-8", sets[i % 4]); // ---------+--

		if (conversion != (iconv_t)-1) // ---------+--
			iconv_close(conversion); // ---------+--
	} // ---------+--
} // ---------+--
static void *thread(void *arg) // ----------+-
{
	second(waits, NULL); // ----------+-
	return arg; // -
}
NOINLINE static void all(void) // +-++++++++++
{
	pthread_t t;
	void *library;

	if (IS("open")) { // +-++++++++++
		library = load("./libsecond.so"); // --+---------
		second(nothing, nothing); // --+---------
		dlclose(library); // --+---------
		n++; // --+---------
	} // --+---------
	if (IS("again")) // +-++++++++++
		for (int i = 0; i < 4; i++) { // ---+--------
			library = load(i & 1 ? "./libthird.so" : "./libsecond.so"); // ---+--------
			if (!setjmp(before)) // ---+--------
				second(i < 2 ? jumps : nothing, NULL); // ---+--------
			dlclose(library); // ---+--------
		} // ---+--------
	if (IS("namespace")) { // +-++++++++++
		library = dlmopen(LM_ID_NEWLM, "./libsecond.so", RTLD_NOW); // ----+-------
		*(void **)&second = dlsym(library, "second"); // ----+-------
		second(nothing, nothing); // ----+-------
		dlclose(library); // ----+-------
	} // ----+-------
	if (IS("leaves")) // +-++++++++++
		leaves(load("./libsecond.so")); // -----+------
	if (IS("unseen")) // +-++++++++++
		unseen(dlopen("./libunloads.so", RTLD_NOW), load("./libsecond.so")); // ------+-----
	if (IS("child")) { // +-++++++++++
		if (!fork()) { // -------+----
			unseen(dlopen("./libunloads.so", RTLD_NOW), load("./libsecond.so")); // -------+----
			_exit(0); // -------+----
		}
		wait(NULL); // -------+----
	} // -------+----
	if (IS("fails")) // +-++++++++++
		fails(); // --------+---
	if (IS("iconv")) // +-++++++++++
		converts(); // ---------+--
	if (IS("alive")) { // +-++++++++++
		load("./libsecond.so"); // ----------+-
		pthread_create(&t, NULL, thread, NULL); // ----------+-
		while (!ready) usleep(1000); // ----------?-
		exit(3); // ----------+-
	}
	if (IS("plugin")) { // +-++++++++-+
		load("./libsecond.so"); // -----------+
		second(ends, nothing); // -----------+
		n++; // -
	} // -
} // +-++++++++--
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	if (IS("jump")) // +
		first_calls(inner); // +-----------
	if (IS("exit")) // +
		first_calls(ends); // -+----------
	all(); // +-++++++++++
	n++; // +-++++++++--
	return 0; // +-++++++++--
}
#endif
