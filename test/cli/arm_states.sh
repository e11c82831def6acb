# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Calls of hooks in A32 and in Thumb code.  Some words are a call in both: an A32 call of a
# hook 8 to 16 KB before it is also a blx of Thumb.  The code is therefore laid out with many
# distances, and the sites are compared with those that objdump shows.
. "${0%/*}/lib.sh"

hook=__sanitizer_cov_trace_pc
tried=

cat >hook.c <<'END'
#ifdef ARM_HOOK
__attribute__((target("arm")))
#endif
void __sanitizer_cov_trace_pc(void) {}
int main(void) { return 0; }
END

# Mapping symbols of a section that is not loaded, with values that are addresses of code of an
# image that begins at 0, as the $d of .debug_frame in Newlib's and libgcc's objects.
cat >elsewhere.s <<'END'
	.section .debug_elsewhere,"",%progbits
	.macro data
$d.\@:	.short 0
	.endm
	.rept 0x800
	data
	.endr
END

# The literals of a function are data that looks like calls.
functions()
{
	i=0
	while [ $i -lt 200 ]; do
		cat <<-END
		int $1$i(int x) { if (x > $i) return x * 0x1${i}f7; return x ^ 0xebfff4$((i % 90 + 10)); }
		END
		i=$((i + 1))
	done
}
functions a >a.c
functions t >t.c

# sites_agree NAME OBJDUMP IMAGE REFERENCE: all calls that objdump finds in the reference, no other
sites_agree()
{
	$2 -d $4 | sed -n "s/^ *\([0-9a-f]*\):.*\tbl[x]*\t.*<_*${hook}[@_a-z]*>.*/\1/p" |
		while read -r at; do printf '0x%x\n' $((0x$at + 4)); done | sort >want
	"$ANYCOV" sites $3 >out 2>err || { tail -3 err; fail "$1: sites"; }
	sed -n 's/^\(0x[0-9a-f]*\) .*/\1/p' out | sort >got
	[ "$(wc -l <want)" -gt 700 ] || { head want; fail "$1: objdump shows $(wc -l <want) calls"; }
	cmp -s want got || { diff want got | head; fail "$1: not the calls that objdump shows"; }
	"$ANYCOV" sites --check $3 >out 2>err || { head -3 out err; fail "$1: sites --check"; }
	tried="$tried $1"
}

# image NAME COMPILER OBJDUMP FLAGS OF a.c: FLAGS OF t.c: FLAGS OF hook.c: LINK FLAGS
image()
{
	name=$1 cc=$2 objdump=$3
	have $cc && needs $objdump || return 0
	$cc $4 -O1 $("$ANYCOV" flags --cc $cc --for trace --prune none) -c a.c -o a.o
	$cc $5 -O1 $("$ANYCOV" flags --cc $cc --for trace --prune none) -c t.c -o t.o
	$cc $6 -O1 -c hook.c -o hook.o
	$cc $7 hook.o a.o t.o -o $name
	sites_agree $name $objdump $name $name
	case $name in *big*) return 0 ;; esac
	# Only mapping symbols are gone: the Thumb bits of functions tell.
	${objdump%objdump}objcopy -w -N '$*' $name $name.nomap
	sites_agree $name.nomap $objdump $name.nomap $name
	# Every symbol but the hook's is gone: the code around a call tells.
	${objdump%objdump}strip -s -K $hook $name -o $name.stripped
	sites_agree $name.stripped $objdump $name.stripped $name
}

bare="-nostdlib -Wl,-e,main -Wl,-Ttext=0x8000"
for cpu in cortex-a9 arm926ej-s; do
	arm="-mcpu=$cpu -marm"
	thumb="-mcpu=$cpu -mthumb"
	image $cpu-a32 arm-none-eabi-gcc arm-none-eabi-objdump "$arm" "$arm" "$arm" "$arm $bare"
	image $cpu-thumb arm-none-eabi-gcc arm-none-eabi-objdump "$thumb" "$thumb" "$thumb" "$thumb $bare"
	image $cpu-mixed arm-none-eabi-gcc arm-none-eabi-objdump "$arm" "$thumb" "$thumb" "$thumb $bare"
	image $cpu-interworking arm-none-eabi-gcc arm-none-eabi-objdump "$arm" "$thumb" "$arm" "$arm $bare"
done
if have arm-none-eabi-gcc; then
	arm-none-eabi-gcc -c elsewhere.s -o elsewhere.o
	image at-0 arm-none-eabi-gcc arm-none-eabi-objdump "$thumb" "$thumb" "$thumb" \
		"$thumb -nostdlib -Wl,-e,main -Wl,-Ttext=0 elsewhere.o"
fi
linux=arm-linux-gnueabihf
image linux-mixed $linux-gcc-12 $linux-objdump "-marm" "-mthumb" "-marm" "-no-pie"
image big8 $linux-gcc-12 $linux-objdump "-mbig-endian -marm" "-mbig-endian -mthumb" "-mbig-endian -marm" \
	"-mbig-endian -nostdlib -no-pie -Wl,-e,main -Wl,--be8"
echo "scanned:$tried"
[ -n "$tried" ] || lacks "arm-none-eabi-gcc or $linux-gcc-12"
