# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A child of a process with threads has a library without flags unloaded by another one, where that
# cannot be seen: what follows calls that it left is not shown as covered.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >jumps.c <<'END'
#include <setjmp.h>
void fn(jmp_buf before)
{
	longjmp(before, 1);
}
END
cat >unloads.c <<'END'
#include <dlfcn.h>
void *load(const char *path)
{
	return dlopen(path, RTLD_NOW);
}
void unload(void *library)
{
	dlclose(library);
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf before;
static volatile int done, n;
static void *waits(void *arg)
{
	while (!done)
		usleep(1000);
	return arg;
}
__attribute__((noinline)) static void step(void (*fn)(jmp_buf))
{
	n++;
	fn(before);
	n++; /* after the call */
}
int main(int argc, char **argv)
{
	void *others, *library, *(*load)(const char *), (*unload)(void *), (*fn)(jmp_buf);
	pthread_t thread;

	(void)argc;
	pthread_create(&thread, NULL, waits, NULL);
	others = dlopen(argv[1], RTLD_NOW);
	*(void **)&load = dlsym(others, "load");
	*(void **)&unload = dlsym(others, "unload");
	if (!fork()) {
		library = load(argv[2]);
		*(void **)&fn = dlsym(library, "fn");
		if (!setjmp(before))
			step(fn);
		unload(library);
		return 0;
	}
	wait(NULL);
	done = 1;
	pthread_join(thread, NULL);
	return 0;
}
END
for name in jumps unloads; do
	expect 0 "$GCC" -O1 -fPIC -shared $name.c -o $name.so -ldl
done
expect 0 "$ANYCOV" cc "$GCC" -O1 p.c -o p -ldl -pthread
after=$(grep -n 'after the call' p.c | cut -d: -f1)
expect 0 timeout 60 "$ANYCOV" run ./p ./unloads.so ./jumps.so
"$ANYCOV" report --lcov p.info >out 2>err || [ $? = 3 ] || fail "report"
has p.info "DA:$((after - 1)),1"
hasnt p.info "DA:$after,1"
