# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck disable=SC2034
# Sourced by the tests of the host's files of flags.
#   TEST.sh CC LIBDIR SETCHECK SOURCEDIR
set -eu
cc=$1 lib=$2 check=$3 source=$4
include=$source/../../include
object="$lib/anycov-flags-start.o $lib/anycov-flags-pages.o"
api=$lib/libanycov-flags.a # after what refers to it
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset ANYCOV_DIR ANYCOV_OUT
fails=0 cases=0 case=

fail()
{
	fails=$((fails + 1))
	echo "${0##*/}: $case: $*" >&2
}

ok() # ok DESCRIPTION COMMAND...
{
	cases=$((cases + 1))
	what=$1
	shift
	"$@" >log 2>&1 && return 0
	fail "$what: failed: $*"
	sed 's/^/  /' log >&2
}

# build PROGRAM FLAG...: the program, linked with the startup object
build()
{
	program=$1
	shift
	$cc -O1 -g -I"$include" "$@" "$api" -o "$program"
}

# run STATUS COMMAND...: with a new directory d, unless it is to be kept
run()
{
	wanted=$1
	shift
	[ -n "${keep-}" ] || { rm -rf d && mkdir d; }
	status=0
	ANYCOV_DIR=$work/d "$@" >out 2>err || status=$?
	cases=$((cases + 1))
	[ $status = "$wanted" ] || { fail "status $status, not $wanted: $*"; cat err >&2; }
}

quiet()
{
	cases=$((cases + 1))
	[ ! -s err ] || { fail "printed: $(cat err)"; }
}

# sentence TEXT: one line on standard error, which contains the text
sentence()
{
	cases=$((cases + 1))
	[ "$(wc -l <err)" = 1 ] && grep -qF "$1" err || fail "not one sentence with '$1': $(cat err)"
}

# file NAME TEXT: what setcheck prints of the only file of flags of NAME
file()
{
	cases=$((cases + 1))
	set -- "$1" "$2" "$(echo d/user-*/"$1"-*.flags d/"$1"-*.flags | tr ' ' '\n' | grep -v '\*')"
	[ $# = 3 ] && [ -e "$3" ] || { fail "no file of $1, or several: $*"; return 0; }
	got=$("$check" "$3") || { fail "setcheck"; return 0; }
	case $got in
	*"$2"*) ;;
	*) fail "$1: '$got', not '$2'" ;;
	esac
}

nothing() # nothing was written
{
	cases=$((cases + 1))
	[ -z "$(ls -A d)" ] || fail "files: $(ls -A d)"
}

finish()
{
	echo "${0##*/}: $cases checks, $fails failed"
	[ $fails = 0 ]
	exit
}
