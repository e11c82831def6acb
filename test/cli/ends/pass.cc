// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An exception passes frames of a library, and one of a library frames of the program.
// cmd: $CXX -DLIBRARY -shared -fPIC $SRC -o libpass.so
// cmd: $CXX $SRC -o prog ./libpass.so
// more: -no-pie | -flto | -fuse-ld=mold | -fuse-ld=lld | -static-libstdc++ -static-libgcc
// run: none = 0 images prog libpass.so
// run: program = 0 images prog libpass.so
// run: library = 0 images prog libpass.so
// run: both = 0 images prog libpass.so
#include "ends.h"
int pass(const char *name, int (*fn)(int));
static volatile int n;
struct guard {
	~guard() // +
	{
		n++; // +
	} // +
};
#ifdef LIBRARY
int pass(const char *name, int (*fn)(int)) // +
{
	guard g;

	how = name; // +
	n++; // +
	fn(1); // +
	n++; // +-+-
	if (IS("library")) // +-+-
		throw 2; // --+-
	return 1; // +---
} // +
#else
static int back(int x) // +
{
	guard g;

	if (IS("program") || IS("both")) // +
		throw x; // -+-+
	n++; // +-+-
	return x; // +-+-
} // +
NOINLINE static int calls() // +
{
	guard g;

	n = pass(how, back); // +
	n++; // +---
	return n; // +---
} // +
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	try {
		calls(); // +
		n++; // +---
	} catch (int i) { // ?+++
		n = i; // -+++
		if (IS("both")) // -+++
			exit(0); // ---+
	} // -++-
	return 0; // +++-
} // -+++
#endif
