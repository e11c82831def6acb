# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An image of objects with flags and of objects with hooks, of which the inputs record one kind:
# what has the other kind is unknown, with a reason, and never "not covered".
. "${0%/*}/lib.sh"
[ -n "$GCC" ] || exit 77

cat >a.c <<'EOF'
int flagged(int x) { if (x) return 1; return 2; }
int flagged_too(int x) { return x + 5; }
EOF
cat >b.c <<'EOF'
void __sanitizer_cov_trace_pc(void) __attribute__((no_sanitize_coverage));
void __sanitizer_cov_trace_pc(void) { }
int hooked(int x) { if (x) return 3; return 4; }
int hooked_too(int x) { return x + 6; }
EOF
$GCC -g -O0 -c $("$ANYCOV" flags --cc $GCC --for kernel-report) a.c
$GCC -g -O0 -w -c $("$ANYCOV" flags --cc $GCC --kernel --coverage trace-pc) b.c
$GCC -nostdlib -static -no-pie -Wl,-e,flagged -o mixed a.o b.o
"$ANYCOV" sites --json mixed >sites.json
# What a recording of each kind has: the first function of it ran, and entered its if.
python3 - "$ANYCOV" <<'EOF'
import json, subprocess
sites = json.load(open("sites.json"))
flags = sorted((int(f["flag"], 16), f) for f in sites["flags"])
first, last = flags[0][0], flags[-1][0]
data = bytearray(1 - f["hit_value"] for _, f in flags)
assert len(data) == last - first + 1
ran = [i for i, (_, f) in enumerate(flags) if f["function"] == "flagged"]
assert len(ran) >= 2 and len(flags) > len(ran)
for i in ran[:2]:
    data[i] = flags[i][1]["hit_value"]
open("flags.bin", "wb").write(data)
open("flags.at", "w").write("0x%x" % first)
pcs = [s["ret"] for s in sites["sites"] if s["function"] == "hooked"]
assert len(pcs) >= 2
open("pcs", "w").write(" ".join(pcs[:2]))
open("hooks", "w").write(str(len(sites["sites"])))
EOF
"$MKDUMP" pc $(cat pcs) . >pc.dump

# state FUNCTION COUNT: the function's entry in the tracefile; "-": none, as it is unknown
state()
{
	if [ "$2" = - ]; then
		grep "^FNDA:.*,$1\$" x.info && fail "$1 is not unknown"
		return 0
	fi
	grep -q "^FNDA:$2,$1\$" x.info || { cat x.info; fail "$1 is not $2"; }
}

# Flags alone.
expect 0 "$ANYCOV" report --functions --image mixed --memory flags.bin@$(cat flags.at) --lcov x.info
reason "$(cat hooks) probes are of a kind that no input records; give a dump of the same run, too"
state flagged 1
state flagged_too 0
state hooked -
state hooked_too -
has x.info "DA:1,1"
has x.info "DA:2,0"

# Hooks alone.
expect 0 "$ANYCOV" report --functions --image mixed --lcov x.info pc.dump
reason "probes are of a kind that no input records; give the flags of the same run, too"
state flagged -
state flagged_too -
state hooked 1
state hooked_too 0
has x.info "DA:3,1"
has x.info "DA:4,0"
expect 0 "$ANYCOV" report --image mixed --json pc.dump
has out '"kind-not-recorded"'

# An image of one kind is not concerned.
$GCC -nostdlib -static -no-pie -Wl,-e,hooked -o one b.o
"$MKDUMP" pc $("$ANYCOV" sites --json one | grep -o '"ret":"0x[0-9a-f]*' | head -1 | cut -d'"' -f4) . >one.dump
expect 0 "$ANYCOV" report --functions --image one --lcov x.info one.dump
hasnt out "of a kind"
state hooked 1
state hooked_too 0
