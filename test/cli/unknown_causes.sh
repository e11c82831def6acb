# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What makes lines of one program unknown is not said of the lines of another one in the same report,
# and the advice is one that helps.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN ANYCOV_MODE ANYCOV_FLAGS
have gcc || lacks "a plugin for gcc"

for name in known any; do
	cat >$name.c <<END
#include <setjmp.h>
#include <stdlib.h>
static volatile int sum;
void (*volatile jump_$name)(struct __jmp_buf_tag *, int) = longjmp;
__attribute__((noinline)) static void may_end_$name(int x)
{
	if (x)
		exit(0);
}
__attribute__((noinline)) static void pass_on_$name(int x)
{
	if (__builtin_expect(x > 0, 0))
		may_end_$name(x - 1);
	else
		sum += 2;
	sum++;
}
int main(int argc, char **argv)
{
	(void)argv;
	pass_on_$name(argc);
	return 0;
}
END
done
"$ANYCOV" cc gcc -g -O2 known.c -o known
# Of a static program with longjmp() the calls that did not return are not known.
"$ANYCOV" cc gcc -g -O2 -static any.c -o any
"$ANYCOV" run ./known
"$ANYCOV" run --append ./known x
"$ANYCOV" run --append ./any
expect 0 "$ANYCOV" report --html pages --json -o report.json
expect 0 "$ANYCOV" report
tr -s ' \n' ' ' <out >words
has words "unknown: 3 calls did not return: exit(), longjmp(), an exception, a signal; and in any 1 of 1 processes ended in a call"
has words "; build with --prune none, which knows more of them"
hasnt words "of 2 processes ended"
has "$(ls pages/f-any.c-*)" 'class="why">unknown: 1 of 1 processes ended in a call'
hasnt "$(ls pages/f-known.c-*)" "processes ended in a call"
has "$(ls pages/f-known.c-*)" 'class="why">unknown: 3 calls did not return'

# A name of a program is no command to the terminal.
mv any "$(printf 'any\033[31m')"
"$ANYCOV" run ./known
"$ANYCOV" run --append ./known x
"$ANYCOV" run --append ./any*
expect 0 "$ANYCOV" report --no-build
has out "any?[31m"

# Without pruning nothing is advised that was done already.
printf '#include <stdlib.h>\nvoid may_end(int x)\n{\n\tif (x)\n\t\texit(0);\n}\n' >other.c
cat >twice.c <<END
void may_end(int x);
__attribute__((noinline)) static void pass_on(int x)
{
	may_end(x);
}
int main(int argc, char **argv)
{
	(void)argv;
	pass_on(argc > 1);
	return 0;
}
END
ANYCOV_FLAGS="--for report --prune none --place late" "$ANYCOV" cc gcc -g -O0 twice.c other.c -o twice
"$ANYCOV" run ./twice
"$ANYCOV" run --append ./twice x
expect 0 "$ANYCOV" report --no-build
tr -s ' \n' ' ' <out >words
has words "did not return: exit(), longjmp(), an exception, a signal; nothing shows whether one that leads to them returned"
hasnt words "prune none"
