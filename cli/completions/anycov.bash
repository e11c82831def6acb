# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Completion for bash: commands, options and their values are those that the command's own help lists.
# shellcheck shell=bash

# _anycov_names PATTERN COMMAND...: what PATTERN captures in the lines of a help
_anycov_names()
{
	local pattern=$1
	shift
	"$@" 2>/dev/null | sed -n "s/^  $pattern.*/\\1/p"
}

# _anycov_values OPTION: its values in the help on standard input, from "--OPTION a|b" or from the
# keywords below "OPTION=KEYWORD"
_anycov_values()
{
	sed -n -e "s/^  $1 \\([^ ]*|[^ ]*\\).*/\\1/p" \
		-e "/^${1#--}=KEYWORD/,/^[^ ]*=/s/^    \\([a-z0-9-]*\\): .*/\\1/p" 2>/dev/null |
		tr '|' '\n' | grep -v '[A-Z]'
}

_anycov()
{
	local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} names=
	local anycov=${COMP_WORDS[0]} command=${COMP_WORDS[1]} list=

	# Of --OPTION=VALUE, bash makes three words.
	[ "$word" != = ] || { word='' COMP_CWORD=$((COMP_CWORD + 1)); }
	[ "$COMP_CWORD" -lt 3 ] || [ "${COMP_WORDS[COMP_CWORD - 1]}" != = ] || last=${COMP_WORDS[COMP_CWORD - 2]}
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
	elif [ "${last#--}" != "$last" ]; then
		names=$("$anycov" "$command" --help 2>/dev/null | _anycov_values "$last")
		# A list is completed after its last comma.
		[ "$last" != --coverage ] || [ "${word%,*}" = "$word" ] || list=${word%,*},
	fi
	# shellcheck disable=SC2207 # names have no blanks
	[ -z "$names" ] || COMPREPLY=($(compgen -P "$list" -W "$names" -- "${word#"$list"}"))
}
# Where nothing fits, names of files.
complete -o default -F _anycov anycov
