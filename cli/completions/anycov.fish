# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Completion for fish: commands and options are those that the command's own help lists.

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
function __anycov_first
	test (count (commandline -opc)) = 1
end

complete -c anycov -n __anycov_first -f -a '(__anycov_commands)'
complete -c anycov -n '__anycov_last help' -f -a '(__anycov_commands)'
complete -c anycov -n '__anycov_last --for' -f -a '(__anycov_presets)'
complete -c anycov -n '__anycov_last --cc; or __anycov_last cc' -f -a '(__fish_complete_command)'
complete -c anycov -n 'not __anycov_first; and string match -q -- "-*" (commandline -ct)' -f -a '(__anycov_options)'
