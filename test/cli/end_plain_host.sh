# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A library in a program without flags, as Python loads it: that the program refers to functions
# which leave calls makes nothing unknown, and where it calls them the library sees it; the child of its
# vfork() calls nothing of the library.  After dlclose() these functions work as before.
. "${0%/*}/ends_lib.sh"

cat >part.c <<'END'
int part(int x, void (*back)(void));
int part(int x, void (*back)(void))
{
	int n = x;

	if (back)
		back();
	n += 2;
	if (x > 5)
		n += 3;
	return n;
}
END
cat >host.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int (*part)(int, void (*)(void));
static jmp_buf env;
static char **again;
static void leave(void)
{
	pthread_exit(NULL);
}
static void jump(void)
{
	longjmp(env, 1);
}
static void end(void)
{
	_exit(0);
}
static void replace(void)
{
	execv(again[0], again);
}
static void give_up(void)
{
	abort();
}
static void *thread(void *arg)
{
	part(1, leave);
	return arg;
}
static void *dlopen_part(const char *path)
{
	void *image = dlopen(path, RTLD_NOW);

	*(void **)&part = dlsym(image, "part");
	return image;
}
static int is(const char *how, const char *name)
{
	return !strcmp(how, name);
}
/* These end this process, or a child. */
static void ends(const char *how)
{
	if (is(how, "exit"))
		_exit(part(1, NULL) != 3);
	if (is(how, "deep"))
		part(1, end);
	if (is(how, "exec"))
		part(1, replace);
	if (is(how, "fails"))
		part(1, NULL), again[0] = "/no/such/file", replace(), _exit(errno != ENOENT);
	if (is(how, "abort"))
		part(1, give_up);
}
int main(int argc, char **argv)
{
	const char *how = argv[2];
	void *image = dlopen_part(argv[1]);
	pthread_t t;
	int status = 0;

	again = argv + 3;
	ends(how);
	if (is(how, "fork") && !fork())
		ends("exit");
	if (is(how, "died") && !fork())
		ends("abort");
	if (is(how, "thread")) {
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	}
	if (is(how, "jump") && !setjmp(env))
		part(1, jump);
	if (is(how, "vfork") && !vfork())
		_exit(0);
	if (is(how, "vexec") && !vfork()) {
		execv(argv[3], argv + 3);
		_exit(1);
	}
	while (wait(&status) > 0)
		;
	if (is(how, "died"))
		return !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT;
	if (is(how, "jump"))
		return 0;
	/* Nothing leads to the library any more, or to one that is still there. */
	if (is(how, "unload") || is(how, "second")) {
		void *other = is(how, "second") ? dlopen(argv[3], RTLD_NOW) : NULL;

		if (part(1, NULL) != 3 || dlclose(image) || dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD))
			return 1;
		if (!setjmp(env))
			longjmp(env, 1);
		if (other && ((int (*)(int, void *))dlsym(other, "part"))(9, NULL) != 14)
			return 2;
		if (is(how, "second"))
			_exit(0);
		/* again */
		dlopen_part(argv[1]);
		_exit(part(1, NULL) != 3);
	}
	return part(1, NULL) != 3;
}
END
cat >throws.cc <<'END'
#include <dlfcn.h>
static void throws()
{
	throw 1;
}
int main(int, char **argv)
{
	auto part = (int (*)(int, void (*)()))dlsym(dlopen(argv[1], RTLD_NOW), "part");

	try {
		part(1, throws);
	} catch (int) {
		return 0;
	}
	return 1;
}
END

# The recording has the call that did not return.
has_cut()
{
	"$ANYCOV" dump anycov-data/part*.flags >dumped
	has dumped "1 call that did not return"
}

