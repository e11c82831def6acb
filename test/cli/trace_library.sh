# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program and a library with hooks: the runtime of libraries, which is in the process beside the
# program's, leaves no call, so that which calls did not return is known.
. "${0%/*}/traces_lib.sh"

cat >part.c <<'EOF'
#include <stdlib.h>
int part(int x)
{
	if (x > 2)
		return 4;
	return x;
}
void leave(int x)
{
	if (part(x) > 3)
		exit(2);
}
EOF
cat >main.c <<'EOF'
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
int part(int x);
void leave(int x);
static jmp_buf back;
static void jump(int x)
{
	if (part(x))
		longjmp(back, 1);
	exit(9);
}
int main(int argc, char **argv)
{
	int status;

	(void)argv;
	if (!fork())
		_exit(part(1));
	wait(&status);
	if (!setjmp(back))
		jump(argc);
	leave(argc + 1);
	leave(argc + 2);
	return status;
}
EOF
never="main.c:12 main.c:26"

for cc in $(with_clang $GCC clang-19); do
	have $cc || continue
	echo "$cc"
	for prune in lossless none; do
		export ANYCOV_FLAGS="--for trace --coverage edge,trace-pc --place early --prune $prune"
		expect 0 "$ANYCOV" cc $cc -O1 -g -shared -fPIC part.c -o libpart.so
		expect 0 "$ANYCOV" cc $cc -O1 -g main.c -o main -L. -lpart -Wl,-rpath,"$PWD"
		unset ANYCOV_FLAGS
		for mode in pc uniq-pc; do
			rm -rf data
			expect 2 "$ANYCOV" run -o data --mode $mode ./main
			for f in data/*.dump; do
				"$ANYCOV" dump "$f" >shown.txt
				has shown.txt "calls did not return"
				hasnt shown.txt "others may have"
			done
			expect 0 "$ANYCOV" report --json data
			python3 - out $never <<'EOF' || fail "$cc $prune $mode"
import json, sys
not_covered = set()
for f in json.load(open(sys.argv[1]))["merged"]["files"]:
    for l in f["lines"]:
        assert l["state"] != "unknown", (f["path"], l)
        if l["state"] == "not covered":
            not_covered.add("%s:%d" % (f["path"].split("/")[-1], l["line"]))
print(sorted(not_covered))
assert not_covered == set(sys.argv[2:]), not_covered
EOF
		done
	done
done
