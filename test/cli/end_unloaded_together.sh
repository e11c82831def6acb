# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# dlclose() unloads a library together with the one that it needs; then a jump leaves functions of
# the C library, which have landing pads, and the program goes on as without anycov.
. "${0%/*}/lib.sh"

echo 'int lower(int x) { return x + 1; }' >lower.c
echo 'int lower(int x); int upper(int x) { return lower(x) + 1; }' >upper.c
cat >p.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static volatile int n;
static void jump(void)
{
	n++;
	longjmp(env, 1);
}
int main(int argc, char **argv)
{
	void *library = dlopen(argv[argc - 1], RTLD_NOW);
	int (*upper)(int);

	*(void **)&upper = dlsym(library, "upper");
	n = upper(1);
	dlclose(library);
	if (!setjmp(env))
		pthread_once(&once, jump);
	printf("%d\n", n);
	return 0;
}
END
tried=
for cc in $(with_clang $GCC); do
	expect 0 "$ANYCOV" cc "$cc" -O1 -g -fPIC -shared lower.c -o liblower.so
	expect 0 "$ANYCOV" cc "$cc" -O1 -g -fPIC -shared upper.c -o libupper.so ./liblower.so
	expect 0 "$ANYCOV" cc "$cc" -O1 -g p.c -o p -ldl -pthread
	expect 0 "$cc" -O1 p.c -o plain -ldl -pthread
	for program in ./p ./plain; do
		rm -rf d
		expect 0 "$ANYCOV" run -o d "$program" ./libupper.so
		[ "$(cat out)" = 4 ] || fail "$cc $program: other output: $(cat out)"
		expect 0 "$ANYCOV" report --allow-incomplete d
	done
	tried=1
done
[ "$tried" ] || lacks "a compiler"
