// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A library with flags in a program in Rust (rust.rs), which ends in a call of the library or panics there.
// needs: rustc
// cmd: $CC -DLIBRARY -shared -fPIC -fexceptions $SRC -o libpart.so
// cmd: rustc -C debuginfo=0 -L. -lpart -C link-arg=-Wl,-rpath,. $DIR/rust.rs -o prog
// run: return = 0 images libpart.so
// run: exit = 3 images libpart.so
// run: panic = 0 images libpart.so
// run: abort = 134 images libpart.so
// run: thread = 0 images libpart.so
#include "ends.h"
static volatile int n;
int part(int x, void (*back)(void));
int part(int x, void (*back)(void)) // +
{
	n += x; // +
	back(); // +
	n += 2; // +---+
	return n; // +---+
}
