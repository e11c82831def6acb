# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# anycov cc --record-to: a directory in the image, for programs without an environment; and the
# build ID that names their files.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN
ANYCOV_FLAGS="--for report"
export ANYCOV_FLAGS

cat >lib.c <<'END'
int lib(int x) { return x - 1; }
END
cat >t.c <<'END'
int lib(int);
int main(int c, char **v) { (void)v; return lib(c); }
END
"$ANYCOV" cc --record-to "$WORK/rec" gcc -g -shared -fPIC lib.c -o liblib.so
"$ANYCOV" cc --record-to=rec gcc -g t.c -o t -L. -llib "-Wl,-rpath,$WORK"
cd /
expect 0 env -i "$WORK/t"
cd "$WORK"
[ ! -s err ] || fail "noise"
[ "$(ls rec/user-*/*.flags | wc -l)" -eq 2 ] || fail "not two images"
expect 0 "$ANYCOV" report rec
totals functions 2 2
# ANYCOV_DIR comes first, and the directory is one of 'anycov run'.
rm -r rec/*
expect 0 "$ANYCOV" run ./t
[ -z "$(ls rec)" ] || fail "ANYCOV_DIR was not used"
expect 0 "$ANYCOV" report
rm -r rec
env -i ./t
expect 0 "$ANYCOV" run -o rec ./t
expect 0 "$ANYCOV" report rec

for how in -flto -static -static-pie; do
	for cc in gcc clang-19; do
		have $cc || continue
		rm -rf rec
		"$ANYCOV" cc --record-to rec $cc -g $how t.c lib.c -o s
		expect 0 env -i ./s
		expect 0 "$ANYCOV" report rec
		totals functions 2 2
	done
done
# By the environment, as build systems need it.
rm -rf rec
ANYCOV_FLAGS="--for report --record-to rec" "$ANYCOV" cc gcc -c t.c lib.c
ANYCOV_FLAGS="--for report --record-to rec" "$ANYCOV" cc gcc t.o lib.o -o e
expect 0 env -i ./e
expect 0 "$ANYCOV" report rec

expect 2 "$ANYCOV" cc --record-to "$(printf '/%05000d' 0)" gcc t.o lib.o -o e
one_sentence
ANYCOV_FLAGS="--for trace"
expect 2 "$ANYCOV" cc --record-to rec gcc t.o lib.o -o e
one_sentence
has err "--for report"
expect 2 "$ANYCOV" cc --record-to
one_sentence

# Links get a build ID, if the command says nothing about it.
ANYCOV_FLAGS="--for report"
cat >compiler <<'END'
#!/bin/sh
# A gcc that was not configured to ask for build IDs.
echo "$*" >>"$0.log"
case $* in
*.o*) exec gcc -Wl,--build-id=none "$@" ;;
*) exec gcc "$@" ;;
esac
END
chmod +x compiler
built_with()
{
	: >compiler.log
	"$ANYCOV" cc ./compiler "$@"
	tail -n 1 compiler.log
}
built_with t.o lib.o -o b >line
has line "-Wl,--build-id"
expect 0 "$ANYCOV" run ./b
ls anycov-data/user-* | grep -q '^b-[0-9a-f]\{40\}\.flags$' || fail "no build ID in the name"
for say in -Wl,--build-id=none -Wl,-z,now,--build-id=md5 "-Xlinker --build-id=none"; do
	# shellcheck disable=SC2086
	built_with t.o lib.o -o n $say >line
	[ "$(grep -o -e --build-id line | wc -l)" -eq 1 ] || fail "$say: the command's is not kept"
done
for other in "-c t.c -o n.o" "-r t.o lib.o -o n.o" "-Wl,-T,no.ld -shared t.o" "-nostdlib t.o"; do
	# shellcheck disable=SC2086
	"$ANYCOV" cc ./compiler $other >log 2>&1 || :
	tail -n 1 compiler.log >line
	hasnt line --build-id
done
# Without one the builds have names by their files.
"$ANYCOV" cc gcc t.o lib.o -o n -Wl,--build-id=none
expect 0 "$ANYCOV" run ./n
expect 0 "$ANYCOV" report
ls anycov-data/user-* | grep -q '^n-[0-9a-f]\{16\}\.flags$' || fail "no name without a build ID"
"$ANYCOV" cc gcc t.o lib.o -O2 -o n -Wl,--build-id=none
expect 0 "$ANYCOV" run --append ./n
[ "$(ls anycov-data/user-*/n-*.flags | wc -l)" -eq 2 ] || fail "two builds in one file"
expect 0 "$ANYCOV" report
