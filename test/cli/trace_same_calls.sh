# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Two libraries with hooks, one after the other at the same address, leave calls that go on at the
# same address in functions that begin elsewhere: the dump can be read, and what each executed alone is
# known.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE

cat >plugin.c <<'END'
volatile int n = ID;
__attribute__((aligned(64), noinline)) void filler(void)
{
	__asm__ volatile(".skip %c0, 0x90" : : "i"(OUTSIDE));
}
__attribute__((aligned(1), noinline)) void fn(void (*leave)(void), int x)
{
	n++;
	__asm__ volatile(".skip %c0, 0x90" : : "i"(INSIDE));
	if (x)
		n += 3;
	leave();
	n++; /* after */
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf env;
static void leave(void)
{
	longjmp(env, 1);
}
int main(int argc, char **argv)
{
	void (*fn)(void (*)(void), int);
	int i;

	for (i = 1; i + 1 < argc; i += 2) {
		void *library = dlopen(argv[i], RTLD_NOW);

		*(void **)&fn = dlsym(library, "fn");
		printf("%p\n", *(void **)library); /* the load address */
		if (!setjmp(env))
			fn(leave, atoi(argv[i + 1]));
		dlclose(library);
	}
	return 0;
}
END
export ANYCOV_FLAGS="--for trace --place early"
tried=
for cc in $(with_clang $GCC); do
	have "$cc" || continue
	for level in -O0 -O1; do
		for i in 1 2; do
			cp plugin.c plugin$i.c
			expect 0 "$ANYCOV" cc "$cc" $level -g -DID=$i -DOUTSIDE=$((64 - i * 16)) \
				-DINSIDE=$((i * 16)) -fPIC -shared plugin$i.c -o plugin$i.so
		done
		expect 0 "$ANYCOV" cc "$cc" $level -g p.c -o p -ldl
		rm -rf d
		expect 0 "$ANYCOV" run -o d ./p ./plugin1.so 1 ./plugin2.so 0
		[ "$(sort -u out | wc -l)" -eq 1 ] || lacks "libraries that are loaded at the same address"
		expect 0 "$ANYCOV" report --no-build --lcov info d
		for i in 1 2; do
			sed -n "/plugin$i.c/,/end_of_record/p" info >one
			hasnt one "DA:13,1"
			hasnt one "DA:11,$((i - 1))" # only the first one executed it
			hasnt one "DA:8,0"
			hasnt one "DA:12,0"
		done
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler"
