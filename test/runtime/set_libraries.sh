#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# set_libraries.sh CC LIBDIR SETCHECK SOURCEDIR: shared libraries have files of their own, linked
# and loaded at run time, also again and again; nothing touches one that is unloaded; the
# startup object leaves a library's exports as they are.
. "${0%/*}/set_test.sh"
build libplain.so "$source/set_lib.c" -shared -fPIC
build libs.so "$source/set_lib.c" -shared -fPIC $object
build deny "$source/set_deny.c"

case=exports
for f in libplain.so libs.so; do
	nm -D --defined-only $f | awk '{ print $2, $3 }' >$f.exports
done
ok "the same exports" cmp libplain.so.exports libs.so.exports
nm -D --undefined-only libs.so | awk '$1 != "w" { print $2 }' >needed
ok "no symbol that must be there" test ! -s needed
ok "no library more" sh -c "! readelf -d libs.so | grep -q 'NEEDED.*anycov'"
for flags in -Wl,-z,defs -nostdlib -nostartfiles -Wl,-Bsymbolic -Wl,-z,now; do
	ok "links with $flags" $cc -shared -fPIC -O1 "$source/set_lib.c" $object $flags -o lib2.so
done

case=linked
echo 'void set_lib_hit(int); int main(void) { set_lib_hit(5); return 0; }' >main.c
build program main.c ./libs.so
run 0 ./program
quiet
file libs.so "started=1 ended=1 cut=0 how=1 "
file libs.so " hit: 1 2 5"
[ "$(ls d/*.flags | wc -l)" = 1 ] || fail "a file of a program without flags"
for flags in -nostdlib "-nostdlib -nostartfiles"; do
	case="linked with $flags"
	build libs.so "$source/set_lib.c" -shared -fPIC $object $flags
	run 0 ./program
	quiet
	file libs.so " hit: 1 2 5"
done

case=loaded
build libs.so "$source/set_lib.c" -shared -fPIC $object
build program "$source/set_program.c" $object -pthread -ldl -Wl,-z,lazy
run 0 ./program load ./libs.so 1
quiet
file libs.so "started=1 ended=1 cut=0 how=1 "
file libs.so " hit: 1 2 3"
file program " hit: 1 2 9"
file libs.so " path=$PWD/libs.so"
run 0 ./program load ./libs.so 300
# What was unloaded before it was loaded again has left none of its calls.
file libs.so "started=300 ended=300 cut=0 how=1 "
file libs.so " hit: 1 2 3 4"

case="loaded, copied"
run 0 ./deny move ./program load ./libs.so 300
quiet
file libs.so "started=300 ended=300 cut=0 how=2 "
file libs.so " hit: 1 2 3 4"
run 0 ./deny shared ./program load ./libs.so 30
file libs.so "started=30 ended=30 cut=0 how=2 "
file libs.so " hit: 1 2 3 4"
# A handler of a library that is gone would turn signal 15 into a fault.
cat >loader.c <<'END'
#include <dlfcn.h>
#include <signal.h>
int main(int argc, char **argv)
{
	void *h = dlopen(argv[argc - 1], RTLD_NOW);
	return !h || dlclose(h) || raise(SIGTERM);
}
END
build loader loader.c -ldl
run 143 ./deny move ./loader ./libs.so
file libs.so "started=1 ended=1 cut=0 how=2 "

case="preloaded before the C library"
run 0 env LD_PRELOAD=./libs.so true
quiet
finish
