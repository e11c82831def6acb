# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program without flags loads and unloads libraries with them while its other threads jump: these
# never execute code that is no longer there.
. "${0%/*}/lib.sh"

echo 'int part(int x) { return x + ID; }' >part.c
cat >host.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#define JUMPERS 2
#define LOADS 150
static __thread jmp_buf env;
static volatile int done, n;
__attribute__((noinline)) static void jump(void)
{
	longjmp(env, 1);
}
static void *jumps(void *arg)
{
	while (!done)
		if (!setjmp(env))
			jump();
	return arg;
}
static void *loads(void *path)
{
	int i;

	for (i = 0; i < LOADS; i++) {
		void *library = dlopen(path, RTLD_NOW);
		int (*part)(int) = (int (*)(int))dlsym(library, "part");

		n += part(i);
		dlclose(library);
	}
	return path;
}
int main(int argc, char **argv)
{
	pthread_t thread[JUMPERS + 8];
	int i;

	for (i = 0; i < JUMPERS; i++)
		pthread_create(&thread[i], NULL, jumps, NULL);
	for (i = 1; i < argc; i++)
		pthread_create(&thread[JUMPERS + i], NULL, loads, argv[i]);
	for (i = 1; i < argc; i++)
		pthread_join(thread[JUMPERS + i], NULL);
	done = 1;
	for (i = 0; i < JUMPERS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
END
tried=
for cc in $(with_clang $GCC); do
	for i in 1 2 3; do
		expect 0 "$ANYCOV" cc "$cc" -O1 -g -DID=$i -fPIC -shared part.c -o part$i.so
	done
	expect 0 "$cc" -O1 host.c -o host -ldl -pthread
	rm -rf d
	expect 0 timeout 100 "$ANYCOV" run -o d ./host ./part1.so ./part2.so ./part3.so
	expect 0 "$ANYCOV" report --allow-incomplete d
	tried=1
done
[ "$tried" ] || lacks "a compiler"
