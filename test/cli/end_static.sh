# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A static program, or one with an unwinder of its own, does not show what it refers to: calls that
# it left are not taken for calls that returned.
. "${0%/*}/lib.sh"

cat >jump.c <<'END'
#include <setjmp.h>
static jmp_buf env;
int main(void)
{
	if (!setjmp(env))
		longjmp(env, 1);
	return 0;
}
END
cat >throw.cc <<'END'
static int thrown(int x)
{
	if (x)
		throw x;
	return x;
}
int main(int argc, char **)
{
	try {
		return thrown(argc);
	} catch (int) {
		return 0;
	}
}
END
printf 'int main(void)\n{\n\treturn 0;\n}\n' >plain.c

# counts COMPILER SOURCE FLAGS N: a process of the program is counted with N incomplete ones
counts()
{
	compiler=$1 source=$2 flags=$3
	rm -rf data
	# shellcheck disable=SC2046,SC2086
	$compiler -g -O1 $("$ANYCOV" flags --cc "$compiler") "$source" -o prog \
		$("$ANYCOV" flags --cc "$compiler" --link) $flags || fail "$compiler $source $flags"
	expect 0 "$ANYCOV" run -o data ./prog
	expect 0 "$ANYCOV" dump data/prog-*.flags
	has out "1 process started, 1 ended, $4 of these with incomplete calls"
	tried=1
}

tried=
for cc in $GCC $CLANG; do
	have $cc || continue
	counts $cc plain.c "" 0
	counts $cc jump.c "" 0
	counts $cc jump.c -static 1
	counts $cc jump.c -static-pie 1
done
for cc in $(echo "$GCC" | sed 's/gcc/g++/'); do
	have $cc || continue
	counts $cc throw.cc "" 0
	counts $cc throw.cc "-static-libstdc++ -static-libgcc" 1
done
[ -n "$tried" ] || lacks "a plugin for gcc or clang"
