# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# make anycov-static: the command without shared libraries runs where there is nothing else.
. "${0%/*}/lib.sh"
build=${ANYCOV%/bin/anycov}

grep -q '^ANYCOV_SANITIZE:.*=[a-z]' "$build/CMakeCache.txt" && lacks "a build without sanitizers"
echo 'int main(void) { return 0; }' >t.c
gcc -static t.c -o t -ldw -lelf -ljansson -lexpat -lz -lzstd -llzma -lbz2 2>t.err || lacks "static libraries: $(tail -n 1 t.err)"
cmake --build "$build" --target anycov-static >build.log 2>&1 || { cat build.log; fail "the build"; }
static=$build/static/anycov
readelf -lW "$static" | grep -q INTERP && fail "it needs a loader"
expect 0 "$static" --version
has out "anycov "
cat >a.spec <<END
image
function main file=a.c dir=$WORK line=1
block 0 probed calls succ=1 lines=2
block 1 probed exit lines=3
flags 0,1
END
mkdir -p root/data
: >root/data/.anycov-data
mkflags image a.spec root/data/a-a1.image
mkflags flags a.spec root/data/a-a1.flags hit=main:0
cp "$static" root/anycov
if unshare -r true 2>/dev/null; then
	expect 0 unshare -r chroot root /anycov report --summary /data
	has out "lines 50.0% (1/2)"
	# A kernel without KCOV is an error of one sentence there, too.
	expect 1 unshare -r chroot root /anycov trace -o /x.dump /anycov version
	one_sentence
else
	echo "missing: the right to change the root directory"
fi
