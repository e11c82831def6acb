# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Completion for fish: commands, options and their values are those that the command's own help lists.

function __anycov_commands
	anycov help | string replace -rf '^  ([a-z]+) +([A-Z].*)$' '$1\t$2'
end
function __anycov_options
	set -l words (commandline -opc)
	anycov $words[2] --help | string replace -rf '^  (?:-., )?(--[a-z0-9-]+).*$' '$1'
end
function __anycov_presets
	anycov flags --help | sed -n '/^presets:/,/^option/s/^    \([a-z]*\): .*/\1/p'
end
function __anycov_last
	set -l words (commandline -opc)
	test "$words[-1]" = $argv[1]
end
# Prints the values of the option that the word belongs to, after what the word has before them: the
# option itself, and of a list all up to the last comma.  They are in the help as "--OPTION a|b" or
# below "OPTION=KEYWORD".
function __anycov_values
	set -l words (commandline -opc)
	set -l word (commandline -ct)
	set -l option $words[-1]
	set -l before ""
	if string match -q -- '--*=*' $word
		set option (string replace -r '=.*' '' -- $word)
		set before $option=
	end
	string match -q -- '--*' $option; or return
	set -l key (string sub -s 3 -- $option)
	set -l values (anycov $words[2] --help 2>/dev/null |
		sed -n -e "s/^  $option \\([^ ]*|[^ ]*\\).*/\\1/p" \
			-e "/^$key=KEYWORD/,/^[^ ]*=/s/^    \\([a-z0-9-]*\\): .*/\\1/p" 2>/dev/null |
		tr '|' '\n' | grep -v '[A-Z]')
	count $values >/dev/null; or return
	if test $option = --coverage; and string match -q -- '*,*' $word
		set before (string replace -r '[^,]*$' '' -- $word)
	end
	printf '%s\n' $before$values
end
function __anycov_first
	test (count (commandline -opc)) = 1
end

complete -c anycov -n __anycov_first -f -a '(__anycov_commands)'
complete -c anycov -n '__anycov_last help' -f -a '(__anycov_commands)'
complete -c anycov -n '__anycov_last --for' -f -a '(__anycov_presets)'
complete -c anycov -n '__anycov_last --cc; or __anycov_last cc' -f -a '(__fish_complete_command)'
complete -c anycov -n 'not __anycov_first; and string match -q -- "-*" (commandline -ct)' -f -a '(__anycov_options)'
complete -c anycov -n 'count (__anycov_values) >/dev/null' -f -a '(__anycov_values)'
