# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A program and a library that mold links have known calls, as those of another linker; a library
# with an unwinder of its own has not.
. "${0%/*}/lib.sh"

have "$GCC" || lacks "a plugin for a gcc"
command -v ld.mold >/dev/null || lacks mold
cat >library.c <<'END'
#include <stdlib.h>
void leave(int code)
{
	if (code)
		exit(code - 1);
}
END
cat >throw.cc <<'END'
extern "C" void leave(int code)
{
	try {
		throw code;
	} catch (int) {
	}
}
END
printf 'void leave(int);\nint main(void)\n{\n\tleave(1);\n\treturn 0;\n}\n' >main.c

# counts PROGRAM-LINKER LIBRARY-LINKER N COMPILER SOURCE FLAG...: both are counted with N incomplete processes
counts()
{
	program=$1 library=$2 n=$3
	shift 3
	expect 0 "$ANYCOV" cc "$@" -g -O1 -fPIC -shared -fuse-ld="$library" -o libleave.so
	expect 0 "$ANYCOV" cc "$GCC" -g -O1 main.c -fuse-ld="$program" -L. -lleave -Wl,-rpath,"$WORK" -o prog
	rm -rf data
	expect 0 "$ANYCOV" run -o data ./prog
	for image in prog libleave.so; do
		expect 0 "$ANYCOV" dump data/$image-*.flags
		has out "1 process started, 1 ended, $n of these with incomplete calls"
	done
}
for linkers in "bfd bfd" "mold bfd" "bfd mold" "mold mold"; do
	# shellcheck disable=SC2086
	counts $linkers 0 "$GCC" library.c
done
cxx=g++${GCC#gcc}
if command -v "$cxx" >/dev/null; then
	counts bfd bfd 1 "$cxx" throw.cc -static-libstdc++ -static-libgcc
	counts mold mold 1 "$cxx" throw.cc -static-libstdc++ -static-libgcc
else
	echo "missing: $cxx"
fi
