# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov trace: an error without KCOV; with a replacement of it
# (libanycov-kcov.so and an instrumented library as the kernel) every mode.
. "${0%/*}/lib.sh"

if [ ! -e /sys/kernel/debug/kcov ]; then
	expect 1 "$ANYCOV" trace true
	one_sentence
	has err "/sys/kernel/debug/kcov"
	has err "CONFIG_KCOV"
	[ ! -e anycov.dump ] || fail "a dump of nothing"
fi

# The exec() of the child is the system call that is traced.
cat >kernel.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
volatile int sink;
__attribute__((noinline)) int even(int n)
{
	if (n & 1)
		return 1;
	sink++;
	return 0;
}
__attribute__((noinline)) int unused(int n)
{
	return n + sink;
}
__attribute__((noinline)) int work(int n)
{
	if (n == 'q')
		return unused(n);
	if (n == 'l')
		for (int i = 0; i < 100000; i++)
			even(i);
	return even(n);
}
__attribute__((no_sanitize_coverage)) int execvp(const char *file, char *const argv[])
{
	int (*next)(const char *, char *const *) = dlsym(RTLD_NEXT, "execvp");

	work(argv[1] ? argv[1][0] : 0);
	return next(file, argv);
}
END
gcc -g -O0 -fPIC -shared $("$ANYCOV" flags --cc gcc --coverage trace-pc,trace-cmp) kernel.c -o libkernel.so
kernel()
{
	expected=$1
	shift
	expect $expected env ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
		LD_PRELOAD="$KCOV_SHIM:$PWD/libkernel.so" "$ANYCOV" trace "$@"
}
# The load address of the library follows from its first record and first probe.
report()
{
	mode=$1
	shift
	expect 0 "$ANYCOV" dump --rawcover x.dump
	base=$(python3 - $("$ANYCOV" sites libkernel.so | sed -n 's/^\(0x[0-9a-f]*\) .*/\1/p') <<'END'
import sys
pcs = [int(x, 16) for x in open("out")]
sites = [int(x, 16) for x in sys.argv[1:]]
for s in sites:
    base = pcs[0] - s
    if base & 0xfff == 0 and all(p - base in sites for p in pcs):
        print(hex(base))
        break
END
)
	[ -n "$base" ] || fail "$mode: records of no place"
	expect 0 "$ANYCOV" report --functions --strict --image libkernel.so --module libkernel.so=$base "$@" x.dump
}
# has_whole_calls BOOL: whether x.dump says that its records began in user mode and ended with the task
has_whole_calls()
{
	python3 - "$1" <<'END' || fail "x.dump: has_whole_calls is not $1"
import struct, sys
data, at, begins, ends = open("x.dump", "rb").read(), 16, True, False
while data[at:at + 4] != b"END ":
    tag, _, n, flags = struct.unpack_from("<4sIII", data, at)
    if tag in (b"PC  ", b"UPC ", b"EDGE"):
        begins = begins and bool(flags & 2)
    ends = ends or (tag == b"CUTS" and struct.unpack_from("<I", data, at + 16)[0] == 4)
    at += 16 + n
sys.exit(not (begins and ends if sys.argv[1] == "true" else not ends))
END
}
kernel 0 -o x.dump true 3
has_whole_calls true
report pc
totals functions 2 3
grep -Eq "^  [a-z_]+ +0/" out || { cat out; fail "no function that is not covered"; }
has out "  kernel.c:11"
cp out pc
kernel 0 --mode uniq-pc -o x.dump true 3
report uniq-pc
grep "functions\|blocks" pc >want
grep "functions\|blocks" out | cmp - want || fail "uniq-pc"
kernel 0 --mode cmp -o x.dump true 3
report cmp --cmp
has out "0x71 'q'"
kernel 0 --mode uniq-cmp -o x.dump true l
report uniq-cmp --cmp
has out "0x6c 'l'"
kernel 0 --mode uniq-edge -o x.dump true 3
expect 0 "$ANYCOV" dump x.dump
has out "EDGE"
# Both unique modes at once: a chunk for each buffer, as if recorded alone.
kernel 0 --mode uniq-both -o x.dump true 3
has_whole_calls true
expect 0 "$ANYCOV" dump x.dump
has out "UPC"
has out "EDGE"
report uniq-both
grep "functions\|blocks" out | cmp - want || fail "uniq-both"
report uniq-both --edges
[ "$(grep -c "^    covered " out)" -ge 4 ] || { cat out; fail "uniq-both: pairs are not used"; }
expect 0 "$ANYCOV" dump --json x.dump
/usr/bin/python3 - <<'END' || fail "uniq-both: the areas do not agree"
import json
chunks = {c["tag"].strip(): c["records"] for c in json.load(open("out"))["dumps"][0]["chunks"] if "records" in c}
pcs, edges = ([int(r, 16) for r in chunks[t]] for t in ("UPC", "EDGE"))
assert len(pcs) == len(set(pcs)) > 3 and edges[0] >> 32 == 0
assert {e & 0xffffffff for e in edges} == {p & 0xffffffff for p in pcs}
assert {e >> 32 for e in edges[1:]} <= {p & 0xffffffff for p in pcs}
END
# The command's status is passed on; a full buffer is reported.
kernel 5 -o x.dump sh -c 'exit 5'
kernel 1 -o x.dump false
kernel 143 -o x.dump sh -c 'kill -TERM $$'
kernel 127 -o no.dump no-such-command
[ ! -e no.dump ] || fail "a dump of a command that did not run"
kernel 0 --size 64 -o x.dump true l
has err "records are missing"
expect 0 "$ANYCOV" dump x.dump
has out "records may be missing"
kernel 0 --remote usb:1 --remote common:7 -o x.dump true
expect 0 "$ANYCOV" dump x.dump
# Threads of the kernel record parts of calls.
has_whole_calls false

wrong()
{
	expect 2 "$ANYCOV" trace "$@"
	one_sentence
}
wrong
wrong --mode all true
wrong --size 1 true
wrong --remote usb:x true
wrong --remote tty:1 true
wrong --remote common:0 true
