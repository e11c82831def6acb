# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov doctor: which compilers work, what is missing or broken and how to get it; exit status.
. "${0%/*}/lib.sh"

[ -n "$GCC" ] || lacks "a plugin for a gcc"
lib=$(cd "$(dirname "$ANYCOV")/../lib/anycov" && pwd)

# row STATE TEXT: a line of the output
row()
{
	grep -E "^  $1 +" out | grep -qF -- "$2" && return 0
	cat out >&2
	fail "no line '$1 ... $2'"
}

# Compilers that are named.
expect 0 "$ANYCOV" doctor $GCC
row ok "$GCC: gcc"
has out "1 compiler works"
expect 3 "$ANYCOV" doctor $GCC no-such-compiler
row broken "no-such-compiler: cannot run"
expect 1 "$ANYCOV" doctor no-such-compiler
has out "0 compilers work"
expect 2 env ANYCOV_LIB_DIR="$WORK/missing" "$ANYCOV" doctor
one_sentence

# Of PATH: each compiler once, with its names, and not the links of caches.
mkdir -p path/ccache twice other/gcc-x empty
ln -s "$(command -v $GCC)" path/$GCC
ln -s $GCC path/second-gcc
ln -s /bin/true path/ccache/gcc-99
ln -s "$ANYCOV" path/anycov-$GCC
ln -s /bin/false path/gcc-98
for tool in sed sh; do
	ln -s "$(command -v $tool)" path/$tool
done
run()
{
	PATH=$WORK/path:$WORK/path/ccache "$ANYCOV" doctor
}
# The compiler finds its assembler without PATH.
expect 0 run
row ok "$GCC: gcc"
has out "(also second-gcc)"
row broken "gcc-98: cannot run"
hasnt out "gcc-99"
hasnt out "anycov-$GCC"
row ok "libanycov-full.a: hooks"
row ok "anycov-begin.o: hooks"
row ok "anycov-hooks.list: hooks"
row ok "anycov-flags-start.o: reports"
if have arm-none-eabi-gcc; then
	row ok "arm-none-eabi: firmware"
fi
expect 0 "$ANYCOV" list
for cc in $(with_clang gcc-11 clang-14 clang-19 clang-22 arm-none-eabi-gcc); do
	have $cc || continue
	expect 0 "$ANYCOV" doctor $cc
	row ok "$cc: "
done

