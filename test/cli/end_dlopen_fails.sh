# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A process in which dlopen() fails, for a library that is missing or a symbol that is undefined,
# leaves nothing unknown, though the C library unloads what it had loaded; unless there were threads,
# or a library was unloaded unseen, too.  Libraries are searched as without anycov.
. "${0%/*}/lib.sh"

cat >program.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf before;
static volatile int called, returned;
static void *ends(void *arg)
{
	return arg;
}
static void step(void (*fn)(jmp_buf))
{
	called++;
	fn(before);
	returned++; /* after the call */
}
static void jumps(jmp_buf to)
{
	called++;
	longjmp(to, 1);
}
static void returns(jmp_buf to)
{
	returned += to != NULL;
}
static void fails(const char *path)
{
	if (dlopen(path, RTLD_NOW))
		puts("loaded");
	else
		puts(dlerror());
}
/* A jump to dlopen(), which searches as for the caller. */
void *load(const char *path)
{
	return dlopen(path, RTLD_NOW);
}
static void unseen(const char *unloads, const char *leaves)
{
	void *others = dlopen(unloads, RTLD_NOW), *library, (*unload)(void *);
	void (*leave)(jmp_buf);

	*(void **)&unload = dlsym(others, "unload");
	library = dlopen(leaves, RTLD_NOW);
	*(void **)&leave = dlsym(library, "leave");
	if (!setjmp(before))
		step(leave);
	unload(library);
}
static void finds(const char *path)
{
	void *(*find)(const char *) = NULL, *library = dlopen(path, RTLD_NOW);

	*(void **)&find = dlsym(library, "find");
	if (find("libfound.so"))
		puts("found");
}
int main(int argc, char **argv)
{
	pthread_t thread;
	int i;

	if (!strcmp(argv[1], "thread")) {
		pthread_create(&thread, NULL, ends, NULL);
		pthread_join(thread, NULL);
	}
	if (!strcmp(argv[1], "unseen"))
		unseen("./unloads.so", "./leaves.so");
	if (!strcmp(argv[1], "finds"))
		finds("./finds.so");
	for (i = 2; i < argc; i++)
		fails(argv[i]);
	if (!strcmp(argv[1], "jumps")) {
		if (!setjmp(before))
			step(jumps);
	} else if (strcmp(argv[1], "unseen")) {
		step(returns);
	}
	return 0;
}
END
cat >library.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
void *load(const char *path);
#ifdef UNDEFINED
int nowhere(void);
int undefined(void)
{
	return nowhere();
}
#elif defined(LEAVES)
void leave(jmp_buf to)
{
	longjmp(to, 1);
}
#elif defined(UNLOADS)
void unload(void *library)
{
	dlclose(library);
}
#elif defined(FINDS)
void *find(const char *path)
{
	void *volatile found = load(path); /* no jump */

	return found;
}
#endif
END
for name in undefined leaves unloads finds; do
	what=$(echo $name | tr '[:lower:]' '[:upper:]')
	expect 0 cc -O2 -fPIC -shared -D$what library.c -o $name.so -Wl,-rpath,'$ORIGIN/below'
done
mkdir below gone
expect 0 cc -O2 -fPIC -shared library.c -o below/libfound.so
expect 0 cc -O2 -fPIC -shared library.c -o gone/libgone.so
expect 0 cc -O2 -fPIC -shared library.c -o needs.so -Wl,--no-as-needed gone/libgone.so
rm gone/libgone.so
after=$(grep -n 'after the call' program.c | cut -d: -f1)

# run HOW LIBRARY...: records one process
run()
{
	rm -rf anycov-data
	expect 0 timeout 60 "$ANYCOV" run ./program "$@"
	cp out printed
	expect 0 "$ANYCOV" report --lcov after.info
	expect 0 "$ANYCOV" report
}

# known STATE HOW LIBRARY...: the line after the call has this state, and no line is unknown
known()
{
	state=$1
	shift
	run "$@"
	grep -Eq '^  lines .* 0 +[0-9]+$' out || fail "$flags: $*: lines are unknown: $(cat out)"
	has after.info "DA:$after,$state"
}

tried=
for cc in $(with_clang $GCC); do
	have "$cc" || continue
	for flags in "-O2" "-O2 -fno-plt" "-O0 -no-pie" "-O1 -Wl,-z,now"; do
		# shellcheck disable=SC2086
		expect 0 "$ANYCOV" cc "$cc" -g $flags program.c -o program -rdynamic -ldl -pthread
		for libraries in ./undefined.so ./needs.so "./nothing.so ./needs.so ./undefined.so"; do
			# shellcheck disable=SC2086
			known 1 returns $libraries
			hasnt printed loaded
			# shellcheck disable=SC2086
			known 0 jumps $libraries
		done
		has printed "undefined symbol: nowhere"
		# shellcheck disable=SC2086
		expect 0 "$cc" -g $flags program.c -o plain -rdynamic -ldl -pthread
		expect 0 ./plain finds
		cp out plain.out
		known 1 finds
		cmp -s printed plain.out || fail "$flags: other libraries are found"
		[ "$flags" != -O2 ] || has printed found
	done
	# With hooks, too.
	expect 0 env ANYCOV_FLAGS="--for trace --place early" "$ANYCOV" cc "$cc" -g -O1 program.c \
		-o program -rdynamic -ldl -pthread
	known 1 returns ./undefined.so ./needs.so
	known 0 jumps ./undefined.so ./needs.so
	# What another thread may have unloaded is not known, nor is what was unloaded unseen.
	expect 0 "$ANYCOV" cc "$cc" -g -O2 program.c -o program -rdynamic -ldl -pthread
	run thread ./undefined.so
	reason "ended in a call"
	run unseen ./undefined.so
	reason "ended in a call"
	hasnt after.info "DA:$after,1"
	tried=1
done
[ "$tried" ] || lacks "a compiler"
