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
for f in libplain.so libs.so; do
	nm -u $f >$f.undefined
	nm -D --undefined-only $f >>$f.undefined
done
ok "the same undefined symbols" cmp libplain.so.undefined libs.so.undefined
ok "no library more" sh -c "! readelf -d libs.so | grep -q 'NEEDED.*anycov'"
for flags in -Wl,-z,defs -nostdlib -nostartfiles -Wl,-Bsymbolic -Wl,-z,now; do
	ok "links with $flags" $cc -shared -fPIC -O1 "$source/set_lib.c" $object $flags -o lib2.so
done

case=linked
echo 'void set_lib_hit(int); int main(void) { set_lib_hit(5); return 0; }' >main.c
build program main.c ./libs.so
run 0 ./program
quiet
file libs.so "started=1 copying=0 copied=0 how=1 "
file libs.so " hit: 1 2 5"
[ "$(ls d/user-*/*.flags | wc -l)" = 1 ] || fail "a file of a program without flags"
for flags in -nostdlib "-nostdlib -nostartfiles"; do
	case="linked with $flags"
	build libs.so "$source/set_lib.c" -shared -fPIC $object $flags
	run 0 ./program
	quiet
	file libs.so " hit: 1 2 5"
done

case=loaded
build libs.so "$source/set_lib.c" -shared -fPIC $object
build program "$source/set_program.c" $object -pthread -ldl
run 0 ./program load ./libs.so 1
quiet
file libs.so "started=1 copying=0 copied=0 how=1 "
file libs.so " hit: 1 2 3"
file program " hit: 1 2 9"
file libs.so " path=$PWD/libs.so"
run 0 ./program load ./libs.so 300
file libs.so "started=300 copying=0 copied=0 how=1 "
file libs.so " hit: 1 2 3 4"

case="loaded, copied"
run 0 ./deny move ./program load ./libs.so 300
quiet
file libs.so "started=300 copying=300 copied=300 how=3 "
file libs.so " hit: 1 2 3 4"
run 0 ./deny shared ./program load ./libs.so 30
file libs.so "started=30 copying=30 copied=30 how=3 "
file libs.so " hit: 1 2 3 4"

case="another namespace (dlmopen)"
cat >namespace.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	void *h;
	setenv("MOVES_THE_ENVIRONMENT", "1", 1);
	h = dlmopen(LM_ID_NEWLM, argv[argc - 1], RTLD_NOW);
	if (!h)
		return 1;
	((void (*)(int))dlsym(h, "set_lib_hit"))(7);
	return dlclose(h);
}
END
build namespace namespace.c -ldl
run 0 ./namespace ./libs.so
quiet
file libs.so "started=1 copying=0 copied=0 how=1 "
file libs.so " hit: 1 2 7 path=$PWD/libs.so"

case="loaded by a program that changed its environment, or overwrote it"
cat >moved.c <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv, char **envp)
{
	void *h;
	int i;
	for (i = 0; i < 100; i++)
		setenv("MORE", "environment", 1), unsetenv("MORE");
	setenv("MOVES_THE_ENVIRONMENT", "1", 1);
	for (i = 0; argc == 3 && envp[i]; i++) {
		char *copy = strdup(envp[i]);
		memset(envp[i], 'x', strlen(envp[i]));
		putenv(copy);
	}
	h = dlopen(argv[1], RTLD_NOW);
	return !h || dlclose(h);
}
END
build moved moved.c -ldl
run 0 ./moved ./libs.so
quiet
file libs.so " hit: 1 2 path=$PWD/libs.so"
run 0 ./moved ./libs.so overwrite
quiet
file libs.so " hit: 1 2 path=$PWD/libs.so"

case="preloaded before the C library"
run 0 env LD_PRELOAD=./libs.so true
quiet
finish
