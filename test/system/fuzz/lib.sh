# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Sourced by the tests of fuzzers: NAME.sh ANYCOV GCC CLANG WORK
# shellcheck disable=SC2034 # some of the variables are for the scripts that read this one
set -eu
ANYCOV=$1 CC=$2 CLANG=$3 WORK=$4
HERE=$(cd "${0%/*}" && pwd)
case $CC in
*gcc*) CXX=$(echo "$CC" | sed 's/\(.*\)gcc/\1g++/') ;;
esac
rm -rf "$WORK"
mkdir -p "$WORK"
cd "$WORK"

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

# instrument "COVERAGE[ OPTION]..." ARGS...: compiles with the plugin's flags
instrument()
{
	coverage=$1
	shift
	# shellcheck disable=SC2086
	$CC $("$ANYCOV" flags --cc "$CC" --coverage $coverage) "$@"
}
