# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# GCC's own checks after each pass (-fchecking) pass, also of calls that have a landing pad and of
# which GCC finds, before it compiles the caller, that they do not throw; and they change no code.
. "${0%/*}/lib.sh"

gxx=$(echo "$GCC" | sed 's/gcc/g++/')
[ -n "$GCC" ] && have "$gxx" || lacks "a g++ with a plugin"
cat >t.cc <<'END'
extern int n;
struct guard {
	~guard() { n++; }
};
template <class T> T sum(T a)
{
	return a + n;
}
/* Where it is parsed it may throw, since sum() does not exist yet. */
template <class T> T next(T a)
{
	return sum(a);
}
int f(int a)
{
	guard g;

	if (next(a) > 3)
		throw 3;
	return next(a + 1);
}
int n;
int main(int argc, char **)
{
	try {
		return f(argc) - 3;
	} catch (int) {
		return 4;
	}
}
END
export ANYCOV_FLAGS
for ANYCOV_FLAGS in "" --mcdc "--for trace"; do
	for level in -O0 -O1 -O2; do
		for more in "" -fnon-call-exceptions; do
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc "$gxx" -g $level $more -S t.cc -o plain.s
			# shellcheck disable=SC2086
			expect 0 "$ANYCOV" cc "$gxx" -g $level $more -fchecking -S t.cc -o checked.s
			diff plain.s checked.s || fail "$ANYCOV_FLAGS $level $more: other code"
		done
	done
done
ANYCOV_FLAGS=
expect 0 "$ANYCOV" cc "$gxx" -g -O2 -fchecking t.cc -o t
"$ANYCOV" run ./t || [ $? -eq 255 ]
expect 0 "$ANYCOV" report --no-build --lcov t.info
lines covered 7 12 18 20 26
lines uncovered 19 28
