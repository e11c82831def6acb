# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Reports of a real program with prune=lossless and prune=dom at -O2, compared to the
# executed code in an emulator's log (test/lib/compare-execution).
. "${0%/*}/lib.sh"

case $(uname -m) in
x86_64) qemu=qemu-x86_64 ;;
*) lacks "an x86-64 machine" ;;
esac
needs $qemu "$qemu (qemu-user)" || exit 77
[ -f /usr/include/stb/stb_image.h ] || lacks "stb_image.h (libstb-dev)"
cc -O1 "$ANYCOV_SOURCE/examples/png/image.c" -lz -o make-image && ./make-image >image.png

compare() # CC PRUNE HOOKS [OPTION...]
{
	mkdir -p "$1"
	cc=$1 prune=$2 hooks=$3
	shift 3
	python3 "$ANYCOV_SOURCE/test/lib/compare-execution" --anycov="$ANYCOV" --qemu=$qemu --cc="$cc" \
		--prune="$prune" --hooks="$hooks" --work="$cc" --libs=-lm --at-least=100 "$@" \
		"$ANYCOV_SOURCE/examples/png/decode.c" "$ANYCOV_SOURCE/examples/png/host.c" -- "$PWD/image.png" ||
		fail "$cc, $prune, $hooks: the report says what is not true"
}

compared=
for cc in $GCC clang-19; do
	have $cc || continue
	compare $cc lossless lean
	compared="$compared $cc"
done
[ -n "$compared" ] || lacks "gcc or clang-19"
compare "${compared##* }" dom c --cut
echo "compared:$compared"
