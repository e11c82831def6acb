# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The recipes of README.md and of pages in docs/ and examples/ run when pasted: each
# page's blocks marked "sh", in order, in a fresh directory (an example's has its files),
# with anycov installed in $HOME/anycov, and without the source tree and the build directory.
# What the pages show is what is printed.  So they are also the trial of the ways in: a program, a
# project with CMake and CTest, firmware in QEMU, fuzzing.  ALL_WAYS=1 (make check-all) needs all.
. "${0%/*}/lib.sh"

unset ANYCOV_LIB_DIR
# The pages have the default; a package has another.
LIBRARIES=${LIBRARIES-$(sed -n 's/^CMAKE_INSTALL_LIBDIR:[A-Z]*=//p' "$ANYCOV_BINARY/CMakeCache.txt")}
LIBRARIES=${LIBRARIES:-lib}
if [ -z "${AWAY-}" ]; then
	# An installation elsewhere, and then this script again, where the source tree and the build
	# directory are empty.
	AWAY=$(mktemp -d)
	trap 'rm -rf "$AWAY"' EXIT
	HOME=$AWAY/home
	cmake --install "$ANYCOV_BINARY" --prefix "$HOME/anycov" >install.log 2>&1 ||
		{ cat install.log; fail "cmake --install"; }
	mkdir "$AWAY/empty"
	cp "$0" "${0%/*}/lib.sh" "$AWAY"
	hidden="$ANYCOV_BINARY $ANYCOV_SOURCE"
	ANYCOV=$HOME/anycov/bin/anycov
	ANYCOV_SOURCE=$HOME/anycov/share/doc/anycov
	WORK=$AWAY/work
	export LIBRARIES AWAY HOME ANYCOV ANYCOV_SOURCE WORK
	cd "$AWAY"
	if unshare -m true 2>/dev/null; then
		space="unshare -m"
	elif unshare -rm true 2>/dev/null; then
		space="unshare -rm"
	else
		echo "missing: unshare with the right to mount: the build directory is still there"
		space=env hidden=
	fi
	# shellcheck disable=SC2016
	$space sh -euc 'for directory; do mount --bind empty "$directory"; done; exec sh ./recipes.sh' sh $hidden
	exit
fi
PATH=$HOME/anycov/bin:$PATH

# shown PAGE OUTPUT: the lines of the page's blocks marked "text" are lines of the output
shown()
{
	[ $GCC = gcc-12 ] || return 0
	sed -n '/^```text$/,/^```$/{/^```/!p}' "$ANYCOV_SOURCE/$1" >"$WORK/shown"
	if grep -vxFf "$2" "$WORK/shown" >"$WORK/stale"; then
		cat "$2" "$WORK/stale"
		fail "$1 shows lines that are not printed (the last ones above)"
	fi
}

# paste PAGE WORDS...: runs the page's recipes; their output contains the words
paste()
{
	page=$1
	shift
	name=$(echo "$page" | sed 's|/|-|g; s|\.md$||')
	case $page in
	examples/*) cp -r "$ANYCOV_SOURCE/${page%/*}" "$WORK/$name" ;;
	*) mkdir "$WORK/$name" ;;
	esac
	# The pages name the compilers of Debian 12.
	sed -n "/^\`\`\`sh\$/,/^\`\`\`\$/{/^\`\`\`/!{s/gcc-12/$GCC/g;s/clang-14/${CLANG:-clang-14}/g;s|/anycov/lib/|/anycov/$LIBRARIES/|g;p}}" \
		"$ANYCOV_SOURCE/$page" >"$WORK/$name.sh"
	[ -s "$WORK/$name.sh" ] || fail "$page has no recipe"
	(cd "$WORK/$name" && timeout 120 sh -eu "$WORK/$name.sh") >"$WORK/$name.out" 2>&1 ||
		{ cat "$WORK/$name.out"; fail "$page: a recipe fails"; }
	for word; do
		has "$WORK/$name.out" "$word"
	done
	shown "$page" "$WORK/$name.out"
	echo "$page: $(grep -c . "$WORK/$name.sh") lines"
}

# way NAME: the commands of one of the ways in have run
way()
{
	ways="${ways-}$1, "
}

# Bazel 4 fetches the rules of C and of Java, although they are its own under other names; here
# they are, for a test without a network.  No server of it stays.
bazel_alone()
{
	mkdir -p "$HOME/rules_cc/cc" "$HOME/rules_java/java"
	for rules in cc java; do
		: >"$HOME/rules_$rules/WORKSPACE"
		: >"$HOME/rules_$rules/$rules/BUILD"
		echo "build --override_repository=rules_$rules=$HOME/rules_$rules"
	done >"$HOME/.bazelrc"
	echo "startup --batch" >>"$HOME/.bazelrc"
	for rule in binary library test import toolchain toolchain_suite; do
		echo "cc_$rule = native.cc_$rule"
	done >"$HOME/rules_cc/cc/defs.bzl"
	for rule in binary library import toolchain runtime package_configuration; do
		echo "java_$rule = native.java_$rule"
	done >"$HOME/rules_java/java/defs.bzl"
}

# paste_parts PAGE: each part of a page, below a heading "## ", in a directory of its own, if its tool is here
paste_parts()
{
	base=$(basename "$1" .md)
	awk -v to="$WORK/$base-part" '/^## / { n++; print > (to n ".md") } n { print > (to n ".md") }' "$ANYCOV_SOURCE/$1"
	whole=$ANYCOV_SOURCE
	for part in "$WORK/$base"-part*.md; do
		grep -q '^```sh$' "$part" || continue
		tool=
		for known in meson pkg-config ccache cmake bazel; do
			! grep -q "^[^#]*$known" "$part" || tool=$known
		done
		[ -z "$tool" ] || needs $tool || continue
		[ "$tool" != bazel ] || bazel_alone
		# The python of Debian's packages may not be the first one.
		if grep -q 'm pytest' "$part" && ! python3 -c 'import pytest' 2>/dev/null; then
			PATH=/usr/bin:$PATH
		fi
		if grep -q 'm pytest' "$part" && ! python3 -c 'import pytest' 2>/dev/null; then
			echo "missing: python3-pytest"
			continue
		fi
		if grep -q lgtest "$part" && ! echo 'int main(){}' | g++ -xc++ - -lgtest -o "$WORK/gtest" 2>/dev/null; then
			echo "missing: libgtest-dev"
			continue
		fi
		sed -n 1p "$part"
		ANYCOV_SOURCE=$WORK
		paste "${part##*/}"
		ANYCOV_SOURCE=$whole
		[ "$(sed -n 1p "$part")" != "## ctest" ] || way "CMake and CTest"
	done
}

