# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What is unknown has one reason, which every output names, and never counts as not covered.
# The recordings are written without a compiler.
. "${0%/*}/lib.sh"

cat >t.spec <<'END'
image
# two arms, and the block that follows both
function f file=t.c line=1
block 0 succ=1,2 lines=1,2 by=1,2
block 1 probed succ=3 lines=3
block 2 probed succ=3 lines=5
block 3 exit lines=6 by=1,2
flags 1,2
# a loop
function g file=t.c line=10
block 0 probed succ=1 lines=10
block 1 probed succ=1,2 lines=12
block 2 probed exit lines=13
flags 0,1,2
END
cat >old.spec <<'END'
image
# of an older build: rules across calls
function g file=t.c line=10 prune=complete
block 0 probed calls succ=1 lines=10
block 1 assumed succ=1,2 lines=12 by=0
block 2 assumed exit lines=13 by=0
flags 0
END
cat >pruned.spec <<'END'
image
function p file=t.c line=30 prune=dom
block 0 probed succ=1 lines=30
block 1 unknown exit lines=31
flags 0
END
sed 's/prune=dom/prune=none/' pruned.spec >noprobe.spec
cat >cycle.spec <<'END'
image
function c file=t.c line=40
block 0 probed succ=1 lines=40
block 1 succ=2 lines=41 by=2
block 2 exit lines=42 by=1
flags 0
END
for spec in t old pruned noprobe cycle; do
	mkflags image $spec.spec $spec.image
	mkflags flags $spec.spec $spec.flags hit=f:1,p:0,c:0,g:0
done

cat >look.py <<'END'
"""look.py STATUS REASON: all outputs have the same states, and REASON among the reasons."""
import glob, json, os, re, sys
status, wanted = int(sys.argv[1]), sys.argv[2]
doc = json.load(open("json"))
image = doc.get("merged") or doc["images"][0]
text = re.sub(r"\s+", " ", open("text").read())
index = open("pages/index.html").read()
pages = {re.search("<title>(.*)</title>", p)[1]: p for p in map(lambda f: open(f).read(), glob.glob("pages/f-*"))}
lines = [dict(l, file=f["path"]) for f in image["files"] for l in f["lines"]]
kinds = {"functions": image["functions"], "lines": lines}
reasons = {r["reason"]: r for r in image["unknown"]}
assert wanted in reasons, (wanted, reasons)
assert status == (3 if any(r["lost"] for r in reasons.values()) else 0), (status, reasons)
# Each unknown thing has a reason, each reason the number of its things.
for kind, things in kinds.items():
    total = image[kind + "_total"]
    assert total["total"] == len(things), kind
    for state, key in (("covered", "covered"), ("not covered", "not_covered"), ("unknown", "unknown")):
        assert total[key] == sum(t["state"] == state for t in things), (kind, state)
    for name, r in reasons.items():
        assert r[kind] == sum(t.get("reason") == name for t in things), (kind, name)
for kind in ("functions", "lines", "blocks", "edges"):
    total = image[kind + "_total"]
    if not total:
        continue
    assert total["unknown"] == sum(r[kind] for r in reasons.values()), (kind, reasons)
    row = re.search(r" %s (\d+) +\S+ (\d+) (\d+) (\d+) " % kind, text)
    if row or kind != "blocks":
        assert list(map(int, row.groups())) == [
            total[k] for k in ("covered", "not_covered", "unknown", "total")], (kind, row, total)
        cells = re.search(r'<th scope="row">%s</th>.*' % kind, index)[0]
        assert list(map(int, re.findall(r'<td class="num">(\d+)</td>', cells))) == [
            total[k] for k in ("not_covered", "unknown", "total")], (kind, cells)
# Text and the first page have a sentence for each reason.
for name, r in reasons.items():
    for page in (text, index.replace("&#39;", "'")):
        page = page.lower()
        assert r["text"].lower() in page and r["help"].lower() in page, (name, page)
# The pages of sources: the sign of each line, and the reason.
for l in lines:
    row = re.search(r'<tr id="L%d" class="(\w+)"[^>]*><td class="ln"><a href="#L\d+">\d+</a></td><td class="sign" title="([^"]*)"'
                    % l["line"], pages[l["file"]])
    want = {"covered": "ran", "not covered": "not", "unknown": "unknown"}[l["state"]]
    assert row[1] == want, (l, row)
    assert l["state"] != "unknown" or reasons[l["reason"]]["text"] in row[2].replace("&#39;", "'"), row
# A tracefile has what is known.
info = open("info").read()
counts = {(os.path.basename(record.split("\n")[0]), int(n)): int(k) for record in info.split("\nSF:")[1:]
          for n, k in re.findall(r"^DA:(\d+),(\d+)$", record, re.M)}
assert counts == {(l["file"], l["line"]): l["hits"] for l in lines if l["state"] != "unknown"}, counts
assert all((l["hits"] > 0) == (l["state"] == "covered") for l in lines)
names = {v: int(k) for k, v in re.findall(r"^FNDA:(\d+),(\w+)$", info, re.M)}
assert names == {f["name"]: names.get(f["name"]) for f in image["functions"]
                 if f["state"] != "unknown"}, names
assert all((names[f["name"]] > 0) == (f["state"] == "covered")
           for f in image["functions"] if f["name"] in names), names
