#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# one_plugin.sh SOURCE WORK GCC: who has one compiler does not pay for sixteen.  From a clean tree
# `make PLUGINS=GCC` builds one plugin and the runtime of one machine; the packages that
# it needs beyond the compiler, git and make are few.  Prints what both take.
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

# Processor time of all processes.  A machine that does nothing else takes about 20 s; the bound
# has room for one that is slower or busy.
python3 - "$gcc" >"$work/seconds" <<'END' || { tail -n 30 "$work/log"; fail "make PLUGINS=$gcc"; }
import resource, subprocess, sys
with open("../log", "w") as log:
    status = subprocess.call(["make", "PLUGINS=" + sys.argv[1]], stdout=log, stderr=log)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(round(used.ru_utime + used.ru_stime))
sys.exit(status)
END
seconds=$(cat "$work/seconds")
echo "make PLUGINS=$gcc: $seconds s of processor time, $(du -sm build | cut -f 1) MB"
[ "$seconds" -lt 90 ] || fail "$seconds s of processor time"
set -- build/lib/anycov/*/anycov*.so
[ $# = 1 ] && [ -e "$1" ] || fail "not one plugin: $*"
set -- build/lib/anycov/runtime/*/
[ "$*" = build/lib/anycov/runtime/host/ ] || fail "more than the runtime of this machine: $*"
build/bin/anycov flags --cc "$gcc" >"$work/flags" || fail "the plugin cannot be used"

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
# shellcheck disable=SC2046,SC2086
plan "$work/with" $always $(scripts/install-deps --list build)
comm -13 "$work/without" "$work/with" >"$work/more"
# shellcheck disable=SC2046
apt-cache show --no-all-versions $(cat "$work/more") | awk '
	/^Package:/ { name = $2 } /^Size:/ { size[name] = $2 } /^Installed-Size:/ { installed[name] = $2 }
	END {
		for (name in size) { n++; bytes += size[name]; kib += installed[name] }
		printf "%d %d %d\n", n, bytes / 1e6 + 0.5, kib * 1024 / 1e6 + 0.5
	}' >"$work/sizes"
read -r n download installed <"$work/sizes"
echo "packages beyond gcc, g++, git and make: $n, download of $download MB, $installed MB installed"
[ "$n" -gt 5 ] || fail "$n packages"
[ "$download" -lt 40 ] || fail "a download of $download MB"
[ "$installed" -lt 130 ] || fail "$installed MB installed: $(cat "$work/more")"
