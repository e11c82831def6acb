#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_traps.sh CC LIBDIR SETCHECK SOURCEDIR: a trap whose flag is not in the section, which a
# linker dropped, is not put.
. "${0%/*}/set_test.sh"
case $(uname -m) in
x86_64) ;;
*) echo "missing: x86-64"; exit 77 ;;
esac

cat >program.c <<'END'
#include <signal.h>
#include <stdio.h>
__attribute__((section("__anycov_flags"), used)) static volatile unsigned char flags[3];
__asm__(".pushsection .anycov_map,\"\",%progbits\n\t.byte 'z', 1\n\t.4byte 3\n\t.ascii \"abc\"\n.popsection\n"
	".pushsection .anycov_traps,\"\",%progbits\n\t.8byte code, flags + FLAG\n.popsection");
__attribute__((noinline)) int code(void) { __asm__ volatile("nop\n\tnop\n\tnop"); return 0; }
int main(void)
{
	struct sigaction now;
	sigaction(SIGTRAP, NULL, &now);
	puts(now.sa_handler == SIG_DFL ? "none" : "some");
	return code();
}
END

try() # try FLAG TRAPS
{
	case="flag $1"
	sed "s/FLAG/$1/" program.c >one.c
	# Without the object that hides the handler.  First: the section ends with the last flag.
	build program "$lib/anycov-flags-traps.o" $object one.c -pthread -ldl
	run 0 ./program
	quiet
	cases=$((cases + 1))
	[ "$(cat out)" = "$2" ] || fail "traps: $(cat out), not $2"
}

case="without the object of traps"
sed "s/FLAG/0/" program.c >one.c
build program $object one.c
run 0 ./program
sentence "was compiled with sites=trap; link it with --sites trap, too"

try 0 some
try 2 some
try 3 none
try -1 none
finish
