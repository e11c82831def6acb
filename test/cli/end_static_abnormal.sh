# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Static programs whose processes end by a signal, or in the handler of one: what a report of
# prune=lossless shows as covered or not covered is so in the same program without pruning and linked
# dynamically, and what is unknown has a reason.
. "${0%/*}/ends_lib.sh"

cat >ends.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static const char *how;
static volatile int n, *volatile nowhere;
#ifdef JUMPS
static sigjmp_buf env;
#define setjump() sigsetjmp(env, 1)
#define jump() siglongjmp(env, 1)
#else
#define setjump() 0
#define jump() abort()
#endif
static int is(const char *what)
{
	return !strcmp(how, what);
}
static void handles(int sig)
{
	n++;
	if (is("handler-exit"))
		exit(3);
	if (is("handler-_exit"))
		_exit(3);
	if (is("handler-abort"))
		abort();
	if (is("handler-jump"))
		jump();
	n += sig;
}
static void ends(int x)
{
	n++;
	if (is("abort"))
		abort();
	if (is("fault"))
		*nowhere = x;
	if (is("term"))
		raise(SIGTERM);
	if (is("kill"))
		raise(SIGKILL);
	if (!strncmp(how, "handler", 7))
		raise(SIGUSR1);
	n += x;
}
static void second(int x)
{
	n++;
	if (x > 100)
		n--;
	ends(x);
	n++;
	if (x > 200)
		n--;
}
static int compare(const void *a, const void *b)
{
	second(*(const int *)a);
	return *(const int *)a - *(const int *)b;
}
static void first(int x)
{
	int v[] = { 3, 1, 2 };

	for (int i = 0; i < x; i++) {
		n++;
		if (is("abort"))
			qsort(v, 3, sizeof(*v), compare);
		second(x);
		n++;
	}
	n++;
}
static void children(void)
{
	static const char *const ways[] = { "abort", "kill", "term", "none" };
	int status;

	for (int i = 0; i < 4; i++) {
		if (!fork()) {
			how = ways[i];
			first(1);
			_exit(0);
		}
		wait(&status);
	}
	how = "none";
	second(1);
}
int main(int argc, char **argv)
{
	how = argv[argc - 1];
	signal(SIGUSR1, handles);
	if (is("children"))
		children();
	if (!setjump())
		first(2);
	n++;
	return 0;
}
END

# build PRUNE NAME FLAGS...
build()
{
	prune=$1 name=$2
	shift 2
	expect 0 env ANYCOV_FLAGS="--prune $prune" "$ANYCOV" cc "$cc" -g "$@" ends.c -o "$name"
}

# states PROGRAM WAY: leaves PROGRAM.lines and the report in out
states()
{
	rm -rf data
	"$ANYCOV" run -o data "./$1" "$2" >run.out 2>&1 || :
	expect 0 "$ANYCOV" report data --no-build --allow-incomplete --lcov "$1.info"
	lines "$1" >"$1.lines"
}

tried=
for cc in $GCC $CLANG; do
	have $cc || continue
	for flags in -O0 -O2 "-O1 -DJUMPS"; do
		# shellcheck disable=SC2086
		build none dynamic $flags
		for static in -static -static-pie; do
			# shellcheck disable=SC2086
			build lossless static$static $flags $static
		done
		for way in abort fault term kill handler-exit handler-_exit handler-abort \
			handler-jump handler-return children; do
			states dynamic $way
			for static in -static -static-pie; do
				states static$static $way
				awk 'NR == FNR { is[$1] = $2; next } $1 in is && is[$1] != $2' \
					dynamic.lines static$static.lines >wrong
				[ ! -s wrong ] || { cat out wrong; fail "$cc $flags $static $way: wrong lines"; }
				[ -s static$static.lines ] || fail "$cc $flags $static $way: nothing is known"
				grep -Eq '^  lines .* 0 +[0-9]+$' out || reason " unknown: "
			done
		done
		tried=1
	done
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
