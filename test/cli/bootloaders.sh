# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# U-Boot, which moves itself, and TF-A's BL31, of Debian's source packages: built with the flags of
# docs/firmware.md, read by 'anycov fetch --load-offset auto' in QEMU.  The functions that were
# covered are those of QEMU's log.  Minutes, and a network: with ALL_WAYS=1 (make check-all) alone.
. "${0%/*}/lib.sh"
[ -n "${ALL_WAYS-}" ] || lacks "ALL_WAYS=1, with which make check-all runs it"
sources=$ANYCOV_BINARY/sources

# toolchain PREFIX: its gcc of the plugin under the name that build systems call
toolchain()
{
	have "$1gcc-12" || return 1
	mkdir -p bin
	ln -sf "$(command -v "$1gcc-12")" "bin/$1gcc"
	ln -sf "$(command -v "$1cpp-12")" "bin/$1cpp"
	flags=$("$ANYCOV" flags --cc "$1gcc-12" --firmware)
}

get() # PACKAGE
{
	"$ANYCOV_SOURCE/bench/sources" "$sources" "package:$1" && return 0
	echo "missing: Debian's source package $1"
	return 1
}

simulate() # QEMU ARGUMENT...: its serial line reads descriptor 3
{
	port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
	timeout 300 "$@" -nographic -monitor none -gdb "tcp:127.0.0.1:$port" -d in_asm -D qemu.log <&3 >serial 2>&1 &
	qemu=$!
}

wait_for() # TEXT
{
	tries=0
	until grep -aq "$1" serial; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || { tail serial; fail "QEMU did not print: $1"; }
		sleep 0.2
	done
}

# same_functions EXCEPT LOG...: those of the report "lines" have the state of the logs, which both
# reports have; a function of the list EXCEPT may be covered in the log alone
same_functions()
{
	python3 - "$@" <<'END' || fail "functions differ"
import sys


def read(path):
    states, source = {}, ""
    for line in open(path, errors="replace"):
        if line.startswith("SF:"):
            source = line[3:].strip()
        elif line.startswith("FNDA:"):
            count, name = line[5:].strip().split(",", 1)
            states[source, name] = int(count) > 0
    return states


report, log = read("lines"), {}
for path in sys.argv[2:]:
    for key, state in read(path).items():
        log[key] = log.get(key, False) or state
both = [k for k in report if k in log]
wrong = [k for k in both if report[k] != log[k] and not (log[k] and k[1] in sys.argv[1].split())]
print("%d functions, %d covered, wrong: %s" % (len(both), sum(report[k] for k in both), wrong))
sys.exit(bool(wrong) or len(both) < 100)
END
}

uboot()
{
	needs qemu-system-riscv64 qemu-system-misc && toolchain riscv64-linux-gnu- && get u-boot || return 0
	for target in qemu-riscv64_defconfig "-j2 all"; do
		# shellcheck disable=SC2086
		PATH=$PWD/bin:$PATH make -C "$sources/u-boot" "O=$PWD/u-boot.out" CROSS_COMPILE=riscv64-linux-gnu- \
			KCFLAGS="$flags" $target >make.log 2>&1 || { tail make.log; fail "U-Boot's make $target"; }
	done
	image=u-boot.out/u-boot
	mkfifo keys
	exec 3<>keys
	simulate qemu-system-riscv64 -M virt -m 256M -bios $image.bin -serial stdio
	wait_for 'Hit any key'
	wait_for '=> '
	echo bdinfo >&3
	wait_for 'reloc off'
	offset=$(sed -n 's/.*reloc off *= *\(0x[0-9a-f]*\).*/\1/p' serial)
	expect 0 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image $image --load-offset auto -o ram.core
	has out "of $image at load offset 0x$(printf %x "$offset"), "
	expect 0 "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image $image --load-offset 0 -o first.core
	kill $qemu
	wait $qemu || :
	exec 3>&-
	expect 0 "$ANYCOV" report --image $image --trace qemu.log --lcov log.first
	# It lacks the first instruction, so nothing is not covered there.
	expect 3 "$ANYCOV" report --image $image --trace qemu.log --load-offset "$offset" --lcov log.moved
	expect 0 "$ANYCOV" report --image $image --memory ram.core --lcov lines
	# What ran at the first place after the image was copied is in the other copy.
	same_functions flush_dcache_all log.first log.moved
	expect 0 "$ANYCOV" report --image $image --memory ram.core --memory first.core --lcov lines
	same_functions "" log.first log.moved
}

tfa()
{
	needs qemu-system-aarch64 qemu-system-arm && toolchain aarch64-linux-gnu- && get arm-trusted-firmware ||
		return 0
	# Its warnings are errors, and binutils 2.40 warns of segments.
	PATH=$PWD/bin:$PATH TF_LDFLAGS=--no-warn-rwx-segments make -C "$sources/arm-trusted-firmware" -j2 PLAT=qemu \
		DEBUG=1 "BUILD_BASE=$PWD/tfa" CROSS_COMPILE=aarch64-linux-gnu- CFLAGS="$flags" bl1 bl2 bl31 \
		>make.log 2>&1 || { tail make.log; fail "TF-A's make"; }
	mkdir run
	cd run
	cp ../tfa/qemu/debug/*.bin .
	image=../tfa/qemu/debug/bl31/bl31.elf
	# The normal world asks for PSCI's version.
	cat >bl33.c <<'END'
void _start(void)
{
	for (;;)
		__asm__ volatile("movz x0, #0x8400, lsl #16\n\tsmc #0" : : : "x0", "x1", "x2", "x3", "memory");
}
END
	aarch64-linux-gnu-gcc-12 -O1 -nostdlib -static -ffreestanding -Wl,--build-id=none -Wl,-Ttext=0x60000000 bl33.c \
		-o bl33.elf
	aarch64-linux-gnu-objcopy -O binary -j .text bl33.elf bl33.bin
	exec 3</dev/null
	simulate qemu-system-aarch64 -M virt,secure=on -cpu cortex-a57 -m 1024 -bios bl1.bin -serial stdio \
		-semihosting-config enable=on,target=native
	wait_for 'BL31: Preparing for EL3 exit'
	tries=0
	# In the normal world its memory cannot be read.
	until "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image $image --load-offset auto -o ram.core >out 2>err; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || fail "fetch of BL31: $(cat err)"
		sleep 0.05
	done
	kill $qemu
	wait $qemu || :
	expect 0 "$ANYCOV" report --image $image --memory ram.core --lcov lines
	expect 0 "$ANYCOV" report --image $image --trace qemu.log --lcov log
	same_functions "" log
}

uboot
tfa
