# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process that unloads libraries leaves nothing unknown, however it ends, unless one of them jumps
# out of calls unseen, or is unloaded unseen: then what follows these calls is not shown as covered.
. "${0%/*}/lib.sh"
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >program.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static jmp_buf before;
static volatile int called, returned;
static void *waits(void *arg)
{
	for (;;)
		pause();
}
static void step(void *library, int leaves)
{
	void (*fn)(jmp_buf, int);

	*(void **)&fn = dlsym(library, "fn");
	called++;
	fn(before, leaves);
	returned++; /* after the call */
}
static void one(const char *path, int leaves)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!setjmp(before))
		step(library, leaves);
	dlclose(library);
}
int main(int argc, char **argv)
{
	pthread_t thread;
	void *others, (*unload)(void *);
	const char *how = argv[1];
	int i, leaves = !strcmp(how, "leaves");

	if (!strcmp(how, "thread"))
		pthread_create(&thread, NULL, waits, NULL);
	if (!strcmp(how, "unseen")) {
		others = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
		*(void **)&unload = dlsym(others, "unload");
		if (!setjmp(before))
			step(others = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL), 1);
		unload(others);
	} else if (!strcmp(how, "all")) {
		void *a = dlopen(argv[2], RTLD_NOW), *b = dlopen(argv[3], RTLD_NOW);

		step(a, 0), step(b, 0);
		dlclose(a);
		dlclose(b);
	} else {
		for (i = 2; i < argc; i++)
			one(argv[i], leaves);
	}
	if (!strcmp(how, "signal"))
		raise(SIGTERM);
	return 0;
}
END
cat >plugin.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
void unload(void *library)
{
	dlclose(library);
}
void fn(jmp_buf before, int leaves)
{
	if (leaves)
		longjmp(before, 1);
}
END
printf 'void fn(void *before, int leaves)\n{\n\t(void)before, (void)leaves;\n}\n' >simple.c
expect 0 "$ANYCOV" cc $GCC -O2 program.c -o program -ldl -pthread
after=$(grep -n 'after the call' program.c | cut -d: -f1)
for name in plugin simple; do
	expect 0 "$GCC" -O2 -fPIC -shared $name.c -o plain-$name.so
	for i in 1 2; do
		mkdir -p $i
		cp $name.c $i/$name.c
		expect 0 "$ANYCOV" cc $GCC -O2 -fPIC -shared $i/$name.c -o $i/$name.so
	done
done

run() # run STATUS HOW LIBRARY...: records one process
{
	status=$1
	shift
	rm -rf anycov-data
	expect "$status" timeout 60 "$ANYCOV" run ./program "$@"
	"$ANYCOV" report --lcov after.info >out 2>err || [ $? = 3 ] || fail "report"
	expect 0 "$ANYCOV" report --allow-incomplete
}

known() # known STATUS HOW LIBRARY...
{
	run "$@"
	hasnt out "ended in a call"
	grep -Eq '^  lines .* 0 +[0-9]+$' out || fail "$*: lines are unknown: $(grep lines out)"
	has after.info "DA:$after,1"
}

for libraries in ./plain-simple.so "./1/plugin.so" "./1/simple.so ./2/simple.so" \
	"./1/simple.so ./1/simple.so ./plain-simple.so"; do
	known 0 return $libraries
	known 143 signal $libraries
	known 0 thread $libraries
done
known 0 all ./1/simple.so ./2/simple.so
known 0 all ./1/simple.so ./plain-simple.so
known 0 leaves ./plain-simple.so
# Noticed, because the library has flags.
run 0 leaves ./1/plugin.so
hasnt out "ended in a call"
hasnt after.info "DA:$after,1"
# Not noticed.
run 0 leaves ./plain-plugin.so
hasnt after.info "DA:$after,1"
reason "ended in a call"
run 0 unseen ./plain-plugin.so ./plain-plugin.so
hasnt after.info "DA:$after,1"
cp plain-plugin.so other.so
run 0 unseen ./plain-plugin.so ./other.so
hasnt after.info "DA:$after,1"
reason "ended in a call"
