# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# report FUNCTION and report FILE show sources with the states of their lines.
. "${0%/*}/lib.sh"

cat >a.spec <<END
image
function main file=a.cc dir=$WORK line=1
block 0 probed calls succ=1 lines=2
block 1 probed exit lines=3
flags 0,1
function _ZN3one4findEi file=a.cc dir=$WORK line=5
block 0 probed calls succ=1 lines=5,6
block 1 probed exit lines=7
flags 0,1
function gone file=gone.c dir=$WORK line=5
block 0 probed exit lines=5,6
flags 0
END
mkdir anycov-data
: >anycov-data/.anycov-data
mkflags image a.spec anycov-data/a-a1.image
mkflags flags a.spec anycov-data/a-a1.flags \
	hit=main:0,main:1,_ZN3one4findEi:0
printf 'int main() {\n\tone::find(1);\n\treturn 0; }\n\nint one::find(int n) {\n\tif (n)\n\t\treturn 1;\033[31m\n}\n' >a.cc

expect 0 "$ANYCOV" report one::find
printf '%s\n' 'one::find(int) (a.cc:5)' '  2 of 3 lines covered (66.6 %), 1 not covered (-), 0 unknown (?)' \
	'     5 +  int one::find(int n) {' '     6 +          if (n)' '     7 -                  return 1;^[[31m' '     8    }' >expected
diff expected out || fail "a function"
for name in 'one::find(int)' _ZN3one4findEi 'one::*'; do
	expect 0 "$ANYCOV" report "$name"
	diff expected out || fail "$name"
done
expect 0 "$ANYCOV" report a.cc
has out "a.cc"
has out "4 of 5 lines covered (80.0 %)"
has out "     1    int main() {"
has out "     3 +          return 0; }"
has out "     8    }"
# Tabs go to the columns of the source, and nothing that a terminal would obey is printed, or is taken
# for the sign of what is unknown.
cp a.cc saved.cc
printf 'int main() {\n\f  a\tb\n\treturn 0; } // \302\233 \342\200\256 \351 \303\274\n' >a.cc
expect 0 "$ANYCOV" report main
has out "     2 +  ^L  a   b"
has out "     3 +          return 0; } // <U+009B> <U+202E> <E9> $(printf '\303\274')"
mv saved.cc a.cc
expect 0 "$ANYCOV" report a.cc
cp out file
expect 0 "$ANYCOV" report "$WORK/a.cc"
diff file out || fail "absolute path"
expect 0 "$ANYCOV" report -o written a.cc
diff file written || fail "-o"
expect 0 "$ANYCOV" report anycov-data a.cc main
[ "$(grep -c 'lines covered' out)" -eq 2 ] || fail "two names"
# Without its source.
expect 0 "$ANYCOV" report gone
has out "the source was not found"
has out "     6 -"
expect 0 "$ANYCOV" report gone.c
has out "0 of 2 lines"
# Unknown lines are not shown as covered or not.
mkflags flags a.spec anycov-data/a-a1.flags hit=main:0 how=2 started=2 copied=1
expect 3 "$ANYCOV" report one::find
has out "     7 ?  "
# A name that is none; an empty one would be all files.
expect 2 "$ANYCOV" report ""
one_sentence
expect 1 "$ANYCOV" report nothing
[ -s out ] && fail "output"
has err "nothing: neither a recording, nor a source file or function"
expect 1 "$ANYCOV" report missing.dump
has err "missing.dump"

# In a terminal: coloured, by the pager; without colour by NO_COLOR, in a pipe, by cat.
needs script bsdutils || exit 0
TERM=xterm ANYCOV_PAGER='sed s/^/paged:/' script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null
esc=$(printf '\033')
has typed "paged:"
has typed "${esc}[32m     2 +"
TERM=xterm NO_COLOR=1 ANYCOV_PAGER=cat script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null
hasnt typed "${esc}["
hasnt typed paged
has typed "     2 +"
# As git: PAGER if there is no other, none on a dumb terminal and into a pipe.
TERM=xterm PAGER='sed s/^/paged:/' script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null
has typed "paged:"
TERM=xterm ANYCOV_PAGER=cat PAGER='sed s/^/paged:/' script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null
hasnt typed paged
TERM=dumb PAGER='sed s/^/paged:/' script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null
hasnt typed paged
expect 0 env TERM=xterm PAGER='sed s/^/paged:/' "$ANYCOV" report --allow-incomplete main
hasnt out paged
# Neither is the report itself paged.
TERM=xterm PAGER='sed s/^/paged:/' script -qec "$ANYCOV report --allow-incomplete" typescript >typed </dev/null
hasnt typed paged
has typed "Files "
# Without less, as on a minimal system, and with a pager that is not there, the source is shown all the same.
mkdir bin
for word in sh env; do
	ln -s "$(command -v $word)" bin/$word
done
for pager in "" PAGER=/nonexistent PAGER=/; do
	# shellcheck disable=SC2086
	TERM=xterm script -qec "env PATH=$PWD/bin $pager $ANYCOV report --allow-incomplete main" typescript >typed </dev/null
	has typed "     2 +"
done
TERM=xterm script -qec "env PATH=$PWD/bin $ANYCOV report --allow-incomplete main" typescript >typed </dev/null
hasnt typed "not found"
# A pager that cannot be started, or does not read, is no hang, and no error of the report.
for pager in /nonexistent false; do
	TERM=xterm PAGER=$pager timeout 20 script -qec "$ANYCOV report --allow-incomplete main" typescript >typed </dev/null ||
		fail "the pager $pager"
done
