# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Every output format of report is read by its tool: genhtml, LLVM's
# sancov, a JSON schema validator; names are compared to c++filt, inlining to
# llvm-symbolizer.
. "${0%/*}/lib.sh"
export ANYCOV_FLAGS="--coverage trace-pc"
here=$ANYCOV_SOURCE/test/cli

validate()
{
	/usr/bin/python3 "$here/validate.py" "$ANYCOV_SOURCE/docs/schema/$1.json" "$2" || fail "$2: not $1"
}

cat >e.cc <<'END'
#include <cstdlib>
namespace shapes {
template <class T> struct Box {
	T v;
	__attribute__((noinline)) T get(int i) const;
};
template <class T> T Box<T>::get(int i) const
{
	if (i > 2)
		return v;
	return T();
}
}
static inline __attribute__((always_inline)) int twice(int x)
{
	if (x > 100)
		return -1;
	return 2 * x;
}
int unused(int x)
{
	return x ? 3 : 4;
}
int main(int argc, char **argv)
{
	shapes::Box<int> b = { 5 };
	int r = 0;
	if (argc > 9)
		return unused(argc);
	for (int i = 0; i < argc; i++)
		r += twice(atoi(argv[i])) + b.get(i);
	return r > 100;
}
END

tried=
for cc in g++-12 clang++-14 clang++-19 "g++${GCC#gcc}" "clang++${CLANG#clang}"; do
	case " $tried " in *" $cc "*) continue ;; esac
	command -v "$cc" >/dev/null && have "$cc" || continue
	for prune in none lossless; do
		ANYCOV_FLAGS="--coverage trace-pc,trace-cmp --prune $prune" \
			"$ANYCOV" cc "$cc" -g -O1 e.cc -o e
		expect 0 "$ANYCOV" run -o e.dump ./e 1 2
		expect 0 "$ANYCOV" run --mode cmp -o c.dump ./e 1 2
		# JSON, all parts.
		expect 0 "$ANYCOV" report --functions --strict --json --edges --cmp -o r.json --image e e.dump c.dump
		validate anycov-report-3 r.json
		expect 0 "$ANYCOV" report --functions --strict --edges --image e e.dump
		has out "shapes::Box<int>::get(int) const"
		grep -Eq "^  edges +[0-9]+ .* [0-9]+$" out || fail "no edges in the sum"
		grep -q 'block [0-9]* (line [0-9]*) -> ' out || fail "no edge listed"
		expect 0 "$ANYCOV" sites --json e
		validate anycov-sites-1 out
		cp out sites.json
		expect 0 "$ANYCOV" dump --json e.dump c.dump
		validate anycov-dump-1 out
		# Names are those of binutils; inlining is that of LLVM (addr2line 2.40 has the
		# outer function for both frames where an inlined one has several ranges).
		python3 - <<'END' || fail "$cc $prune: names or inlining"
import glob, json, subprocess
r = json.load(open("r.json"))["images"][0]
f = {f["name"]: f.get("demangled", f["name"]) for f in r["functions"]}
filt = subprocess.run(["c++filt"], input="\n".join(f), capture_output=True, text=True).stdout.split("\n")
assert list(f.values()) == filt[:len(f)], (list(f.values()), filt)
assert any("Box<int>" in n for n in f.values())
sites = json.load(open("sites.json"))["sites"]
pcs = [hex(int(s["ret"], 16) - 1) for s in sites]
symbolizer = sorted(glob.glob("/usr/lib/llvm-*/bin/llvm-symbolizer"))[-1]
text = subprocess.run([symbolizer, "-i", "-f", "--no-demangle", "-e", "e"], input="\n".join(pcs) + "\n",
                      capture_output=True, text=True).stdout
frames = [x.split("\n") for x in text.strip().split("\n\n")]
assert len(frames) == len(sites)
inlined = 0
for s, frame in zip(sites, frames):
    names = frame[0::2]
    want = names[0] if len(names) > 1 else None
    if s["file"] and s["file"][0] == "/" and not frame[1].endswith(":0:0"):
        assert f"{s['file']}:{s['line']}" == frame[1].rsplit(":", 1)[0], (s, frame)
    assert s.get("inlined") == want, (s, names)
    inlined += want is not None
assert inlined, "nothing was inlined"
for fn in r["functions"]:
    e = fn["edge_list"]
    assert len(e) == fn["edges"]["total"]
    for state, key in (("covered", "covered"), ("not covered", "not_covered"), ("unknown", "unknown")):
        assert sum(x["state"] == state for x in e) == fn["edges"][key]
    assert all(("reason" in x) == (x["state"] == "unknown") for x in e)
    if fn["state"] != "covered":
        assert not fn["edges"]["covered"]
END
		# genhtml, without warnings.
		expect 0 "$ANYCOV" report --functions --lcov e.info --image e e.dump
		if needs genhtml "genhtml (lcov)"; then
			genhtml_quietly --demangle-cpp -o lcov e.info
		fi
		tried="$tried $cc"
	done
done
[ -n "$tried" ] || fail "no C++ compiler was tried"

# A damaged or malicious name is printed as it is, in bounded time.
long=_Z1fPFvvE
for i in 0 2 4 6 8 A C E G I K M O Q S U W Y; do
	long="${long}PFvS${i}_S${i}_S${i}_S${i}_S${i}_S${i}_E"
