# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Valgrind's helgrind and DRD are silent about flags, of programs and of libraries, recorded and not,
# and report the program's own races; memcheck is silent in any case.
. "${0%/*}/lib.sh"

needs valgrind || lacks valgrind
case $(uname -m) in
x86_64 | i?86 | aarch64) ;;
*) lacks "requests to Valgrind for $(uname -m)" ;;
esac

cat >lib.c <<'END'
__attribute__((noinline)) int even(int n)
{
	if (n % 2)
		return 1;
	return 3;
}
END
cat >main.c <<'END'
#include <pthread.h>
#include <stdio.h>
int even(int n);
char shared;
static void *work(void *p)
{
	int *v = p, sum = 0;

	for (int i = 0; i < 50; i++)
		sum += even(i + *v);
	*v = sum;
#ifdef RACE
	shared = (char)sum; /* the race */
#endif
	return NULL;
}
int main(void)
{
	pthread_t t[3];
	int v[3] = { 1, 2, 3 };

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, &v[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", v[0] + v[1] + v[2]);
	return 0;
}
END
race=$(grep -n 'the race' main.c | cut -d : -f 1)
silent() # COMMAND...
{
	expect 0 "$@"
	[ ! -s "$WORK/err" ] || { cat "$WORK/err"; fail "not silent: $*"; }
}
for cc in $GCC $CLANG; do
	have "$cc" || continue
	"$ANYCOV" cc "$cc" -O1 -gdwarf-4 -fPIC -shared lib.c -o libeven.so
	for d in '' -DRACE; do
		"$ANYCOV" cc "$cc" -O1 -gdwarf-4 -pthread $d main.c -o "main$d" ./libeven.so
	done
	for tool in memcheck helgrind drd; do
		silent valgrind -q --tool=$tool ./main
		silent "$ANYCOV" run -o data valgrind -q --tool=$tool ./main
	done
	silent "$ANYCOV" report --lcov t.info data
	has t.info "DA:9,1"
	has t.info "DA:$race,0" # of the variant that did not run yet
	for tool in helgrind drd; do
		expect 5 "$ANYCOV" run -o data valgrind -q --error-exitcode=5 --tool=$tool ./main-DRACE
		has "$WORK/err" "(main.c:$race)"
		grep -o 'write of size 1.*\|Conflicting store.*' "$WORK/err" >races
		[ -s races ] || fail "no race"
		! grep -q 'lib\.c\|\.flags' "$WORK/err" || { cat "$WORK/err"; fail "a race of flags"; }
	done
done
