#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# one_plugin.sh SOURCE WORK GCC: who has one compiler does not pay for sixteen.  From a clean tree
# `make PLUGINS=GCC` builds one plugin and the runtime of one machine, with CMake and, where that is
# missing, without (cmake/one.mk); both install the same.  The packages that this needs beyond the
# compiler, git and make are few.  Prints what all take.
set -eu
source=$1 work=$2 gcc=$3

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}
rm -rf "$work"
mkdir -p "$work/tree"
(cd "$source" && git ls-files -z | tar cf - --null -T -) | tar xf - -C "$work/tree"
cd "$work/tree"
unset BUILD MAKEFLAGS MAKELEVEL PLUGINS CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
CCACHE_DISABLE=1
export CCACHE_DISABLE

# measure WHAT WORD...: make PLUGINS=$gcc WORD...; processor time of all processes.  A machine that
# does nothing else takes about 20 s; the bound has room for one that is slower or busy.
measure()
{
	what=$1
	shift
	python3 - "PLUGINS=$gcc" "$@" >"$work/seconds" <<'END' || { tail -n 30 "$work/log"; fail "make PLUGINS=$gcc $*"; }
import resource, subprocess, sys
with open("../log", "w") as log:
    status = subprocess.call(["make"] + sys.argv[1:], stdout=log, stderr=log)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(round(used.ru_utime + used.ru_stime))
sys.exit(status)
END
	seconds=$(cat "$work/seconds")
	echo "make PLUGINS=$gcc, $what: $seconds s of processor time"
	[ "$seconds" -lt 90 ] || fail "$seconds s of processor time"
}
measure "with CMake"
echo "the build directory: $(du -sm build | cut -f 1) MB"
set -- build/lib/anycov/*/anycov*.so
[ $# = 1 ] && [ -e "$1" ] || fail "not one plugin: $*"
set -- build/lib/anycov/runtime/*/
[ "$*" = build/lib/anycov/runtime/host/ ] || fail "more than the runtime of this machine: $*"
# The variable is what Makefile sets where there is no CMake.
measure "without CMake" "one=$gcc" BUILD=build-one
[ ! -e build-one/CMakeCache.txt ] || fail "the variable one: CMake was used"
again=$(make PLUGINS="$gcc" one="$gcc" BUILD=build-one | grep -v '^install-deps:' || :)
[ -z "$again" ] || fail "is built again: $again"
for build in build build-one; do
	$build/bin/anycov flags --cc "$gcc" >"$work/flags" || fail "$build: the plugin cannot be used"
done

# Both install the same files, archives with the same names in them; also into /usr, for which CMake
# has another directory of libraries.
make PLUGINS="$gcc" install DESTDIR="$work/dest/cmake" PREFIX=/usr >"$work/log" 2>&1 &&
	make PLUGINS="$gcc" one="$gcc" BUILD=build-one install DESTDIR="$work/dest/one" PREFIX=/usr >>"$work/log" 2>&1 ||
	{ cat "$work/log"; fail "make install"; }
for tree in cmake one; do
	(cd "$work/dest/$tree/usr" && find . -printf '%y %m %p\n' | sort) >"$work/$tree.files"
	(cd "$work/dest/$tree/usr/lib/anycov" && find . -name '*.[ao]' -o -name '*.so' | sort | while read -r file; do
		# Labels of the compiler and the order of objects differ.
		echo "$file: $(nm "$file" 2>/dev/null | awk 'NF > 1 { print $(NF - 1), $NF }' | grep -v ' \.L' | sort | uniq -c | cksum)"
		echo "$file: $(readelf -dW "$file" 2>/dev/null | awk '/NEEDED|SONAME|FLAGS/ { $1 = ""; print }')"
	done) >"$work/$tree.names"
	(cd "$work/dest/$tree/usr" && find . -type f ! -path '*/installed' | sort | while read -r file; do
		! LC_ALL=C grep -qI . "$file" || cksum "$file"
	done) >"$work/$tree.texts"
done
cmp "$work/dest/cmake/usr/share/anycov/installed" "$work/dest/one/usr/share/anycov/installed" || fail "lists of installed files"
for what in files names texts; do
	diff "$work/cmake.$what" "$work/one.$what" || fail "with and without CMake, other $what are installed"
done

# Packages, counted from a system that has only those that every Debian has, and g++, git and make.
if ! command -v apt-get >/dev/null || ! apt-cache show g++ >/dev/null 2>&1; then
	echo "missing: apt-get with package lists"
	exit 0
fi
: >"$work/status"
plan() # plan FILE PACKAGE...: all that apt would install
{
	file=$1
	shift
	apt-get --simulate -o Dir::State::status="$work/status" --no-install-recommends install "$@" >"$work/plan" 2>&1 ||
		{ cat "$work/plan"; fail "apt-get --simulate"; }
	sed -n 's/^Inst \([^ :]*\).*/\1/p' "$work/plan" | sort -u >"$file"
}
always="$(dpkg-query -W -f '${Essential} ${Package}\n' | sed -n 's/^yes //p') apt gcc g++ git make"
# shellcheck disable=SC2086
plan "$work/without" $always
for part in one build; do
	# shellcheck disable=SC2046,SC2086
	plan "$work/with" $always $(PLUGINS=$gcc scripts/install-deps --list $part)
	comm -13 "$work/without" "$work/with" >"$work/more"
	# shellcheck disable=SC2046
	apt-cache show --no-all-versions $(cat "$work/more") | awk '
		/^Package:/ { name = $2 } /^Size:/ { size[name] = $2 } /^Installed-Size:/ { installed[name] = $2 }
		END {
			for (name in size) { n++; bytes += size[name]; kib += installed[name] }
			printf "%d %d %d\n", n, bytes / 1e6 + 0.5, kib * 1024 / 1e6 + 0.5
		}' >"$work/sizes"
	read -r n download installed <"$work/sizes"
	what="without CMake" most=60
	[ $part = one ] || what="with CMake" most=130
	echo "packages beyond gcc, g++, git and make, $what: $n, download of $download MB, $installed MB installed"
	[ "$n" -gt 5 ] || fail "$n packages"
	[ "$download" -lt 40 ] || fail "a download of $download MB"
	[ "$installed" -lt $most ] || fail "$installed MB installed: $(cat "$work/more")"
done
