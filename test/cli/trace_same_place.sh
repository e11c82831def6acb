# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Libraries with hooks that are loaded one after the other at the same address: a record of an
# address where both have a probe is of neither, and what it leaves unknown has a reason.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_OUT ANYCOV_SIZE ANYCOV_FLAGS

cat >plugin.c <<'END'
volatile int n;
int fn(int x)
{
	if (x == 1)
		n += ID;
	else if (x == 2)
		n -= ID;
	else
		n *= ID;
	return n;
}
int more(int x)
{
#if ID == 11
	if (x)
		n += 3;
	if (x == 7)
		n += 7;
#endif
	return n + x;
}
END
cat >p.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int (*fn)(int), i;

	for (i = 1; i + 2 < argc; i += 3) {
		void *library = dlopen(argv[i], RTLD_NOW);

		*(void **)&fn = dlsym(library, argv[i + 1]);
		printf("%p\n", *(void **)&fn);
		fn(atoi(argv[i + 2]));
		dlclose(library);
	}
	return 0;
}
END
[ "$GCC" ] || lacks "a GCC"
for i in 1 2; do
	cp plugin.c plugin$i.c
	# shellcheck disable=SC2046
	$GCC -O1 -g -DID=1$i -fPIC -shared -Wl,-z,max-page-size=4096 $("$ANYCOV" flags --cc $GCC --for trace --prune none) \
		plugin$i.c -o plugin$i.so $("$ANYCOV" flags --cc $GCC --for trace --link -- -shared) ||
		fail "$GCC plugin$i.c"
done
$GCC p.c -o p -ldl

# lines LIBRARY: "LINE STATE" of its lines; the JSON report is in out
lines()
{
	python3 - "$1" <<'END'
import json, sys
report = json.load(open("out"))
for f in [f for image in report["images"] for f in image["files"]]:
    if f["path"].endswith(sys.argv[1] + ".c"):
        for l in f["lines"]:
            print(" ".join([str(l["line"]), l["state"]] + [l[k] for k in ["reason"] if k in l]))
END
}

# is ID LINE-STATE-REASON: of a line of the library
is()
{
	grep -qx "$2" plugin$1.lines && return 0
	cat plugin$1.lines
	fail "not: $2"
}

report()
{
	expect 0 "$ANYCOV" report --json --each-image d
	for i in 1 2; do
		lines plugin$i >plugin$i.lines
	done
}

for mode in pc uniq-pc; do
	rm -rf d
	expect 0 "$ANYCOV" run --mode $mode -o d ./p ./plugin1.so fn 1 ./plugin2.so fn 2
	[ "$(wc -l <out)" -eq 2 ] || fail "./p did not load both libraries"
	[ "$(sort -u out | wc -l)" -eq 1 ] || lacks "libraries that are loaded at the same address"
	report
	for i in 1 2; do
		# Each executed one arm, and none the third.
		is $i "5 unknown same-address"
		is $i "7 unknown same-address"
		is $i "9 not covered"
	done
	expect 0 "$ANYCOV" report d
	reason "unknown: records of an address that several libraries had one after the other; record flags instead"
	expect 1 "$ANYCOV" merge -o m.dump d
	has err "were loaded at the same addresses"
	one_sentence
done

# Only the first has a probe at the address of the line, although the second was loaded later.
rm -rf d
expect 0 "$ANYCOV" run -o d ./p ./plugin1.so more 5 ./plugin2.so fn 3
report
is 1 "16 covered"
is 1 "18 not covered"

# The same library twice at one address is one.
rm -rf d
expect 0 "$ANYCOV" run -o d ./p ./plugin1.so fn 1 ./plugin1.so fn 2
report
is 1 "5 covered"
is 1 "7 covered"
is 1 "9 not covered"

# A library without probes in the place of one with them leaves nothing unknown.
$GCC -O1 -g -DID=12 -fPIC -shared -Wl,-z,max-page-size=4096 plugin2.c -o plain.so
rm -rf d
expect 0 "$ANYCOV" run -o d ./p ./plugin1.so fn 1 ./plain.so fn 2
report
is 1 "5 covered"
is 1 "7 not covered"
