# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# GCC -flto: a program is linked whose exceptions and cleanups the link finds to be unused, so that it
# leaves out the libraries of exceptions.
. "${0%/*}/ends_lib.sh"

gxx=$(echo "$GCC" | sed 's/gcc/g++/')
[ -n "$GCC" ] && have "$gxx" || lacks "a g++ with a plugin"
cat >main.cc <<'END'
#include <stdlib.h>
void f(int n);
int main(int argc, char **)
{
	try {
		f(argc);
	} catch (int) {
		abort();
	}
	return 0;
}
END
cat >f.cc <<'END'
int g;
void f(int n)
{
	g += n;
}
END
cat >main.c <<'END'
void f(int n);
static void clean(int *n)
{
	*n = 0;
}
int main(int argc, char **argv)
{
	int n __attribute__((cleanup(clean))) = argc;

	(void)argv;
	f(n);
	return 0;
}
END
cp f.cc f.c
# links COMPILER FLAGS SOURCES...
links()
{
	compiler=$1 flags=$2
	shift 2
	for preset in report trace; do
		options="--for $preset"
		# shellcheck disable=SC2046,SC2086
		$compiler -g $flags -flto $("$ANYCOV" flags --cc "$compiler" $options) "$@" \
			$("$ANYCOV" flags --cc "$compiler" $options --link) -o prog ||
			fail "$compiler $flags $options"
		rm -rf data
		expect 0 "$ANYCOV" run -o data ./prog
		expect 0 "$ANYCOV" report --no-build data
	done
}
links "$gxx" -Os main.cc f.cc
links "$GCC" "-Os -fexceptions" main.c f.c