some=
for cc in $GCC $CLANG; do
	have $cc || continue
	some=yes
	"$ANYCOV" cc $cc -O1 -g -fPIC -fexceptions -shared part.c -o part.so
	"$ANYCOV" cc $cc -O1 -g -fPIC -fexceptions -shared -DSECOND part.c -o second.so
	mkdir -p oracle
	ANYCOV_FLAGS="--prune none" "$ANYCOV" cc \
		$cc -O1 -g -fPIC -fexceptions -shared part.c -o oracle/part.so
	for binding in lazy now pie static; do
		case $binding in
		lazy | now) flags=-Wl,-z,$binding ;;
		pie) flags="-fPIE -pie -Wl,-z,now" ;;
		# Loaded with the program, and never unloaded.
		static) flags="-L. -Wl,--no-as-needed -l:part.so -Wl,-z,now" ;;
		esac
		# shellcheck disable=SC2086
		$cc -O1 -w host.c -o host $flags -ldl -pthread
		for how in none thread vfork vexec exit fork deep jump exec fails died unload second; do
			[ $binding,$how != static,unload ] && [ $binding,$how != static,second ] || continue
			last=/bin/true
			[ $how != second ] || last=$PWD/second.so
			for library in "$PWD/oracle" "$PWD"; do
				rm -rf anycov-data
				status=0
				LD_LIBRARY_PATH=$library "$ANYCOV" run ./host "$library/part.so" \
					$how "$last" >out 2>&1 || status=$?
				[ $status -eq 0 ] || { cat out; fail "$binding $how: status $status"; }
				rm -f anycov-data/second*
				"$ANYCOV" report --no-build --lcov part.info >out 2>&1 || :
				lines part >"$library.lines"
			done
			# What is known is so; of the functions of other calls everything is known.
			awk 'NR == FNR { oracle[$1] = $2; next } oracle[$1] != $2' oracle.lines \
				"$PWD.lines" >wrong
			[ -s "$PWD.lines" ] && [ ! -s wrong ] || { cat out wrong; fail "$cc $binding $how"; }
			hasnt out "were killed"
			# What else was unloaded may have left calls.
			[ $how = unload ] || hasnt out "ended in a call"
			case $how in
			unload) ;;
			deep | jump | exec | died) has_cut ;;
			*) cmp oracle.lines "$PWD.lines" || { cat out; fail "$cc $binding $how"; } ;;
			esac
		done
	done
	# Exceptions of the program.
	if $(cxx $cc) -O1 -w throws.cc -o throws -ldl; then
		for library in "$PWD/oracle" "$PWD"; do
			rm -rf anycov-data
			expect 0 "$ANYCOV" run ./throws "$library/part.so"
			"$ANYCOV" report --no-build --lcov part.info >out 2>&1 || :
			lines part >"$library.lines"
		done
		awk 'NR == FNR { oracle[$1] = $2; next } oracle[$1] != $2' oracle.lines \
			"$PWD.lines" >wrong
		[ ! -s wrong ] || { cat out wrong; fail "$cc throws"; }
		hasnt out "ended in a call"
		has_cut
	fi
	# What was called shows no more where the dynamic linker leaves pointers as they are.
	$cc -O1 host.c -o host -ldl -pthread -Wl,-z,lazy
	for how in none thread; do
		rm -rf anycov-data
		expect 0 env LD_BIND_NOT=1 "$ANYCOV" run ./host "$PWD/part.so" $how
		expect 0 "$ANYCOV" report --no-build
		reason "ended in a call"
	done
	if needs python3; then
		cat >load.py <<-'END'
			import ctypes
			import os
			import subprocess
			import sys
			subprocess.run(["true"], check=True)
			part = ctypes.CDLL(sys.argv[1]).part
			assert part(1, None) == 3
			if not os.fork():
			    os._exit(part(9, None))
			assert os.WEXITSTATUS(os.wait()[1]) == 14
		END
		rm -rf anycov-data
		expect 0 "$ANYCOV" run python3 load.py "$PWD/part.so"
		expect 0 "$ANYCOV" report --no-build
		hasnt "$WORK/out" "ended in a call"
		totals lines 7 8
	fi
	echo "$cc"
done
[ "$some" ] || lacks "a compiler with a plugin"