done
printf '.globl "%s"\n"%s":\ncall __sanitizer_cov_trace_pc\nret\n.globl "a\033[31mb"\n"a\033[31mb":\ncall __sanitizer_cov_trace_pc\nret\n' \
	"$long" "$long" >names.s
gcc -c names.s -o names.o
expect 0 timeout 10 "$ANYCOV" sites names.o
has out "_Z1f"
has out "a?[31mb"

# Recorded pairs of probes prove edges.
cat >p.c <<'END'
int pick(int a, int b)
{
	if (a)
		b++;
	if (b > 3)
		b--;
	return b;
}
int main(void) { return pick(1, 0) - 1; }
END
"$ANYCOV" cc gcc -g -O0 -no-pie p.c -o p
expect 0 "$ANYCOV" run -o p.dump ./p
expect 0 "$ANYCOV" dump --rawcover p.dump
cp out pcs
"$MKDUMP" edge $(python3 -c '
pcs = [int(x, 16) & 0xffffffff for x in open("pcs")]
print(*(hex(a << 32 | b) for a, b in zip([0] + pcs, pcs)))') . >edge.dump
expect 0 "$ANYCOV" report --functions --strict --edges --image p edge.dump
[ "$(grep -c "  covered " out)" -ge 3 ] || { cat out; fail "pairs are not used"; }
expect 0 "$ANYCOV" report --functions --image p p.dump
grep "^  blocks\|^  functions" out >by_pc
expect 0 "$ANYCOV" report --functions --image p edge.dump
grep "^  blocks\|^  functions" out | cmp - by_pc || fail "edges and PCs tell different blocks"
"$MKDUMP" edge 0x100000002 0x200000003 . >e1
"$MKDUMP" edge 0x200000003 0x300000004 . >e2
expect 0 "$ANYCOV" merge -o e12 e1 e2
expect 0 "$ANYCOV" merge -o e21 e2 e1
cmp e12 e21 || fail "edges: the order matters"
expect 0 "$ANYCOV" dump e12
[ "$(grep -c 0x0000 out)" -eq 3 ] || fail "edges are not merged"

# LLVM's sancov: with clang's own guards, which that tool can look up.
sancov=$(ls /usr/lib/llvm-*/bin/sancov 2>/dev/null | head -1)
if [ -z "$sancov" ]; then
	echo "missing: sancov (llvm-N)"
elif needs "${CLANG:-clang}"; then
	cat >guard.c <<'END'
#include <stdint.h>
#include <stdio.h>
static uint64_t buf[4096];
__attribute__((no_sanitize("coverage"))) void __sanitizer_cov_trace_pc_guard(uint32_t *g)
{
	(void)g;
	buf[++buf[0]] = (uint64_t)__builtin_return_address(0);
}
__attribute__((no_sanitize("coverage"))) void __sanitizer_cov_trace_pc_guard_init(uint32_t *a, uint32_t *b)
{
	(void)a;
	(void)b;
}
__attribute__((no_sanitize("coverage"), destructor)) static void out(void)
{
	FILE *f = fopen("guard.raw", "wb");
	fwrite(buf, 8, buf[0] + 2, f); /* not full */
	fclose(f);
}
__attribute__((noinline)) int never(int x) { return x + 3; }
__attribute__((noinline)) int often(int x) { return x > 1 ? x : 7; }
int main(int c, char **v) { (void)v; return c > 5 ? never(c) : often(c) - 7; }
END
	$CLANG -g -O1 -no-pie -fsanitize-coverage=trace-pc-guard guard.c -o guard
	expect 0 ./guard
	expect 0 "$ANYCOV" report --functions --strict --raw 8 --sancov guard.1.sancov --image guard guard.raw
	for sancov in /usr/lib/llvm-*/bin/sancov; do
		expect 0 "$sancov" -covered-functions guard guard.1.sancov
		has out often
		hasnt out never
		expect 0 "$sancov" -not-covered-functions guard guard.1.sancov
		has out never
		expect 0 "$sancov" -print guard.1.sancov
		sort out >printed
		expect 0 "$sancov" -print-coverage-pcs guard
		sort out | comm -13 - printed >unmatched
		[ ! -s unmatched ] || fail "sancov: addresses that are not coverage points"
	done
	expect 0 sh -c "\"$ANYCOV\" report --raw 8 --sancov - --image guard guard.raw"
	cmp out guard.1.sancov || fail "--sancov -"
	# Images by anycov and of firmware: the addresses are printed.
	expect 0 "$ANYCOV" report --functions --sancov p.1.sancov --image p p.dump
	expect 0 "$sancov" -print p.1.sancov
	[ "$(wc -l <out)" -eq "$(sort -u pcs | wc -l)" ] || fail "sancov -print"
fi
expect 2 "$ANYCOV" report --functions --sancov x --image p --image e p.dump
expect 1 "$ANYCOV" report --functions --lcov x --image e c.dump
has err "only comparisons"

# Colour on a terminal only.
expect 0 "$ANYCOV" report --functions --image p p.dump
grep -q "$(printf '\033')" out && fail "colour in a file"
if script -qec true /dev/null >/dev/null 2>&1; then
	expect 0 script -qec "\"$ANYCOV\" report --functions --image p p.dump" /dev/null
	grep -q "$(printf '\033\\[32m')" out || fail "no colour on a terminal"
	expect 0 script -qec "NO_COLOR=1 \"$ANYCOV\" report --image p p.dump" /dev/null
	grep -q "$(printf '\033')" out && fail "colour in spite of NO_COLOR"
fi
exit 0
