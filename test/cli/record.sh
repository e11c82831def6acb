# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# coverage=flags: `anycov flags --link` and `anycov cc` link what shares the flags with a file.
. "${0%/*}/lib.sh"

cat >main.c <<'END'
int half(int);
int main(int argc, char **argv)
{
	return argv[0] ? half(argc - 1) : 1;
}
END
cat >half.c <<'END'
int half(int n);
int half(int n)
{
	return n > 2 ? n / 2 : 0;
}
END
tried=
for cc in gcc gcc-12 clang-14 clang-19; do
	have $cc || continue
	expect 0 "$ANYCOV" flags --cc $cc --coverage flags --link
	[ -s out ] || continue
	tried=1
	has out anycov-flags-start.o
	has out anycov-flags-pages.o
	hasnt out libanycov-full.a
	expect 0 "$ANYCOV" flags --cc $cc --coverage flags,trace-cmp --link
	has out anycov-flags-start.o
	has out libanycov-full.a
	expect 0 "$ANYCOV" flags --cc $cc --coverage trace-pc --link
	hasnt out anycov-flags
	# A program and a shared library, each with a file of its own.
	rm -rf data
	mkdir data
	export ANYCOV_FLAGS="--coverage flags"
	expect 0 "$ANYCOV" cc $cc -O1 -fPIC -shared half.c -o libhalf.so
	expect 0 "$ANYCOV" cc $cc -O1 main.c -o main ./libhalf.so
	unset ANYCOV_FLAGS
	expect 0 ./main
	[ -z "$(ls data)" ] || fail "recorded without a directory"
	ANYCOV_DIR=$WORK/data expect 0 ./main
	for name in main libhalf.so; do
		ls data/user-*/$name-*.flags data/user-*/$name-*.image >/dev/null || fail "no file of $name"
		# The flags begin at the second page.
		tail -c +4097 data/user-*/$name-*.flags | tr -d '\0' | grep -q . || fail "no flag of $name"
	done
	# The words given to the compiler, in front and at the end.
	flags=$("$ANYCOV" flags --cc $cc --coverage flags)
	link=$("$ANYCOV" flags --cc $cc --coverage flags --link)
	rm -r data/*
	# shellcheck disable=SC2086
	$cc -O1 $flags $link main.c half.c -o first
	# shellcheck disable=SC2086
	$cc -O1 $flags main.c half.c -o last $link
	for name in first last; do
		ANYCOV_DIR=$WORK/data expect 0 ./$name
		ls data/user-*/$name-*.flags >/dev/null || fail "no file of $name"
	done
done
[ -n "$tried" ] || lacks "a compiler with a plugin"
