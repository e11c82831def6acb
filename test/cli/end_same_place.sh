# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Libraries that are loaded one after the other at the same address: a call of each that does not
# return is noted, though the same one of the library before was.
. "${0%/*}/lib.sh"

cat >plugin.c <<'END'
volatile int n = ID;
void fn(void (*leave)(void))
{
	n++;
	leave();
	n++;
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
static void leave(void)
{
	longjmp(env, 1);
}
int main(int argc, char **argv)
{
	void (*fn)(void (*)(void));
	int i;

	for (i = 1; i < argc; i++) {
		void *library = dlopen(argv[i], RTLD_NOW);

		*(void **)&fn = dlsym(library, "fn");
		printf("%p\n", *(void **)&fn);
		if (!setjmp(env))
			fn(leave);
		dlclose(library);
	}
	return 0;
}
END
tried=
for cc in $(with_clang $GCC); do
	for i in 1 2 3; do
		cp plugin.c plugin$i.c
		expect 0 "$ANYCOV" cc "$cc" -O1 -g -DID=$i -fPIC -shared plugin$i.c -o plugin$i.so
	done
	expect 0 "$ANYCOV" cc "$cc" -O1 -g p.c -o p -ldl
	rm -rf d
	expect 0 "$ANYCOV" run -o d ./p ./plugin1.so ./plugin2.so ./plugin3.so
	[ "$(sort -u out | wc -l)" -eq 1 ] || lacks "libraries that are loaded at the same address"
	expect 0 "$ANYCOV" report --lcov d.info d
	for i in 1 2 3; do
		sed -n "/plugin$i.c/,/end_of_record/p" d.info >one.info
		has one.info "DA:5,1"
		hasnt one.info "DA:6,1"
	done
	tried=1
done
[ "$tried" ] || lacks "a compiler"
