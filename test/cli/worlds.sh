# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Firmware in parts: TrustZone's two worlds, each an image whose flags are in its own memory, in one
# report; and a task without privileges, whose flags are in what the MPU lets it write.  In QEMU, with
# each compiler.
. "${0%/*}/lib.sh"
sources=$(cd "${0%/*}/worlds" && pwd)
needs qemu-system-arm || lacks qemu-system-arm

# compile COMPILER FILE ARGUMENT...
compile()
{
	cc=$1 file=$2
	shift 2
	# shellcheck disable=SC2046
	"$cc" "$@" -Os -g -ffreestanding $("$ANYCOV" flags --cc "$cc" --firmware) -c "$sources/$file.c" -o $file.o
}

# simulate MACHINE ARGUMENT...: sets qemu and port, and waits until the server is there
simulate()
{
	port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
	timeout 100 qemu-system-arm -M "$@" -nographic -monitor none -serial none -gdb "tcp:127.0.0.1:$port" \
		</dev/null >qemu.out 2>&1 &
	qemu=$!
}

# fetch IMAGE FILE: after start-up code
fetch()
{
	tries=0
	until "$ANYCOV" fetch --gdb "127.0.0.1:$port" --image "$1" -o "$2" >out 2>err; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || fail "fetch of $1: $(cat err)"
		sleep 0.1
	done
}

halt()
{
	kill $qemu
	wait $qemu || :
}

# state FILE FUNCTION-LINE TEXT WANT: of the line of a source that has a text
state()
{
	line=$(grep -nF -- "$2" "$sources/$1" | head -1 | cut -d: -f1)
	got=$(sed -n "/^SF:.*\/$1\$/,/^end_of_record/s/^DA:$line,//p" lines)
	[ "$got" = "$3" ] || { cat lines; fail "$1:$line: $2: $got, not $3"; }
}

two_worlds() # COMPILER ARGUMENT...
{
	have "$1" && have arm-none-eabi-gcc || return 0
	cc=$1
	shift
	machine="-mcpu=cortex-m33 -mthumb"
	# shellcheck disable=SC2086
	{
		compile "$cc" secure "$@" -mcmse
		arm-none-eabi-gcc $machine -nostdlib -T "$sources/secure.ld" secure.o -Wl,--cmse-implib \
			-Wl,--out-implib=stubs.o -lgcc -o secure.elf
		compile "$cc" nonsecure "$@"
		arm-none-eabi-gcc $machine -nostdlib -T "$sources/nonsecure.ld" nonsecure.o stubs.o -o nonsecure.elf
	}
	arm-none-eabi-objcopy -O binary nonsecure.elf nonsecure.bin
	simulate mps2-an505 -kernel secure.elf -device loader,file=nonsecure.bin,addr=0x10200000
	fetch nonsecure.elf first.core
	# The target stands in either world.
	for n in 1 2 3 4 5 6 7 8; do
		fetch secure.elf secure.core
		fetch nonsecure.elf nonsecure.core
		[ $tries -eq 0 ] || fail "a world that cannot be read: $(cat err)"
	done
	halt
	expect 0 "$ANYCOV" report --image secure.elf --image nonsecure.elf --memory secure.core \
		--memory nonsecure.core --lcov lines
	has out 'Input: 2 copies of a memory'
	state secure.c 'return -1;' 0
	state secure.c 'return 3 * n + 1;' 1
	state secure.c 'return n / 2;' 1
	state secure.c 'NSCCFG = 1;' 1
	state nonsecure.c 'return -1;' 0
	state nonsecure.c 'n = secure_service(n);' 1
	state nonsecure.c 'return i;' 1
	cp lines want
	# In any order, and each copy by itself.
	expect 0 "$ANYCOV" report --image nonsecure.elf --image secure.elf --memory nonsecure.core \
		--memory secure.core --memory first.core --lcov lines
	state secure.c 'return 3 * n + 1;' 1
	state nonsecure.c 'return -1;' 0
	expect 1 "$ANYCOV" report --image secure.elf --image nonsecure.elf --memory secure.core
	one_sentence
	has err 'nonsecure.elf: no --memory contains its flags; give a copy of its memory, too'
	head -c 4096 /dev/zero >zero.bin
	expect 1 "$ANYCOV" report --image secure.elf --image nonsecure.elf --memory secure.core \
		--memory nonsecure.core --memory zero.bin@0x30000000
	one_sentence
	has err 'zero.bin@0x30000000: contains the flags of none of 2 images; as for secure.elf: '
	for option in --force '--load-offset 0'; do
		# shellcheck disable=SC2086
		expect 2 "$ANYCOV" report --image secure.elf --image nonsecure.elf --memory secure.core $option
		has err "--memory with ${option% 0} requires one --image"
	done
	expect 2 "$ANYCOV" report --memory secure.core
	has err '--memory requires --image'
}

task() # COMPILER ARGUMENT...
{
	have "$1" && have arm-none-eabi-gcc || return 0
	cc=$1
	shift
	compile "$cc" kernel "$@"
	compile "$cc" task "$@"
	for pattern in '.data* .bss* COMMON' '.data .bss* COMMON'; do
		sed "s/^\t\tTASK/\t\ttask.o($pattern)/" "$sources/kernel.ld" >kernel.ld
		arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -nostdlib -T kernel.ld kernel.o task.o -lgcc -o kernel.elf
		simulate mps2-an385 -kernel kernel.elf
		fetch kernel.elf kernel.core
		# The copy after this has all that runs.
		sleep 0.5
		fetch kernel.elf kernel.core
		halt
		expect 0 "$ANYCOV" report --image kernel.elf --memory kernel.core --lcov lines
		case $pattern in
		.data\**)
			state kernel.c 'return 10;' 1
			state kernel.c 'return 20;' 1
			state kernel.c 'return -1;' 0
			state kernel.c 'for (;;)' 0
			state task.c 'sum = check(ask(1));' 1
			state task.c 'return n;' 1
			state task.c 'return 0;' 0
			;;
		*)
			# Its flags are where it may not write: the first one is a fault.
			state kernel.c 'for (;;)' 1
			state kernel.c 'return 10;' 0
			state task.c 'sum = check(ask(1));' 0
			;;
		esac
	done
}

two_worlds arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb
two_worlds clang-19 --target=thumbv8m.main-none-eabi -mcpu=cortex-m33 -mfloat-abi=soft -fshort-enums
task arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
task clang-19 --target=thumbv7m-none-eabi -fshort-enums
