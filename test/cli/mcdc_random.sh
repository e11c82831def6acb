# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report --mcdc of random decisions says nothing that their evaluations contradict: programs that
# end, are killed and call exit() within decisions; with clang's own MC/DC as a second opinion.
# Built with --mcdc, nothing is unknown.
. "${0%/*}/lib.sh"
decisions="python3 $ANYCOV_SOURCE/test/cli/mkdecisions.py"
[ -n "$GCC$CLANG" ] || lacks "a compiler"
for seed in ${SEEDS:-1 2 3}; do
	mkdir "$seed"
	$decisions make "$seed" 20 "$seed"
	"${GCC:-$CLANG}" -w "$seed/oracle.c" -o oracle
	for cc in $(with_clang "$GCC" clang-19); do
		have "$cc" || continue
		for options in "-O0" "-O2" "-O0 known" "-O2 known"; do
			optimize=${options% *} known='' flags=''
			case $cc,$options in
			*known) known=known flags=--mcdc ;;
			esac
			ANYCOV_FLAGS=$flags "$ANYCOV" cc "$cc" -w -g "$optimize" "$seed/plain.c" \
				-o plain
			for arguments in "$seed" "$seed 1 37" "$seed 2 51"; do
				# shellcheck disable=SC2086
				VECTORS=$WORK/vectors ./oracle $arguments 2>oracle.log || true
				rm -rf data
				# shellcheck disable=SC2086
				"$ANYCOV" run -o data ./plain $arguments 2>run.log || true
				expect 0 "$ANYCOV" report --no-build --allow-incomplete --mcdc --json data
				cp out report.json
				echo "$cc $options, $arguments:"
				# shellcheck disable=SC2086
				$decisions compare "$seed" vectors report.json $known
			done
		done
	done
done
for clang in $(with_clang clang-19); do
	have "$clang" && command -v "llvm-cov-${clang#clang-}" >/dev/null || continue
	version=${clang#clang-}
	"$clang" -fcoverage-mcdc -fcoverage-mapping -fprofile-instr-generate -w "$seed/plain.c" -o theirs \
		2>/dev/null || continue # from clang 18 on
	LLVM_PROFILE_FILE=theirs.raw ./theirs "$seed"
	"llvm-profdata-$version" merge theirs.raw -o theirs.prof
	"llvm-cov-$version" export ./theirs -instr-profile=theirs.prof >theirs.json
	for cc in $(with_clang "$GCC"); do
		have "$cc" || continue
		"$ANYCOV" cc "$cc" -w -g "$seed/plain.c" -o plain
		rm -rf data
		"$ANYCOV" run -o data ./plain "$seed"
		expect 0 "$ANYCOV" report --no-build --mcdc --json data
		cp out report.json
		$decisions llvm theirs.json report.json
	done
	exit 0
done
echo "missing: clang 18 or later and its llvm-cov"
