# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Many programs with one library: a report has one image at a time in memory, and the same states as
# a report of a few.
. "${0%/*}/lib.sh"

# The library has 300 functions of 40 blocks; each program has a main() of its own.
cat >specs.py <<'END'
for program in range(9):
    with open(f"p{program}.spec", "w") as f:
        print(f"image id=aa{program:02x}\nfunction main file=main{program}.c dir=/src line=1\n"
              "block 0 probed calls exit lines=2\nflags 0", file=f)
        for function in range(300):
            print(f"function f{function} file=lib.c dir=/src line={100 * function + 1}", file=f)
            for block in range(39):
                print(f"block {block} probed succ={block + 1} lines={100 * function + block + 2}",
                      file=f)
            print(f"block 39 exit lines={100 * function + 50} by=38", file=f)
            print("flags", ",".join(map(str, range(39))), file=f)
END
python3 specs.py
mkdir one three nine
i=0
while [ $i -lt 9 ]; do
	mkflags image p$i.spec nine/p$i-aa.image
	# Two programs run the library: each covers others of f7's blocks.
	hit=main:0
	[ $i -ne 0 ] || hit=main:0,f7:0,f7:1,f7:38
	[ $i -ne 1 ] || hit=main:0,f7:2,f8:38
	mkflags flags p$i.spec nine/p$i-aa.flags path=/bin/p$i hit=$hit
	i=$((i + 1))
done
cp nine/p0-* one
cp nine/p0-* nine/p1-* nine/p2-* three
for d in one three nine; do
	: >$d/.anycov-data
done

cat >measure.py <<'END'
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as f:
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=f)
sys.exit(status)
END

# Six more images take less memory than three of them take on disk; in KB.  AddressSanitizer keeps
# what was freed, 256 MB of it by default.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
image=$(($(wc -c <nine/p0-aa.image) / 1024))
for format in "--lcov lcov" "--json -o json" "--json --each-image -o json" "--html pages" --summary; do
	for d in three nine; do
		expect 0 python3 measure.py $d.kb "$ANYCOV" report --all --no-build $format $d
	done
	more=$(($(cat nine.kb) - $(cat three.kb)))
	echo "$format: 3 images $(cat three.kb) KB, 6 more $more KB; an image $image KB on disk"
	[ $more -lt $((3 * image)) ] || fail "$format: 6 more images take $more KB"
done

# The library is the same in all: as of three images, two of which ran it.
for d in one three nine; do
	expect 0 "$ANYCOV" report --all --no-build --lcov $d.info $d
	sed -n '/^SF:.*lib.c$/,/^end_of_record/p' $d.info >$d.lines
done
cmp three.lines nine.lines || fail "the library's lines differ"
has one.lines "LH:4"
has nine.lines "LH:7"
has nine.lines "DA:704,1"
has nine.lines "DA:705,0"
has nine.lines "FNDA:1,f8"
has nine.lines "FNDA:0,f9"
[ "$(grep -c "^SF:.*main[0-9]*.c" nine.info)" -eq 9 ] || fail "not each main.c"

# The table of images has the totals of each.
expect 0 "$ANYCOV" report --all --no-build nine
has out "9 images "
grep -q "/bin/p0  *5/12001 .* 2/301" out || fail "totals of p0"
grep -q "/bin/p2  *1/12001 .* 1/301" out || fail "totals of p2"

# JSON has the totals of each image, and all of them together.
for d in three nine; do
	expect 0 "$ANYCOV" report --all --no-build --json -o $d.json $d
done
python3 - <<'END' || fail "JSON of totals"
import json, os
r = json.load(open("nine.json"))
assert not [i for i in r["images"] if "files" in i or "functions" in i]
assert [i["lines_total"]["covered"] for i in r["images"]] == [5, 4] + 7 * [1]
assert [i["functions_total"]["total"] for i in r["images"]] == 9 * [301]
files = {f["path"].split("/")[-1]: f["lines_total"]["covered"] for f in r["merged"]["files"]}
assert files["lib.c"] == 7 and len(files) == 10, files
# Six more have a line each, and no library.
assert os.path.getsize("nine.json") - os.path.getsize("three.json") < 6 * 4096
END
expect 2 "$ANYCOV" report --all --no-build --each-image nine
has err "--each-image requires --json"

