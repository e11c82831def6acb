# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Files of flags that a kernel writes (address 0), of an image and of a module, which is an object
# with a build ID and is found by it below --image-path.
. "${0%/*}/lib.sh"
[ "$GCC" ] || exit 0

cat >t.c <<'END'
int sink;
__attribute__((section(".init.text"))) void start(void)
{
	sink = 1;
}
void branch(int n)
{
	if (n & 1)
		sink = 1;
	if (n & 2)
		sink = 2;
}
void other(void)
{
	sink = 3;
}
END
code=$("$ANYCOV" flags --cc "$GCC" --for kernel-report)
# shellcheck disable=SC2086
$GCC -O2 $code -c t.c -o t.o
mkdir -p tree/drivers
$GCC -nostdlib -r -Wl,--build-id=sha1 t.o -o tree/drivers/my-mod.ko
$GCC -nostdlib -static -Wl,-e,start,--build-id=sha1 t.o -o tree/vmlinux
cp t.o tree/drivers/my-mod.o

# flags_of IMAGE OUT HIT...: a file of its flags, of which the ones with these indices are set
flags_of()
{
	python3 - "$@" <<'END'
import re, struct, subprocess, sys
image, out, hits = sys.argv[1], sys.argv[2], sys.argv[3:]
text = subprocess.run(["readelf", "-SWn", image], stdout=subprocess.PIPE, text=True).stdout
n = int(re.search(r"__anycov_flags +PROGBITS +\S+ \S+ (\S+)", text)[1], 16)
build_id = bytes.fromhex(re.search(r"Build ID: (\S+)", text)[1])
path = image.split("/")[-1].replace("-", "_").encode()
flags = bytearray(n)
for i in hits:
    flags[int(i)] = 1
head = struct.pack("=IHHIIQQQQIIII", 0x616E7966, 3, len(build_id), len(path), 4096, 4096, n, 0, 1,
                   0, 0, 0, 0)
data = (head + build_id + path).ljust(4096, b"\0") + flags
open(out, "wb").write(data.ljust(8192, b"\0"))
END
}

# Flags: of start(), of branch() and its two arms, of other().
for image in tree/vmlinux tree/drivers/my-mod.ko; do
	rm -rf data
	mkdir data
	: >data/reset
	flags_of $image data/x.flags
	expect 0 "$ANYCOV" report --image-path tree --lcov t.info data
	totals functions 0 3
	lines uncovered 4 8 9 10 11 15
	flags_of $image data/x.flags 0 1 3
	expect 0 "$ANYCOV" report --image-path tree --lcov t.info data
	totals functions 2 3
	lines covered 4 8 10 11
	lines uncovered 9 15
	flags_of $image data/x.flags 4
	expect 0 "$ANYCOV" report --image $image --lcov t.info data/x.flags
	totals functions 1 3
	lines covered 15
	lines uncovered 4 8 9 10 11
done

# A core file of a machine whose kernel was moved by KASLR.
python3 - <<'END'
import re, struct, subprocess
text = subprocess.run(["readelf", "-SW", "tree/vmlinux"], stdout=subprocess.PIPE, text=True).stdout
address, n = (int(x, 16) for x in re.search(
    r"__anycov_flags +PROGBITS +(\S+) \S+ (\S+)", text).groups())
memory = b"\7" * 16 + bytes([1, 1, 0, 1, 0]).ljust(n, b"\0") + b"\7" * 16
head = b"\177ELF\2\1\1".ljust(16, b"\0") + struct.pack("=HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64,
                                                         56, 1, 64, 0, 0)
load = struct.pack("=IIQQQQQQ", 1, 6, 120, address - 16 + 0x1e000000, 0, len(memory), len(memory), 0)
open("core", "wb").write(head + load + memory)
END
expect 0 "$ANYCOV" report --image tree/vmlinux --memory core --load-offset 0x1e000000 --lcov t.info
totals functions 2 3
lines covered 4 8 10 11
lines uncovered 9 15
for offset in 0 0x1e000008; do
	expect 1 "$ANYCOV" report --image tree/vmlinux --memory core --load-offset $offset
	one_sentence
done

printf 'KDUMP   \6\0\0\0Linux' >kdump
expect 1 "$ANYCOV" report --image tree/vmlinux --memory kdump
one_sentence
has err "makedumpfile -E"

# Another build is refused, and found nowhere.
# shellcheck disable=SC2086
$GCC -O1 $code -nostdlib -static -Wl,-e,start,--build-id=sha1 t.c -o other
expect 1 "$ANYCOV" report --image other data/x.flags
one_sentence
has err "build ID"
rm tree/drivers/my-mod.ko
expect 1 "$ANYCOV" report --image-path tree data
has err "no image"
