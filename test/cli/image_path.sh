# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# --image-path: images are found by build ID anywhere below a directory, and separate debug files
# of stripped ones by build ID or debug link.
. "${0%/*}/lib.sh"
nm "$ANYCOV" | grep -q __asan_init && lacks "a command without AddressSanitizer"

cc=$GCC
have $cc || cc=$CLANG
have $cc || lacks "a compiler with a plugin"
cat >a.c <<'END2'
int f(int x)
{
	if (x > 3)
		return 1;
	return 2;
}
int main(int c, char **v)
{
	(void)v;
	return f(c) - 2;
}
END2
mkdir -p tree/deep/er root/bin elsewhere
"$ANYCOV" cc $cc -g -Wl,--build-id a.c -o tree/deep/er/p
id=$(readelf -n tree/deep/er/p | sed -n 's/.*Build ID: *//p')
[ "$id" ] || fail "no build ID"
install -s tree/deep/er/p root/bin/p
expect 0 "$ANYCOV" run root/bin/p
lcov()
{
	expect 0 "$ANYCOV" report --no-build --lcov t.info "$@"
	[ ! -s err ] || fail "$*: $(cat err)"
	grep -v '^SF:' t.info >now
	[ -s want ] || cp now want
	cmp now want || fail "$*: $(cat now)"
	has t.info "DA:4,0"
	has t.info "DA:5,1"
}

# Stripped alone: a sentence that names the file.
expect 1 "$ANYCOV" report --no-build
has err "root/bin/p has no flags in its map"

# What the linker wrote, by build ID, also under another name; another build is not taken.
lcov --image-path tree
mv tree/deep/er/p tree/deep/er/renamed
"$ANYCOV" cc $cc -g -O1 -DOTHER -Wl,--build-id -Wl,--defsym=other=1 a.c -o tree/p
lcov --image-path tree
lcov --image-path elsewhere --image-path tree
expect 1 "$ANYCOV" report --no-build --image-path elsewhere

# Separate debug files: in the layout of build IDs, under any name, by debug link.
debug=store/.build-id/$(echo $id | cut -c1-2)
mkdir -p $debug any linked
objcopy --only-keep-debug tree/deep/er/renamed $debug/$(echo $id | cut -c3-).debug
mv tree/deep/er/renamed kept
lcov --image-path store
cp $debug/*.debug any/p.debug
lcov --image-path any
# A stripped copy beside is no debug information, nor an image with its map.
cp root/bin/p any/a-copy
lcov --image-path any
# Nor does a file of the same build ID hide it that has only some debug sections.
cp any/p.debug whole
objcopy -R .debug_anycov_map whole any/0-no-map.debug
objcopy -R .debug_info whole any/1-no-info.debug
echo frames >frames
objcopy --strip-all --add-section .debug_frame=frames kept any/2-frames.debug
[ "$(for f in any/[012]*; do readelf -n $f; done | grep -c "$id")" -eq 3 ] || fail "other build IDs"
lcov --image-path any
mv any/p.debug any/00.debug
lcov --image-path any
mv any/00.debug any/p.debug
# Damaged files, links in a circle and pipes are passed over.
head -c 100 kept >any/cut
ln -s . any/again
mkfifo any/pipe
lcov --image-path any
# --image of the stripped one, too.
expect 0 "$ANYCOV" report --no-build --image-path any --image root/bin/p --lcov t.info
has t.info "DA:4,0"
has t.info "DA:5,1"

# Dumps: the image is found by build ID and the link.
ANYCOV_FLAGS="--for trace" "$ANYCOV" cc $cc -g a.c -Wl,--build-id=none -o q
objcopy --only-keep-debug q linked/q.debug
objcopy --strip-all --add-gnu-debuglink=linked/q.debug q root/bin/q
expect 0 "$ANYCOV" run -o q.dump root/bin/q
expect 0 "$ANYCOV" report --image root/bin/q --image-path linked --lcov t.info q.dump
has t.info "DA:4,0"
has t.info "DA:5,1"