# With --each-image, all of each, which is read again for it.
expect 0 "$ANYCOV" report --all --no-build --json --each-image -o three.json three
python3 - <<'END' || fail "JSON"
import json
LINES = [[702, 703, 740, 750], [704, 840, 850], []]
r = json.load(open("three.json"))
merged = {f["path"].split("/")[-1]: f for f in r["merged"]["files"]}
states = {l["line"]: l["state"] for l in merged["lib.c"]["lines"]}
assert states[702] == states[703] == states[704] == "covered" and states[705] == "not covered"
for i, image in enumerate(r["images"]):
    files = {f["path"].split("/")[-1]: f for f in image["files"]}
    assert set(files) == {"lib.c", f"main{i}.c"}, files
    lines = [l["line"] for l in files["lib.c"]["lines"] if l["state"] == "covered"]
    assert lines == LINES[i] and files["lib.c"]["lines_total"]["covered"] == len(lines), lines
    assert [l["state"] for l in files[f"main{i}.c"]["lines"]] == ["covered"]
    assert len(image["functions"]) == image["functions_total"]["total"] == 301
assert len(r["merged"]["functions"]) == 303
END

# 'anycov run' packs: an image is kept, and what others have that it has not.  Times remain.
user=packed/user-$(id -u)
mkdir -p "$user"
cp -p nine/* "$user"
: >packed/.anycov-data
touch -d 2001-02-03 "$user/p3-aa.image"
expect 0 "$ANYCOV" run -o packed --append true
[ $(($(cat "$user"/*.image | wc -c) * 4)) -lt $(($(wc -c <nine/p0-aa.image) * 5)) ] ||
	fail "not small: $(ls -l "$user")"
cmp nine/p0-aa.image "$user/p0-aa.image" || fail "no image is whole"
[ "$(date -r "$user/p3-aa.image" +%Y)" = 2001 ] || fail "time of an image"
expect 0 "$ANYCOV" report --all --no-build --lcov packed.info packed
cmp nine.info packed.info || fail "the report of packed images differs"
expect 0 "$ANYCOV" merge -o merged packed
expect 0 "$ANYCOV" report --all --no-build --lcov merged.info merged
cmp nine.info merged.info || fail "the report of merged images differs"
# Any zstd reads them.
if command -v zstd >/dev/null; then
	zstd -qdc --patch-from="$user/p0-aa.image" "$user/p1-aa.image" >whole || fail zstd
	cmp whole nine/p1-aa.image || fail "zstd expands it to another image"
fi

# Later runs leave them as they are, and pack what was added; a test's links stay whole.
cp -p "$user/p1-aa.image" before
cp nine/p2-aa.image "$user/p2-aa.image"
ln "$user/p2-aa.image" link
cp nine/p4-aa.image "$user/p4-aa.image"
expect 0 "$ANYCOV" run -o packed --append true
cmp before "$user/p1-aa.image" || fail "packed again"
cmp nine/p2-aa.image "$user/p2-aa.image" || fail "a file with a link was packed"
cmp -s nine/p4-aa.image "$user/p4-aa.image" && fail "a new image was not packed"
expect 0 "$ANYCOV" report --all --no-build --lcov packed.info packed
cmp nine.info packed.info || fail "the report differs after a second run"

# damaged SENTENCE: p1's image cannot be used, the others can
damaged()
{
	expect 3 "$ANYCOV" report --all --no-build --lcov damaged.info packed
	has err "user-$(id -u)/p1-aa.image is damaged"
	[ "$(grep -c "^SF:.*main[0-9]*.c" damaged.info)" -eq 8 ] || fail "$1: not the others"
	expect 1 "$ANYCOV" report --all --no-build --image "$user/p1-aa.image" "$user/p1-aa.flags"
	has err "$1"
}

# packed_as NAME: as a difference to another file
packed_as()
{
	python3 - before "$user/p1-aa.image" "$1" <<'END'
import struct, sys
old = open(sys.argv[1], "rb").read()
text = b"anycov: difference to " + sys.argv[3].encode()
frame = old[8 + struct.unpack("<I", old[4:8])[0]:]
open(sys.argv[2], "wb").write(old[:4] + struct.pack("<I", len(text)) + text + frame)
END
}
head -c 100000 /dev/zero >"$user/zero-aa.image"
packed_as zero-aa.image
damaged "cannot be decompressed"
packed_as missing.image
damaged "is a difference to missing.image, which is missing beside it"
packed_as ../../nine/p0-aa.image
damaged "cannot be decompressed"
packed_as p3-aa.image
damaged "is a difference to p3-aa.image, which is missing beside it or not as it was"
packed_as p1-aa.image
damaged "is a difference to p1-aa.image"
head -c 150 before >"$user/p1-aa.image"
damaged "p1-aa.image:"
packed_as p0-aa.image
expect 0 "$ANYCOV" report --all --no-build --lcov packed.info packed
cmp nine.info packed.info || fail "the report differs"
