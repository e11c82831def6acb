# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# ccache after anycov cc: it hits if nothing changed, and misses if the plugin, its options or a
# list did.  Before anycov cc it would not notice, and anycov cc says so.
. "${0%/*}/lib.sh"

needs ccache || exit 77
CCACHE_DIR=$WORK/cache
CCACHE_CONFIGPATH=$WORK/ccache.conf
export CCACHE_DIR CCACHE_CONFIGPATH
unset CCACHE_DISABLE CCACHE_EXTRAFILES CCACHE_BASEDIR
: >ccache.conf
lib=$(cd "$(dirname "$ANYCOV")/../lib/anycov" && pwd)
echo 'int f(int x) { return x > 3 ? 1 : x; }' >t.c

# compiled hits|misses|any WHY: compiles once more
compiled()
{
	ccache -z >/dev/null
	rm -f t.o
	"$ANYCOV" cc ccache $cc -O1 -c t.c -o t.o || fail "$cc: $2"
	ccache --print-stats >counts
	hits=$(awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n }' counts)
	misses=$(awk '/^cache_miss/ { n += $2 } END { print n }' counts)
	case $1:$hits:$misses in
	hits:1:0 | misses:0:1 | any:*) ;;
	*) cat counts; fail "$cc: $hits hits, $misses misses, where it $1: $2" ;;
	esac
	"$ANYCOV" sites t.o >out || fail "$cc: no probes: $2"
}

for cc in $GCC $(with_clang clang-14 clang-22); do
	have $cc || continue
	echo 'fun:other' >list
	compiled misses "the first time"
	compiled hits "the second time"
	ANYCOV_FLAGS="--for trace"
	export ANYCOV_FLAGS
	compiled misses "other options"
	compiled hits "other options, again"
	ANYCOV_FLAGS="--ignorelist list"
	compiled misses "a list"
	compiled hits "the list, again"
	echo 'fun:another' >list
	compiled misses "a list that changed"
	ANYCOV_FLAGS="--allowlist allow"
	printf 'src:*\nfun:f\n' >allow
	compiled misses "an allowlist"
	printf 'src:*\nfun:*\n' >allow
	compiled misses "an allowlist that changed"
	unset ANYCOV_FLAGS
	# The plugin at the same path is another one, of the same size and time.
	rm -rf lib
	cp -rp "$lib" lib
	ANYCOV_LIB_DIR=$WORK/lib
	export ANYCOV_LIB_DIR
	compiled any "another path of the plugin"
	compiled hits "that path again"
	plugin=$("$ANYCOV" flags --cc $cc | grep -oE '[^ =]*/anycov(-llvm)?\.so' | head -n 1)
	touch -r "$plugin" stamp
	printf x >>"$plugin"
	touch -r stamp "$plugin"
	compiled misses "another plugin at the path"
	unset ANYCOV_LIB_DIR

	# The other order.
	expect 2 ccache "$ANYCOV" cc $cc -O1 -c t.c -o t.o
	has err "exchange them: anycov cc ccache $cc; where a build system puts ccache in front, set CCACHE_DISABLE=1"
	CCACHE_DISABLE=1 expect 0 ccache "$ANYCOV" cc $cc -O1 -c t.c -o t.o
	echo "$cc"
done
# The map has hashes of the sources, which the preprocessed text does not show: after an edit of a
# comment the report must not say that a source changed.
# edited FILE TEXT FLAGS: another text in FILE is compiled, and the report finds no change
edited()
{
	echo "$2" >>"$1"
	rm -rf e e.o anycov-data
	# shellcheck disable=SC2086
	"$ANYCOV" cc ccache $cc $3 -O1 -c e.c -o e.o || fail "$cc: $1"
	"$ANYCOV" cc $cc e.o -o e
	expect 0 "$ANYCOV" run ./e
	expect 0 "$ANYCOV" report --no-build --json -o r.json
	! grep -q '"changed"' r.json || fail "$cc $3: $1 has changed: $2"
	ccache -z >/dev/null
	# shellcheck disable=SC2086
	"$ANYCOV" cc ccache $cc $3 -O1 -c e.c -o e.o
	ccache --print-stats >counts
	grep -q '^direct_cache_hit.1$' counts || { cat counts; fail "$cc $3: no hit"; }
}
for cc in $GCC $(with_clang clang-14); do
	have $cc || continue
	echo 'static inline int h(int x) { return x == 5 ? 7 : 8; }' >e.h
	printf '#include "e.h"\nint main(int c, char **v) { (void)v; return h(c) - 8; }\n' >e.c
	for flags in "" "-MMD -MF e.d"; do
		edited e.c "" "$flags"
		edited e.c "/* a comment */" "$flags"
		edited e.c "#define UNUSED $cc" "$flags"
		edited e.h "/* a comment of a header */" "$flags"
	done
	# With dependencies, all of a header.
	edited e.h "#define NOT_USED" "-MMD -MF e.d"
done
# What ccache cannot cache it runs in its own place.
echo 'int main(void) { return 0; }' >main.c
expect 0 ccache "$ANYCOV" cc $GCC main.c -o main
# A variable of the user is kept.
CCACHE_EXTRAFILES=$WORK/extra
export CCACHE_EXTRAFILES
cc=$GCC
touch extra
compiled misses "a file of the user"
echo changed >extra
compiled misses "a file of the user that changed"
compiled hits "a file of the user, again"
