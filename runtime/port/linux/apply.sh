# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# shellcheck shell=sh disable=SC2034,SC2154
#
# The changes of changes/ on a Linux source tree, for install and series.  Sourced; the caller sets
# me (the command's name).  A change is a file of two parts: a comment with its subject and its
# changelog, and the calls of new, edit and maintained that make it.

unset CDPATH
here=$(cd "$(dirname "$0")" && pwd)
runtime=$(cd "$here/../.." && pwd)
public=$(cd "$runtime/../include/anycov" && pwd)
# The section of flags.
flags=$(sed -n 's/^ANYCOV_SECTION(FLAGS, \([^)]*\)).*/\1/p' "$public/hooks.def")
supported="5.10 6.1 6.12 7.2"

die() {
	echo "$me: $*" >&2
	exit 1
}

# find_tree PATH: sets tree, and its version.
find_tree() {
	[ -f "$1/Makefile" ] && [ -f "$1/lib/Kconfig.debug" ] ||
		die "$1: not a Linux source tree; give the directory that contains Makefile and lib/Kconfig.debug"
	tree=$(cd "$1" && pwd)
	version=$(sed -n 's/^VERSION = //p' "$tree/Makefile" | head -n 1)
	version=$version.$(sed -n 's/^PATCHLEVEL = //p' "$tree/Makefile" | head -n 1)
}

is_supported() {
	case " $supported " in
	*" $1 "*) ;;
	*) die "$2: Linux $1 is not supported; this runtime supports Linux $(echo $supported | sed 's/ /, /g; s/,\( [^ ]*\)$/ and\1/')" ;;
	esac
}

# at_least VERSION: is the tree's version at least this one?
at_least() {
	[ $((${version%.*} * 1000 + ${version#*.})) -ge $((${1%.*} * 1000 + ${1#*.})) ]
}

# original FILE: copies the tree's file to orig/ and new/ of stage, once.  An installed tree has its
# original file in state.
original() {
	[ ! -f "$stage/new/$1" ] || return 0
	from=$tree
	[ ! -f "$state/orig/$1" ] || from=$state/orig
	[ -f "$from/$1" ] || die "$tree/$1: missing; use a complete and clean tree of Linux $version"
	mkdir -p "$stage/orig/$(dirname "$1")" "$stage/new/$(dirname "$1")"
	cp -p "$from/$1" "$stage/orig/$1"
	cp -p "$from/$1" "$stage/new/$1"
}

# edit FILE AWK-PROGRAM: the program counts the matches in "hits"; "want" is the expected number.
edit() {
	original "$1"
	f=$stage/new/$1
	awk "$2
	END { exit hits == want ? 0 : 3 }" "$f" >"$f.awk" ||
		die "$tree/$1: differs from Linux $version; use a clean tree"
	mv "$f.awk" "$f"
}

# new FROM TO: a file of ours, without the branches of conditions that are known here: versions of the
# kernel, and those of changes/conditions.  The licence of a C file is in a comment as Linux has it.
new() {
	mkdir -p "$stage/new/${2%/*}"
	awk -v version="$version" -v name="$2" '
		function number(text, part) {
			split(text, part, ".")
			return part[1] * 1000 + part[2]
		}
		# Is a condition on LINUX_VERSION_CODE true?
		function fits(text, all, n, i, of) {
			n = split(text, all, / && /)
			for (i = 1; i <= n; i++) {
				split(all[i], of, /[(,)]/)
				if (all[i] ~ />=/ ? now < number(of[2] "." of[3] + 0) : now >= number(of[2] "." of[3] + 0))
					return 0
			}
			return 1
		}
		# The value of a directive: 1, 0, or 2 if it is not known.
		function value(text) {
			sub(/^#/, "", text)
			sub(/ *\/\*.*/, "", text)
			if (text ~ /^(el)?if LINUX_VERSION_CODE/)
				return fits(text)
			return text in known ? known[text] : 2
		}
		function kept(i) {
			for (i = 1; i <= depth; i++)
				if (!keep[i])
					return 0
			return 1
		}
		BEGIN { now = number(version) }
		NR == FNR {
			if (/^[0-9]/) {
				text = $0
				sub(/^[^ ]* /, "", text)
				v = $1 ~ /[.]/ ? now >= number($1) : $1 + 0
				known[text] = v
				if (sub(/^ifdef/, "ifndef", text) || sub(/^ifndef/, "ifdef", text))
					known[text] = !v
			}
			next
		}
		FNR == 1 && name ~ /[.]c$/ && sub(/^\/\* SPDX/, "// SPDX") { sub(/ \*\/$/, "") }
		/^#if/ {
			v = value($0)
			if (v == 2 && kept())
				print
			depth++
			open[depth] = v == 2 # its directives are printed
			taken[depth] = v == 1
			keep[depth] = v != 0
			next
		}
		/^#elif/ {
			v = value($0)
			keep[depth] = !taken[depth] && v != 0
			if (v == 2 && kept())
				print open[depth] ? $0 : "#if" substr($0, 6)
			if (v == 1 && open[depth] && kept())
				print "#else"
			if (v == 2 && !taken[depth])
				open[depth] = 1
			if (v == 1)
				taken[depth] = 1
			next
		}
		/^#else/ {
			keep[depth] = !taken[depth]
			if (open[depth] && kept())
				print
			next
		}
		/^#endif/ {
			keep[depth] = 1
			if (open[depth] && kept())
				print
			depth--
			next
		}
		/^#include <linux\/version.h>$/ { next }
		kept() && !(/^$/ && last == "") {
			print
			last = $0
		}' "$here/changes/conditions" "$1" >"$stage/new/$2"
}

# maintained PATTERN...: files of the entry KCOV in MAINTAINERS, which are in alphabetic order.
maintained() {
	for pattern; do
		edit MAINTAINERS '
			BEGIN { want = 1 }
			/^KCOV$/ { entry = 1 }
			entry && !hits && (/^F:\t/ && substr($0, 4) > "'"$pattern"'" || !NF) {
				hits++
				print "F:\t'"$pattern"'"
			}
			{ print }'
	done
}

# The names of all changes, in their order.
changes() {
	(cd "$here/changes" && ls [0-9][0-9]-*.sh)
}

# Some changes are for some versions only.
change_applies() {
	case $1 in
	15-kthread.sh) ! at_least 6.5 ;;
	esac
}

# The text of a change: its subject, an empty line, and its changelog.
change_text() {
	sed -n '/^# SPDX/d; /^#/!q; s/^# \{0,1\}//p' "$here/changes/$1"
}

# make_change NAME
make_change() {
	# shellcheck source=/dev/null
	. "$here/changes/$1"
}
