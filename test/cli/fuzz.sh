# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# The corpus through the command, and from it libFuzzer with ASan and UBSan for
# FUZZ_SECONDS (make check-all: minutes).
. "${0%/*}/lib.sh"
corpus=$PWD/corpus
mkdir "$corpus"
cp "$ANYCOV_SOURCE"/test/cli/corpus/* "$ANYCOV_SOURCE"/test/cli/formats/*.obj \
	"$ANYCOV_SOURCE"/test/cli/formats/*.dump "$corpus"
rm "$corpus/README"
! command -v zstd >/dev/null ||
	for f in little.dump edges.dump little.flags; do
		zstd -q "$corpus/$f" -o "$corpus/${f%.*}.zst.${f##*.}"
	done
head -c 1500 "$corpus/gcc-12-pc-cmp.obj" >"$corpus/cut.obj"

# Valid files: status 0; damaged ones: status 1 and an error with the file's name.
for f in "$corpus"/*; do
	case ${f##*/} in
	cut.obj | cut.dump | flipped.dump | raw8) want=1 ;;
	*) want=0 ;;
	esac
	case $f in
	*.dump | *.flags | */raw8) command="dump" ;;
	*) command="sites" ;;
	esac
	set +e
	timeout 20 "$ANYCOV" $command "$f" >out 2>err
	status=$?
	set -e
	[ $status -eq $want ] || { cat err; fail "${f##*/}: status $status, not $want"; }
	if [ $status -eq 1 ]; then
		one_sentence
		grep -q "${f##*/}:[0-9]\|${f##*/}: " err || { cat err; fail "${f##*/}: the error has no file name"; }
	fi
done

# Baselines.
cat >a.spec <<'END'
image
function main file=src/a.c line=1
block 0 probed calls succ=1,2 lines=2
block 1 probed exit lines=3
block 2 probed exit lines=5
flags 0,1,2
END
mkdir data
mkflags image a.spec data/a-a1.image
mkflags flags a.spec data/a-a1.flags hit=main:0,main:1
"$ANYCOV" report -q --lcov "$corpus/a.info" --cobertura "$corpus/a.xml" --json -o "$corpus/a.json" data
cat >"$corpus/g.json" <<'END'
{"gcovr/format_version": "0.5", "files": [{"file": "a.c", "lines": [{"branches": [{"count": 1,
"fallthrough": false, "throw": false}], "count": 2, "gcovr/noncode": false, "line_number": 3}],
"functions": [{"name": "f", "lineno": 1, "execution_count": 2}]}]}
END

if [ ! -x "$FUZZ" ]; then
	echo "missing: a clang with libFuzzer (libclang-rt-*-dev); only the corpus was read"
	exit 0
fi
mkdir found
"$FUZZ" -max_total_time=${FUZZ_SECONDS:-15} -timeout=20 -rss_limit_mb=2048 -max_len=16384 \
	-print_final_stats=1 found "$corpus" >fuzz.log 2>&1 || { tail -40 fuzz.log; fail "a finding"; }
runs=$(sed -n 's/^stat::number_of_executed_units: //p' fuzz.log)
# On a busy machine: run the minimum, without a time limit.
if [ "${runs:-0}" -lt 500 ]; then
	"$FUZZ" -runs=500 -timeout=60 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 found "$corpus" \
		>fuzz.log 2>&1 || { tail -40 fuzz.log; fail "a finding"; }
	runs=$(sed -n 's/^stat::number_of_executed_units: //p' fuzz.log)
fi
[ "${runs:-0}" -ge 500 ] || { tail fuzz.log; fail "only ${runs:-0} inputs"; }
echo "$runs inputs, no finding"