# Each header that a page includes is installed and compiles.
grep -hoE '#include "anycov/[a-z_]+\.h"' "$ANYCOV_SOURCE"/README.md "$ANYCOV_SOURCE"/docs/*.md |
	sort -u >headers.c
[ "$(wc -l <headers.c)" -ge 3 ] || fail "the pages include no headers"
gcc -Wall -Werror -I"$HOME/anycov/include" -c headers.c || fail "headers of the pages"

[ -n "$GCC" ] || lacks "a plugin for a gcc"
have "$GCC" || fail "$GCC"
paste docs/getting-started.md words.c 'argc < 2: true never'
way program
paste_parts docs/build-systems.md
paste_parts docs/test-frameworks.md
paste docs/editors.md "pick.c:4: not covered" DA:4,0
# Meson's list of tests has no line of ninja, which would be a test that records nothing.
for data in "$WORK"/test-frameworks-part*/anycov-data; do
	! ls "$data" | grep ninja || fail "$data: a test that is none"
done
paste docs/porting.md libanycov-full-lean.a
paste examples/userspace-kernel/README.md 0x
if [ -e /usr/include/stb/stb_image.h ]; then
	paste examples/png/README.md stb_image.h
else
	echo "missing: libstb-dev"
fi
if [ -e "$(${CLANG:-clang} -print-resource-dir 2>/dev/null)/lib/linux/libclang_rt.fuzzer-x86_64.a" ]; then
	# Four bytes of the crash; the fifth is one of several.
	paste docs/fuzzing.md "INFO: Loaded 1 PC tables" "INITED cov: " "deadly signal" "0x61,0x6e,0x79,0x63,"
	way fuzzing
else
	echo "missing: libclang-rt-N-dev"
fi
if ! have arm-none-eabi-gcc; then
	echo "missing: the plugin for arm-none-eabi-gcc"
elif ! command -v qemu-system-arm >/dev/null; then
	echo "missing: qemu-system-arm"
elif ! arm-none-eabi-gcc --specs=picolibc.specs -E -xc /dev/null >/dev/null 2>&1; then
	echo "missing: picolibc-arm-none-eabi"
else
	# Line 4 of gcd.c and of blink.c, of which the optimizer leaves no branch, did not run.
	paste docs/firmware.md "  gcd.c                       7/8   87.5%      3/4  4"
	way firmware
	paste examples/minirtos/README.md 4294967295 consume
	paste README.md "  sum.c                     10/12   83.3%      4/6  10-11" "  blink.c                     5/6   83.3%      1/2  4"
	shown docs/reports.md "$WORK/README.out"
fi
echo "ways in: ${ways%, }"
# untried WAYS: which of all ways in are not among them
untried()
{
	for name in program "CMake and CTest" fuzzing firmware; do
		case ", $1" in
		*", $name, "*) ;;
		*) printf '%s, ' "$name" ;;
		esac
	done
}
[ "$(untried "program, fuzzing, ")" = "CMake and CTest, firmware, " ] || fail "ways are not told apart"
missed=$(untried "$ways")
[ -z "${ALL_WAYS-}" ] || [ -z "$missed" ] || fail "ways in that were not tried: ${missed%, }; install what is missing"
