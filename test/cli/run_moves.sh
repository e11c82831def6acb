# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Programs that change their directory: records are where they were wanted, libraries that were loaded
# by relative names are found from anywhere, and where a directory's name is too long, that is said.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT
[ "$GCC" ] && have "$GCC" || lacks "gcc with a plugin"

cat >library.c <<'END'
volatile int n;
int fn(int x)
{
	if (x)
		n++;
	return n;
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int (*fn)(int), status;
	void *library;

	if (argc > 2 && *argv[2]) {
		library = dlopen(argv[2], RTLD_NOW);
		*(void **)&fn = dlsym(library, "fn");
		if (strcmp(argv[1], "stays") && chdir(argv[1]))
			return 3;
		fn(argc);
		if (argc > 3)
			dlclose(library);
	} else if (strcmp(argv[1], "stays") && chdir(argv[1])) {
		return 3;
	}
	if (argc > 4 && !fork())
		return 0;
	wait(&status);
	return 0; /* end */
}
END
# In a directory whose name with all above it has so many characters, or that was removed.
cat >below.py <<'END'
import os, subprocess, sys
if sys.argv[1] == "gone":
    os.mkdir("gone")
    os.chdir("gone")
    os.rmdir("../gone")
    length = 0
else:
    length = int(sys.argv[1]) - len(os.getcwd())
while length > 1:
    name = "d" * min(200, length - 1)
    os.makedirs(name, exist_ok=True)
    os.chdir(name)
    length -= len(name) + 1
status = subprocess.call(sys.argv[2:])
for name in [n for n in os.listdir(".") if not n.startswith("dd")] if sys.argv[1] != "gone" else []:
    print(name)
    if os.path.isfile(name):
        os.remove(name)
sys.exit(status)
END
mkdir sub other
end=$(grep -n 'end' p.c | tail -1 | cut -d: -f1)
cannot=$(grep -n 'return 3' p.c | tail -1 | cut -d: -f1)
for preset in report trace; do
	expect 0 env ANYCOV_FLAGS="--for $preset" "$ANYCOV" cc $GCC -g -O0 -fPIC -shared \
		library.c -o sub/library.so
	expect 0 env ANYCOV_FLAGS="--for $preset" "$ANYCOV" cc $GCC -g -O0 p.c -o p -ldl
	for rest in "" x; do
		rm -rf d
		# shellcheck disable=SC2016,SC2086
		expect 0 "$ANYCOV" run -o d sh -c 'cd sub && ../p / ./library.so "$@"' sh $rest
		cd other
		expect 0 "$ANYCOV" report --no-build --lcov ../info ../d
		expect 0 env COLUMNS=400 "$ANYCOV" report --no-build ../d
		cd ..
		hasnt out "missing"
		has out "sub/library.so"
		has info "DA:5,1"
		has info "DA:$end,1"
		has info "DA:$cannot,0"
	done
done

# From here on with hooks.
p=$WORK/p
away=$WORK/other
# dumps DUMPS COMMAND: it leaves so many dumps here, none above and a sentence if that is none
dumps()
{
	wanted=$1
	shift
	rm -f "$away"/moved*
	expect 0 python3 "$WORK/below.py" "$@"
	[ "$(grep -c '\.dump' out)" -eq "$wanted" ] || { cat out err; fail "$*: not $wanted dumps"; }
	for f in "$away"/moved*; do
		[ ! -e "$f" ] || fail "$*: a dump where the program went"
	done
	[ "$wanted" -gt 0 ] || has err "make ANYCOV_OUT an absolute path"
	[ "$wanted" -eq 0 ] || [ ! -s err ] || { cat err; fail "$*: an error"; }
}
for length in 1000 3900; do
	dumps 1 $length env ANYCOV_OUT=moved.dump "$p" "$away"
	dumps 2 $length env ANYCOV_OUT=moved-%t.dump "$p" "$away" "" "" x
done
for length in 4060 4090 4400; do
	dumps 1 $length env ANYCOV_OUT=moved.dump "$p" stays
	dumps 0 $length env ANYCOV_OUT=moved.dump "$p" "$away"
	dumps 0 $length env ANYCOV_OUT=moved-%t.dump "$p" "$away" "" "" x
done
dumps 0 gone env ANYCOV_OUT=moved.dump "$p" "$away"
for length in 4060 4090 4400; do
	for out in x.dump d; do
		expect 2 python3 "$WORK/below.py" $length "$ANYCOV" run -o $out "$p" "$away"
		has err "$out: its name with all directories is too long; choose"
		one_sentence
	done
	expect 2 python3 "$WORK/below.py" $length "$ANYCOV" run "$p" stays
	has err "anycov-data: its name with all directories is too long; choose"
	one_sentence
	rm -rf d
	expect 0 python3 "$WORK/below.py" $length "$ANYCOV" run -o "$WORK/d" "$p" stays
	[ ! -s out ] || fail "files in the current directory"
	expect 0 "$ANYCOV" report --no-build d
done
expect 2 python3 "$WORK/below.py" gone "$ANYCOV" run -o x.dump "$p" "$away"
has err "x.dump: the current directory has no name"
one_sentence
# A program that is there itself.
rm -rf d
expect 0 python3 "$WORK/below.py" 4400 sh -c 'cp "$1" p && "$2" run -o "$3" ./p stays' sh "$p" "$ANYCOV" "$WORK/d"
expect 1 "$ANYCOV" report --no-build d
has err "recorded by a program whose path is too long, which is not among the images"
expect 0 "$ANYCOV" report --no-build --image p d
# The directory of a test is one more.
expect 0 python3 "$WORK/below.py" 3700 "$ANYCOV" run -o d "$p" stays
expect 2 python3 "$WORK/below.py" 3700 "$ANYCOV" run --test t -o e "$p" stays
has err "e: its name with all directories is too long"
expect 0 env ANYCOV_OUT="/$(printf '%4096d' 0)" "$p" stays
has err "anycov: ANYCOV_OUT: is too long; nothing is recorded"
