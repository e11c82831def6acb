# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Completion for bash: commands and options are those that the command's own help lists.
# shellcheck shell=bash

# _anycov_names PATTERN COMMAND...: what PATTERN captures in the lines of a help
_anycov_names()
{
	local pattern=$1
	shift
	"$@" 2>/dev/null | sed -n "s/^  $pattern.*/\\1/p"
}

_anycov()
{
	local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} names=
	local anycov=${COMP_WORDS[0]} command=${COMP_WORDS[1]}

	COMPREPLY=()
	if [ "$COMP_CWORD" != 1 ] && [ "${word#-}" != "$word" ]; then
		names=$(_anycov_names '\(\(-., \)\{0,1\}--[a-z0-9-]*\)' "$anycov" "$command" --help |
			sed 's/.*--/--/')
	elif [ "$COMP_CWORD" = 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" = 2 ]; }; then
		names=$(_anycov_names '\([a-z]*\)  *[A-Z]' "$anycov" help)
	elif [ "$last" = --cc ] || { [ "$command" = cc ] && [ "$COMP_CWORD" = 2 ]; }; then
		names=$(compgen -c -- "$word" | grep -E '(gcc|clang)(-[0-9.]+)?$')
	elif [ "$last" = --for ]; then
		names=$("$anycov" flags --help |
			sed -n '/^presets:/,/^option/s/^    \([a-z]*\): .*/\1/p')
	fi
	# shellcheck disable=SC2207 # names have no blanks
	[ -z "$names" ] || COMPREPLY=($(compgen -W "$names" -- "$word"))
}
# Where nothing fits, names of files.
complete -o default -F _anycov anycov
