# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Sourced by the tests of the command.  ANYCOV is the command, MKDUMP the tool
# that writes dumps, WORK a directory of the test.  GCC and CLANG are the names of one compiler
# each, or empty.
set -eu

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

# expect STATUS COMMAND...: its output is in $WORK/out and $WORK/err
expect()
{
	expected=$1
	shift
	set +e
	"$@" >"$WORK/out" 2>"$WORK/err"
	status=$?
	set -e
	[ "$status" -eq "$expected" ] && return 0
	cat "$WORK/out" "$WORK/err" >&2
	fail "status $status, not $expected: $*"
}

# has FILE TEXT: the file contains the text
has()
{
	grep -qF -- "$2" "$1" && return 0
	cat "$1" >&2
	fail "$1 does not contain: $2"
}

hasnt()
{
	if grep -qF -- "$2" "$1"; then
		cat "$1" >&2
		fail "$1 contains: $2"
	fi
}

# totals WHAT COVERED TOTAL: a row at the top of a report
totals()
{
	grep -Eq "^  $1 +$2 .* $3\$" "$WORK/out" && return 0
	cat "$WORK/out" >&2
	fail "not $2 of $3 $1"
}

# reason TEXT: a sentence of the text report, which is printed in lines of 80 columns
reason()
{
	tr -s ' \n' ' ' <"$WORK/out" >"$WORK/words"
	has "$WORK/words" "$1"
}

# one_sentence: the error is one line, and nothing else was printed
one_sentence()
{
	[ "$(wc -l <"$WORK/err")" -eq 1 ] || { cat "$WORK/err" >&2; fail "not one line of error"; }
	[ -s "$WORK/out" ] && fail "output in addition to an error"
	return 0
}

# have COMPILER: it is installed and its plugin is built.  What else is wrong ends the test, and so
# does a test that asked for compilers and found none (end_of_test).
have()
{
	: >>"$WORK/have-asked"
	if "$ANYCOV" flags --cc "$1" >"$WORK/have-flags" 2>&1; then
		grep -q plugin "$WORK/have-flags" || fail "anycov flags --cc $1 names no plugin"
		: >>"$WORK/have-found"
		return 0
	fi
	grep -Eq ': cannot run |: no plugin was built for ' "$WORK/have-flags" && return 1
	cat "$WORK/have-flags" >&2
	fail "anycov flags --cc $1"
}

# end_of_test STATUS: a test that found none of its compilers is skipped
end_of_test()
{
	[ "$1" -eq 0 ] && [ -e "$WORK/have-asked" ] && ! [ -e "$WORK/have-found" ] || exit "$1"
	echo "missing: plugins for the test's compilers"
	exit 77
}
trap 'end_of_test $?' EXIT

# with_clang COMPILERS...: these, and the clang of make demo if it is not among them
with_clang()
{
	case " $* " in
	*" $CLANG "*) echo "$@" ;;
	*) echo "$@" $CLANG ;;
	esac
}

# needs TOOL [PACKAGE]: the tool is there; if not, the caller leaves out what needs it
needs()
{
	command -v "$1" >/dev/null && return 0
	echo "missing: ${2:-$1}"
	return 1
}

# lacks WHAT: ends the test as skipped
lacks()
{
	echo "missing: $*"
	exit 77
}

# get_axe: sets axe to a file of axe-core, which the build tree keeps; it is in npm's registry alone,
# which checks its hash
get_axe()
{
	axe=$ANYCOV_BINARY/axe-core-4.10.3/axe.min.js
	[ ! -e "$axe" ] || return 0
	needs npm "npm, for axe-core" || return 0
	mkdir axe
	if (cd axe && timeout 100 npm pack --silent axe-core@4.10.3 >npm.log 2>&1 && tar -xzf axe-core-4.10.3.tgz); then
		# Another test may have brought it meanwhile.
		mv -T axe/package "${axe%/*}" 2>/dev/null || [ -e "$axe" ] || fail "axe-core"
	else
		cat axe/npm.log
		echo "missing: axe-core, of npm's registry"
	fi
}

# mkflags WHAT FILE...: makes images, files of flags and copies of memories (mkflags.py)
mkflags()
{
	python3 "$ANYCOV_SOURCE/test/cli/mkflags.py" "$@"
}

# repository DIRECTORY: makes it an empty repository of Git, whose configuration is not the user's,
# and the current directory
repository()
{
	needs git || lacks git
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
	mkdir -p "$1"
	cd "$1"
	git init -q -b main .
}

# install_prefix: installs anycov below $WORK/prefix
install_prefix()
{
	DESTDIR='' cmake --install "$ANYCOV_BINARY" --prefix "$WORK/prefix" >install.log 2>&1 ||
		{ cat install.log; fail "cmake --install"; }
}

# lines STATE LINE...: these of t.c are covered, uncovered or unknown in the tracefile t.info
lines()
{
	kind=$1
	shift
	for n; do
		case $kind in
		covered) has t.info "DA:$n,1" ;;
		uncovered) has t.info "DA:$n,0" ;;
		unknown) hasnt t.info "DA:$n," ;;
		esac
	done
}

# npm_packages NAME@VERSION...: they are in $npm/NAME, without what they depend on.  npm checks their
# hashes; the build tree keeps them.
npm=$ANYCOV_BINARY/npm/node_modules
npm_packages()
{
	for package; do
		name=${package%@*}
		[ ! -e "$npm/$name/$package" ] || continue
		needs npm "npm, for $package" || return 1
		if ! timeout 100 npm pack --silent "$package" >npm.log 2>&1; then
			cat npm.log
			echo "missing: $package, of npm's registry"
			return 1
		fi
		rm -rf "${npm:?}/$name" package
		mkdir -p "$npm/$name"
		tar -xzf "$(tail -n 1 npm.log)"
		mv package/* "$npm/$name"
		mkdir -p "$npm/$name/$package"
	done
}

# $browser: a browser, or empty.
browser=
for b in chromium chromium-headless-shell; do
	command -v $b >/dev/null && browser=$b
done
chrome()
{
	timeout 120 $browser --headless --no-sandbox --disable-gpu --hide-scrollbars \
		--user-data-dir="$WORK/profile" --window-size=1200,900 "$@" 2>chrome.log ||
		{ cat chrome.log; fail "$browser"; }
}

# genhtml_quietly ARGUMENTS...: it reads the tracefile without a warning
genhtml_quietly()
{
	# LCOV 2 derives the ends of functions, says that it cannot, and prints totals in any case.
	genhtml -q --rc derive_function_end_line=0 "$@" >genhtml.log 2>&1 ||
		{ cat genhtml.log; fail "genhtml"; }
	! grep -qi "warn\|error" genhtml.log || { cat genhtml.log; fail "genhtml warns"; }
}

rm -rf "$WORK"
mkdir -p "$WORK"
cd "$WORK"
unset COLUMNS ANYCOV_FLAGS ANYCOV_OUT ANYCOV_MODE ANYCOV_OPTIONS ANYCOV_TEST ANYCOV_LIB_DIR
