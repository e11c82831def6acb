# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Two libraries at the same addresses, in two processes or one after the other in one: exit(),
# longjmp() or abort() four calls deep in one of them leaves the report of each right. Flags show all
# of it; so do traces and sets, of two processes, and of one they show nothing that is not so.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE ANYCOV_FLAGS

# Where the second one has more code, its calls are elsewhere in other functions.
cat >plugin.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static volatile int n = ID;
static jmp_buf env;
#define TEXT(x) #x
#define SKIP(x) TEXT(.skip x)
__asm__(SKIP(PAD));
#ifdef MORE
int more(int x)
{
	for (int i = 0; i < x; i++)
		if (i % 3 == x % 2)
			n += i;
	return n;
}
#else
#define more(x) 0
#endif
static void fourth(int x)
{
	n += more(5);
	if (x == 1)
		exit(0);
	if (x == 2)
		longjmp(env, 1);
	if (x == 3)
		abort();
	n++; /* returns */
}
static void third(int x)
{
	n++;
	fourth(x);
	n += more(3); /* returns */
}
static void second(int x)
{
	n++;
	third(x);
	n++; /* returns */
}
static void first(int x)
{
	n++;
	second(x);
	n++; /* returns */
}
int fn(int x)
{
	if (setjmp(env))
		return 1;
	first(x);
	return n; /* returns */
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int (*fn)(int), i, forks = !strcmp(argv[1], "forks");
	void *library;

	for (i = 2; i + 1 < argc; i += 2) {
		if (forks && fork()) {
			wait(NULL);
			continue;
		}
		library = dlopen(argv[i], RTLD_NOW);
		*(void **)&fn = dlsym(library, "fn");
		if (!strcmp(argv[1], "where"))
			printf("%p\n", *(void **)library); /* the load address */
		else
			fn(atoi(argv[i + 1]));
		if (forks)
			return 0;
		dlclose(library);
	}
	return 0;
}
END
gives() # gives STATE TEXT: of each line of the library with this text
{
	grep -nF "$2" plugin.c | sed "s/:.*/ $1/"
}
for x in 0 1 2 3; do
	{
		for text in 'fourth(x);' 'third(x);' 'second(x);' 'first(x);' 'if (x == 1)'; do
			gives 1 "	$text"
		done
		gives $((x == 1)) "exit(0);"
		gives $((x != 1)) "if (x == 2)"
		gives $((x == 2)) "longjmp(env"
		gives $((x == 0 || x == 3)) "if (x == 3)"
		gives $((x == 3)) "abort();"
		gives $((x == 2)) "return 1;"
		gives $((x == 0)) "/* returns */"
	} >expected$x
done

# check HOW LIBRARY X: of the report in info; how: "all" is known, or "some"
check()
{
	sed -n "/plugin$2.c/,/end_of_record/p" info |
		sed -n 's/^DA:\([0-9]*\),0$/\1 0/p; s/^DA:\([0-9]*\),[1-9].*/\1 1/p' >lines$2
	awk -v how="$1" 'NR == FNR { is[$1] = $2; next }
		how == "all" && !($1 in is) || $1 in is && is[$1] != $2' lines$2 expected$3 >wrong
	[ ! -s wrong ] || { cat text; fail "$build, $run: plugin$2.c, lines that are not so: $(cat wrong)"; }
}

# record OPTIONS HOW X Y: runs the first library with X, the second one with Y
record()
{
	run="$2 $3 $4"
	rm -rf d
	# shellcheck disable=SC2086
	"$ANYCOV" run $1 -o d ./p "$2" ./plugin1.so "$3" ./plugin2.so "$4" >run.out 2>&1 || :
	expect 0 "$ANYCOV" report --no-build --lcov info d
	"$ANYCOV" report --no-build d >text
}

# build PRESET FLAGS MORE: libraries of as many pages, so that the second one is loaded where the first
# one was; with MORE that takes some code that is never executed
build()
{
	build="$cc $*"
	expect 0 env ANYCOV_FLAGS="--for $1 --place early" "$ANYCOV" cc "$cc" $2 -g p.c -o p -ldl
	for pad in 0 1024 2048 3072; do
		for i in 1 2; do
			cp plugin.c plugin$i.c
			more=
			[ $i = 1 ] || more=$3
			# shellcheck disable=SC2086
			expect 0 env ANYCOV_FLAGS="--for $1 --place early" "$ANYCOV" cc "$cc" $2 $more -g -DID=$i \
				-DPAD=$pad -fPIC -shared -Wl,-z,max-page-size=4096 plugin$i.c -o plugin$i.so
		done
		expect 0 ./p where ./plugin1.so 0 ./plugin2.so 0
		[ "$(sort -u out | wc -l)" -gt 1 ] || return 0
	done
	lacks "libraries that are loaded at the same address"
}

tried=
for cc in $(with_clang $GCC); do
	have "$cc" || continue
	for flags in "-O0" "-O2" "-O2 -DMORE"; do
		more=${flags#-O[02]}
		build report "${flags% *}" "$more"
		for ways in "0 1" "2 1" "0 2" "2 2" "0 3" "2 3"; do
			# shellcheck disable=SC2086
			record "" one $ways
			check all 1 "${ways% *}"
			check all 2 "${ways#* }"
		done
		for ways in "0 1" "1 0" "1 2" "2 1" "3 2" "2 0"; do
			# shellcheck disable=SC2086
			record "" forks $ways
			check all 1 "${ways% *}"
			check all 2 "${ways#* }"
		done
		build trace "${flags% *}" "$more"
		for mode in pc uniq-pc uniq-edge; do
			for ways in "0 1" "1 2" "3 0"; do
				# shellcheck disable=SC2086
				record "--mode $mode" forks $ways
				check all 1 "${ways% *}"
				check all 2 "${ways#* }"
			done
			for ways in "0 1" "2 2" "2 1"; do
				# shellcheck disable=SC2086
				record "--mode $mode" one $ways
				check some 1 "${ways% *}"
				check some 2 "${ways#* }"
				tr -s ' \n' ' ' <text >words
				[ -n "$more" ] || has words "an address that several libraries had"
			done
		done
		tried=1
	done
done
[ "$tried" ] || lacks "a compiler"