END

seen=
# gives REASON STATUS UNKNOWN ARGUMENT...: with this number of unknown lines for the reason
gives()
{
	name=$1 code=$2 unknown=$3
	shift 3
	rm -rf pages
	expect "$code" "$ANYCOV" report --functions --json --edges -o json --lcov info --html pages "$@"
	expect "$code" "$ANYCOV" report --functions -o text "$@"
	expect 0 "$ANYCOV" report --functions --allow-incomplete -o /dev/null "$@"
	python3 look.py "$code" "$name" || { cat text; fail "$name"; }
	grep -o "\"reason\":\"$name\",\"lost\":[a-z]*,\"functions\":[0-9]*,\"lines\":[0-9]*" json >found
	grep -q ":$unknown\$" found || { cat found text; fail "$name: not $unknown lines"; }
	/usr/bin/python3 "$ANYCOV_SOURCE/test/cli/validate.py" \
		"$ANYCOV_SOURCE/docs/schema/anycov-report-3.json" json || fail "$name: schema"
	seen="$seen $name"
}

# Flags.
gives pruned 0 1 pruned.flags
gives no-probe 0 1 noprobe.flags
gives damaged-map 0 2 cycle.flags
mkflags flags t.spec t.flags hit=f:1,g:0,g:1,g:2
gives ambiguous-edge 0 0 t.flags
gives incomplete-call 0 2 old.flags
mkflags flags t.spec t.flags hit=f:1,g:0 started=3 how=2 copied=2
gives flags-lost 3 3 t.flags
mkflags image t.spec other.image id=ffff
mkflags flags t.spec t.flags hit=f:1
gives records-of-another-build 3 4 --force --image other.image t.flags

# A directory with a truncated file, whatever it contained.
mkdir cut
mkflags flags t.spec cut/t.flags hit=f:1
mkflags image t.spec cut/t.image
head -c 70 cut/t.flags >cut/u.flags
gives input-skipped 3 4 cut
# Damaged, and only of another image: nothing of this one is missing.
mkflags flags t.spec cut/u.flags id=dead path=/no/u
expect 3 "$ANYCOV" report --functions cut
hasnt out "could not be read"

# Dumps, of a program of release 0.1.
cp "$ANYCOV_SOURCE/test/cli/formats/sample" "$ANYCOV_SOURCE/test/cli/formats/pc.dump" \
	"$ANYCOV_SOURCE/test/cli/formats/cmp.dump" .
gives incomplete-call 0 0 --image sample pc.dump
gives no-blocks-recorded 0 4 --image sample pc.dump cmp.dump
gives not-recorded 0 8 --image sample --image t.image pc.dump
"$MKDUMP" lost pc $("$ANYCOV" sites --json sample | grep -o '"ret":"0x[0-9a-f]*' | head -2 | cut -d'"' -f4) . >full.dump
gives buffer-full 3 6 --image sample full.dump
head -1 text | grep -q "^A buffer was full: " || fail "a full buffer is not the first line"
head -c 100 pc.dump >half.dump
expect 1 "$ANYCOV" report --functions --image sample half.dump
one_sentence
mkdir dumps
cp pc.dump half.dump dumps
gives input-skipped 3 4 --image sample dumps
# All that the full buffer concerns was covered: no loss.
"$MKDUMP" lost pc $("$ANYCOV" sites --json sample | grep -o '"ret":"0x[0-9a-f]*' | cut -d'"' -f4) . >full.dump
expect 0 "$ANYCOV" report --functions --image sample full.dump
hasnt out "A buffer was full"

# Something overwrote a hook call, of a function whose lines are then not "not covered".
python3 - <<'END'
import struct
code = bytearray(open("sample", "rb").read())
call = 0x23c1 - 5
segments, size, count = *struct.unpack_from("<Q", code, 32), *struct.unpack_from("<HH", code, 54)
for i in range(count):
    kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", code, segments + i * size)
    if kind == 1 and address <= call < address + length:
        at = offset + call - address
        assert code[at] == 0xe8
        code[at:at + 5] = b"\x90" * 5
open("patched", "wb").write(code)
END
gives code-differs 0 2 --image patched pc.dump

# Another format on standard output: what it has no word for is on standard error.
expect 0 "$ANYCOV" report --functions --image sample --image t.image --lcov - pc.dump
has err "unknown: no recording is of this image; "
hasnt out "DA:13,"

# No reason was forgotten; those of images without a map or debug information are in report.sh,
# those of conditions in mcdc.sh, that of code without probes is in test/lit/accuracy/early-ignored.c, that of links without flags in
# test/lit/gcc-only/lto-link-without-plugin-partly.c, that of libraries at one address in trace_same_place.sh,
# that of two kinds of probes in mixed_kinds.sh, that of logs in execution_log.sh.
elsewhere="not-in-log no-debug-information no-map code-without-probes linked-without-flags"
elsewhere="$elsewhere kind-not-recorded same-address ambiguous-decision condition-without-branch decision-not-matched"
for name in $(sed -n 's/^	X([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$ANYCOV_SOURCE/cli/coverage/infer/unknown.h"); do
	case " $seen $elsewhere " in
	*" $name "*) ;;
	*) fail "no test of $name" ;;
	esac
done
