# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# An installation: what the pages name is there, the tree can be moved, make uninstall removes it.
. "${0%/*}/lib.sh"

tree=$WORK/dest/opt/any
# The directory of libraries: lib, or as a package has it.
lib=$(sed -n 's/^CMAKE_INSTALL_LIBDIR:[A-Z]*=//p' "$ANYCOV_BINARY/CMakeCache.txt")
lib=${lib:-lib}
DESTDIR=$WORK/dest cmake --install "$ANYCOV_BINARY" --prefix /opt/any >install.log 2>&1 ||
	{ cat install.log; fail "cmake --install"; }

# there NAME...: files below the prefix
there()
{
	for name; do
		[ -s "$tree/$name" ] || fail "$name is not installed"
	done
}
there bin/anycov include/anycov/anycov.h include/anycov/flags_file.h share/anycov/include/anycov/hooks.def \
	share/anycov/runtime/port/template/port.c share/anycov/runtime/port/linux/kernel/Makefile \
	share/anycov/runtime/port/linux/kernel/flags.mk \
	share/anycov/runtime/port/linux/changes/10-uapi.sh share/anycov/runtime/port/linux/changes/kcov.rst share/anycov/runtime/port/linux/kernel/report.c \
	share/anycov/anycov.mk share/doc/anycov/README.md share/doc/anycov/LICENSES/MIT.txt \
	share/doc/anycov/docs/schema/anycov-report-3.json share/doc/anycov/examples/png/decode.c \
	share/bash-completion/completions/anycov share/zsh/site-functions/_anycov \
	share/fish/vendor_completions.d/anycov.fish
for link in cc c++; do
	[ "$(readlink "$tree/bin/anycov-$link")" = anycov ] || fail "bin/anycov-$link: not a link to the command beside it"
done
for page in "$ANYCOV_SOURCE"/docs/man/*.1; do
	there share/man/man1/"${page##*/}"
done
for tool in linux/install linux/series ../build-baremetal.sh; do
	[ -x "$tree/share/anycov/runtime/port/$tool" ] || fail "$tool cannot be run"
done
# Archives and objects that a page names.
for name in $(cat "$ANYCOV_SOURCE"/README.md "$ANYCOV_SOURCE"/docs/*.md "$ANYCOV_SOURCE"/docs/man/* "$ANYCOV_SOURCE"/examples/*/README.md |
	grep -ohE '\b(libanycov[a-z-]*\.(a|so)|anycov-flags[a-z-]*\.o)\b' | sort -u); do
	[ -n "$(find "$tree/$lib" -name "$name")" ] || fail "$name, which a page names, is not installed"
	echo "$name"
done
# Every archive of the build, and nothing of the build besides.
for what in libanycov\*.a libanycov\*.so anycov-flags\*.o anycov.so anycov-llvm.so; do
	(cd "$(dirname "$ANYCOV")/../lib" && find . -name "$what" | sort) >built
	(cd "$tree/$lib" && find . -name "$what" | sort) >installed
	cmp built installed || { diff built installed; fail "$what of the build, and those that are installed"; }
