# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# What prune=lossless and prune=dom say of a real program at -O2, judged by an
# emulator's log of the code that ran (test/tools/judge).
. "${0%/*}/lib.sh"

case $(uname -m) in
x86_64) qemu=qemu-x86_64 ;;
*) exit 77 ;;
esac
command -v $qemu >/dev/null && [ -f /usr/include/stb/stb_image.h ] || exit 77
png=/usr/share/icons/hicolor/32x32/apps/qemu_32x32.png
[ -f $png ] || exit 77

judge() # CC PRUNE HOOKS [OPTION...]
{
	mkdir -p "$1"
	cc=$1 prune=$2 hooks=$3
	shift 3
	python3 "$ANYCOV_SOURCE/test/tools/judge" --anycov="$ANYCOV" --qemu=$qemu --cc="$cc" \
		--prune="$prune" --hooks="$hooks" --work="$cc" --libs=-lm --at-least=100 "$@" \
		"$ANYCOV_SOURCE/examples/png/decode.c" "$ANYCOV_SOURCE/examples/png/host.c" -- $png ||
		fail "$cc, $prune, $hooks: the report says what is not true"
}

judged=
for cc in gcc-12 clang-19; do
	have $cc || continue
	judge $cc lossless lean
	judged="$judged $cc"
done
[ -n "$judged" ] || exit 77
judge "${judged##* }" dom c --cut
echo "judged:$judged"