# Without a plugin: the command that builds it; the headers, if they are missing.
headless() # NAME: a compiler of this name, which has its headers in an empty directory
{
	mkdir -p headless
	printf '#!/bin/sh\ncase $* in *-print-*) echo %s/empty ;; *) exec %s "$@" ;; esac\n' "$WORK" "$1" >headless/"$1"
	chmod +x headless/"$1"
}
for pair in $GCC:$GCC-plugin-dev $CLANG:llvm-${CLANG#clang-}-dev; do
	cc=${pair%:*} package=${pair#*:}
	[ -n "$cc" ] && have "$cc" || continue
	expect 1 env ANYCOV_LIB_DIR="$WORK/empty" "$ANYCOV" doctor "$cc"
	row missing "; run 'make install PLUGINS=$cc' in the source tree"
	headless "$cc"
	expect 1 env ANYCOV_LIB_DIR="$WORK/empty" "$ANYCOV" doctor "headless/$cc"
	row missing "install its"
	row missing "(Debian: $package) and run 'make install PLUGINS=$cc'"
	# An installation gets it where it is.
	mkdir -p there/lib/anycov there/share/anycov
	touch there/share/anycov/installed
	expect 1 env ANYCOV_LIB_DIR="$WORK/there/lib/anycov" "$ANYCOV" doctor "$cc"
	row missing "run 'make install PLUGINS=$cc PREFIX=$WORK/there' in the source tree"
done
# A compiler that is not in PATH.
mkdir -p opt
printf '#!/bin/sh\nexec %s "$@" 2>&1 | sed "s/^gcc version [0-9]*/gcc version 77/" >&2\n' "$(command -v $GCC)" >opt/gcc-77
chmod +x opt/gcc-77
expect 1 "$ANYCOV" doctor "$WORK/opt/gcc-77"
row missing "run 'make install PLUGINS=gcc-77 EXTRA_CC=$WORK/opt/gcc-77'"

# Another build of the same compiler, a plugin that does not load, one whose compiler is gone, a
# runtime without files.
for f in "$lib"/gcc-*/compiler; do
	case $(sed -n 's/^cc=.*\///p' "$f") in
	"$GCC" | gcc) [ "$(sed -n 's/^machine=//p' "$f")" = "$($GCC -dumpmachine)" ] && mine=$f ;;
	esac
done
sed "s/^banner=.*/banner=gcc version ${GCC#gcc-}.0.1 (planted)/" "$mine" >other/gcc-x/compiler
echo "this is no plugin" >other/gcc-x/anycov.so
expect 1 env ANYCOV_LIB_DIR="$WORK/other" "$ANYCOV" doctor $GCC
row missing "only for another build, gcc version ${GCC#gcc-}.0.1 (planted)"
cp "$mine" other/gcc-x/compiler
expect 1 env ANYCOV_LIB_DIR="$WORK/other" "$ANYCOV" doctor $GCC
row broken "does not load"
row broken "run 'make install PLUGINS=$GCC'"
cp "$(dirname "$mine")/anycov.so" other/gcc-x/anycov.so
run_other()
{
	PATH=$WORK/path ANYCOV_LIB_DIR=$WORK/other "$ANYCOV" doctor
}
expect 3 run_other
row missing "libanycov.a: not found"
mkdir other/gcc-y
cp other/gcc-x/anycov.so other/gcc-y
sed 's|^cc=.*|cc=/no/such/gcc-5|; s/^banner=.*/banner=5/' "$mine" >other/gcc-y/compiler
expect 3 run_other
row missing "/no/such/gcc-5: not installed any more"

# A file that was removed from an installation, or cannot be read; an installation that cannot be.
mkdir -p tree/bin tree/share/anycov tree/lib/anycov/gcc-x
touch tree/share/anycov/installed
cp "$ANYCOV" tree/bin/anycov
cp "$mine" tree/lib/anycov/gcc-x/compiler
cp -r "$lib/runtime" tree/lib/anycov
expect 1 tree/bin/anycov doctor $GCC
row missing "its plugin $WORK/tree/lib/anycov/gcc-x/anycov.so is missing; run 'make install PLUGINS=$GCC PREFIX=$WORK/tree'"
mv tree "a tree"
expect 1 "a tree/bin/anycov" doctor $GCC
row missing "run 'make install PLUGINS=$GCC PREFIX=\"$WORK/a tree\"'"
mv "a tree" tree
PATH=$WORK/empty expect 1 tree/bin/anycov doctor
row missing "neither a gcc nor a clang in PATH; "
if [ "$(id -u)" -ne 0 ]; then
	as_user() { "$@"; }
elif needs setpriv util-linux; then
	as_user() { setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all "$@"; }
else
	exit 0
fi
chmod -R a+rX tree
as_user tree/bin/anycov --version >out || { echo "missing: a build directory that other users may read"; exit 0; }
cp "$(dirname "$mine")/anycov.so" tree/lib/anycov/gcc-x
chmod 0 tree/lib/anycov/gcc-x/anycov.so tree/lib/anycov/runtime/host/anycov-flags-start.o
expect 1 as_user env PATH="$WORK/path" tree/bin/anycov doctor
row broken "its plugin $WORK/tree/lib/anycov/gcc-x/anycov.so cannot be read; "
row broken "$WORK/tree/lib/anycov/runtime/host/anycov-flags-start.o: cannot be read; "
expect 2 as_user tree/bin/anycov flags --cc $GCC
has err "cannot be read; correct the permissions of this file"
one_sentence
chmod 0 tree/lib/anycov
expect 2 as_user tree/bin/anycov doctor
has err "$WORK/tree/lib/anycov: cannot read: Permission denied"
one_sentence
chmod 755 tree/lib/anycov
