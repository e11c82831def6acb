# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A recursive build compiles "x.c" in each of its directories: reports name each file from the
# current directory, whatever other files there are.
. "${0%/*}/lib.sh"

cc=$GCC
have $cc || cc=$CLANG
have $cc || lacks "a plugin for gcc or clang"
mkdir -p top/lib top/tool
echo 'int lib(int x) { return x + 1; }' >top/lib/part.c
cat >top/tool/main.c <<'END'
int lib(int x);
int main(void) { return lib(1) - 2; }
END
cd top
(cd lib && "$ANYCOV" cc $cc -g -c part.c) || fail "part.c"
(cd tool && "$ANYCOV" cc $cc -g main.c ../lib/part.o -o main) || fail "main.c"
expect 0 "$ANYCOV" run tool/main
expect 0 "$ANYCOV" report --functions --no-build
has "$WORK/out" "  lib/ "
has "$WORK/out" "    part.c "
has "$WORK/out" "  tool/ "
hasnt "$WORK/out" "$PWD/lib"
expect 0 "$ANYCOV" report --functions --no-build --json -o before.json

# A second part.c does not rename the first.
mkdir more
echo 'int more(void) { return 3; }' >more/part.c
(cd more && "$ANYCOV" cc $cc -g -c part.c) || fail "more/part.c"
(cd tool && "$ANYCOV" cc $cc -g main.c ../lib/part.o ../more/part.o -o main) || fail "main.c"
rm -rf anycov-data
expect 0 "$ANYCOV" run tool/main
expect 0 "$ANYCOV" report --functions --no-build --baseline before.json
has "$WORK/out" "more/part.c"
hasnt "$WORK/out" vanished

# From another directory the compiler's names are shown, and full ones where two are alike.
cd ..
expect 0 "$ANYCOV" report --functions --no-build top/anycov-data
has "$WORK/out" "top/"

# So are those that --source-map brings below it: of a tree that was built elsewhere.
mkdir prefix
cd prefix
printf 'int lib(int x)\n{\n\treturn x + 1;\n}\n' >part.c
printf 'int lib(int x);\nint main(void)\n{\n\treturn lib(1) - 2;\n}\n' >main.c
"$ANYCOV" cc $cc -g -ffile-prefix-map="$PWD=/built/there" part.c "$PWD/main.c" -o main
expect 0 "$ANYCOV" run ./main
expect 0 "$ANYCOV" report --functions --no-build --source-map "/built/there=$PWD"
has "$WORK/out" "  part.c                      2/2  100.0%"
has "$WORK/out" "  main.c:2"
hasnt "$WORK/out" "$PWD/"