done
! find "$tree" -name stamp -o -name '*.o.d' | grep . || fail "files of the build"
# Links of the installed pages, but for those of pages about the source tree to its directories.
find "$tree/share/doc/anycov" -name '*.md' | while read -r page; do
	grep -oE '\]\([^)# :]+[)#]' "$page" | sed 's/^](//; s/[)#]$//' | while read -r link; do
		case $link in
		../cli/* | ../common/* | ../runtime/* | ../gcc-plugin/* | ../llvm-pass/* | ../test/* | ../scripts/*) continue ;;
		esac
		[ -e "${page%/*}/$link" ] || echo "$page: $link"
	done
done >broken
[ ! -s broken ] || { cat broken; fail "links to what is not installed"; }

# It can be moved, and names neither the prefix nor the build.
mv dest/opt/any moved
tree=$WORK/moved
! grep -rIlF -e "$ANYCOV_BINARY" -e /opt/any "$tree" || fail "files name the build directory or the prefix"
expect 0 "$tree/bin/anycov" list
has out "plugins in $tree/$lib/anycov"
if [ -n "$GCC" ]; then
	expect 0 "$tree/bin/anycov" doctor $GCC
	echo 'int main(void) { return 0; }' >main.c
	expect 0 "$tree/bin/anycov" cc $GCC -g main.c -o main
	expect 0 "$tree/bin/anycov" run ./main
	expect 0 "$tree/bin/anycov" report
	has out "main.c"
fi

# Shells find the completions, as README.md has it.
finder=/usr/share/bash-completion/bash_completion
PATH=$tree/bin:$PATH
XDG_DATA_DIRS=$tree/share:/usr/share
export PATH XDG_DATA_DIRS
if [ -e $finder ]; then
	expect 0 bash --norc -c ". $finder; _completion_loader anycov; complete -p anycov
		COMP_WORDS=(anycov rep); COMP_CWORD=1; _anycov; echo \"\${COMPREPLY[@]}\""
	has out "-F _anycov anycov"
	has out "report"
else
	echo "missing: bash-completion"
fi
if needs fish; then
	HOME=$WORK expect 0 fish -c 'complete -C "anycov report --ht"'
	has out "--html"
fi
if needs zsh; then
	# shellcheck disable=SC2016
	expect 0 zsh -fc 'fpath+=$0; autoload -Uz compinit; compinit -D -u; print $_comps[anycov]; autoload +X _anycov' \
		"$tree/share/zsh/site-functions"
	has out "_anycov"
fi

# find_package() takes a request for the same major version, the same minor version, and a patch
# that is not newer; the pages of this version need no other.
version=$(sed -n 's/^project(anycov VERSION \([0-9.]*\).*/\1/p' "$ANYCOV_SOURCE/CMakeLists.txt")
major=${version%%.*} minor=${version#*.} patch=${version##*.}
minor=${minor%.*}
found() # found yes|no REQUEST: whether find_package() accepts it
{
	mkdir -p find
	printf 'cmake_minimum_required(VERSION 3.19)\nproject(s NONE)\nfind_package(anycov %s REQUIRED)\n' "$2" >find/CMakeLists.txt
	rm -rf find/build
	got=no
	# The second word is what the project's languages would find out.
	! cmake -S find -B find/build -DCMAKE_PREFIX_PATH="$tree" -DCMAKE_LIBRARY_ARCHITECTURE="${lib##*/}" >find.log 2>&1 || got=yes
	[ $got = "$1" ] || { cat find.log; fail "find_package(anycov $2): $got, not $1"; }
}
for request in "" "$major" "$major.$minor" "$version" "$version EXACT" "$major...<$((major + 1))" "0...$version"; do
	found yes "$request"
done
for request in "$((major + 1))" "$major.$((minor + 1))" "$major.$minor.$((patch + 1))" "$major EXACT" "0...<$version"; do
	found no "$request"
done

# A second installation, with other plugins say, adds to the list of files.
echo "$lib/anycov/gcc-earlier/anycov.so" >>"$tree/share/anycov/installed"
cmake --install "$ANYCOV_BINARY" --prefix "$tree" >>install.log 2>&1 || fail "cmake --install again"
mkdir "$tree/$lib/anycov/gcc-earlier"
touch "$tree/$lib/anycov/gcc-earlier/anycov.so" "$tree/bin/mine" mine
echo ../mine >>"$tree/share/anycov/installed"
expect 0 make -C "$ANYCOV_SOURCE" uninstall DESTDIR="$WORK" PREFIX=/moved
has err "'../mine' is not below"
[ -e mine ] || fail "removes what is not below the prefix"
find moved -type f >left
[ "$(cat left)" = moved/bin/mine ] || { cat left; fail "files are left"; }
! find moved -type d -name '*anycov*' | grep . || fail "directories are left"
expect 2 make -C "$ANYCOV_SOURCE" uninstall DESTDIR="$WORK" PREFIX=/moved
has err "share/anycov/installed: not found; give the PREFIX= and DESTDIR= that make install had"
# Of a prefix without files of others nothing is left.
DESTDIR='' cmake --install "$ANYCOV_BINARY" --prefix "$WORK/alone/any cov" >>install.log 2>&1 || fail "cmake --install"
expect 0 make -C "$ANYCOV_SOURCE" uninstall PREFIX="$WORK/alone/any cov"
[ -z "$(ls alone)" ] || { find alone; fail "directories are left"; }
