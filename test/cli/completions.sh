# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The completions of bash, zsh and fish have every command and every option that --help names,
# and the values of those that have keywords.
. "${0%/*}/lib.sh"

PATH=$(dirname "$ANYCOV"):$PATH
completions=$ANYCOV_SOURCE/cli/completions
bash_completes() # WORD...: the candidates for the last word
{
	# shellcheck disable=SC2016
	bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _anycov; printf "%s\n" "${COMPREPLY[@]}"' \
		"$completions/anycov.bash" anycov "$@" >out
}
zsh_completes()
{
	# shellcheck disable=SC2016
	zsh -fc 'compadd() { [[ $1 == -a ]] && print -l -- ${(P)2} }; _describe() { print -l -- ${${(P)2}%%:*} }
		_files() { : }; _command_names() { : }; compset() { : }
		words=(anycov "$@"); CURRENT=$#words; . "$0"' "$completions/_anycov" "$@" >out
}
fish_completes()
{
	fish -c "source '$completions/anycov.fish'; complete -C 'anycov $*'" >fish.out 2>err
	sed 's/	.*//' fish.out >out
}

"$ANYCOV" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' | sort >commands
[ "$(wc -l <commands)" -ge 12 ] || { cat commands; fail "the commands of help"; }
# offers EXPECTED WHAT: the candidates are the lines of EXPECTED and no others.
offers()
{
	sort -u out >offered
	cmp -s "$1" offered || { diff "$1" offered; fail "$2"; }
}
# The keywords of each option as the errors about a wrong one name them.
for key in coverage prune hooks flags sites place; do
	expect 2 "$ANYCOV" flags --cc "${GCC:-$CLANG}" --for trace "--$key" '?'
	sed -n 's/.*valid keywords are //p' err | tr ' ' '\n' | sort >"$key.words"
	[ "$(wc -l <"$key.words")" -ge 2 ] || { cat err; fail "the keywords of $key"; }
done
expect 2 "$ANYCOV" run --mode '?' true
sed -n 's/.*the modes are //p' err | sed 's/, \| and /\n/g' | sort >mode.words
sed 's/^/trace-pc,/' coverage.words >list.words

for shell in bash zsh fish; do
	needs $shell || continue
	${shell}_completes rep
	has out report
	${shell}_completes ""
	sort -u out | comm -13 - commands >missing
	[ ! -s missing ] || { cat missing; fail "$shell: commands"; }
	${shell}_completes report --ht
	has out --html
	${shell}_completes flags --for ""
	has out libfuzzer
	hasnt out lossless
	${shell}_completes help di
	has out diff
	for key in coverage prune hooks flags sites place; do
		${shell}_completes flags "--$key" ""
		offers $key.words "$shell: the keywords of --$key"
	done
	${shell}_completes flags --coverage trace-pc,
	offers list.words "$shell: a list of keywords"
	for command in run trace; do
		${shell}_completes $command --mode ""
		offers mode.words "$shell: the modes of $command"
	done
	${shell}_completes dump --mode ""
	printf 'cmp\npc\n' >two.words
	offers two.words "$shell: the modes of dump"
	# bash makes three words of --OPTION=VALUE.
	if [ $shell = bash ]; then
		bash_completes flags --hooks = le
		has out lean
	else
		${shell}_completes flags --hooks=le
		has out --hooks=lean
	fi
	# The words of --help that begin with two dashes after two blanks, or after a letter.
	for command in $(cat commands); do
		"$ANYCOV" "$command" --help | grep -oE '^  (-[a-zA-Z], )?--[a-z][a-z0-9-]*' | sed 's/.*--/--/' |
			sort -u >options
		grep -qx -- --help options || fail "$command: no --help in its help"
		${shell}_completes "$command" --
		sort -u out | comm -13 - options >missing
		[ ! -s missing ] || { cat missing; fail "$shell: options of $command"; }
	done
	echo "$shell completes $(wc -l <commands) commands"
done
