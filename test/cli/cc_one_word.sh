# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Links to the command that are named after a compiler: anycov-gcc-12 is "anycov cc gcc-12", for
# build systems that take one word.
. "${0%/*}/lib.sh"

install_prefix
bin=$WORK/prefix/bin
PATH=$bin:$PATH
cat >t.c <<'END'
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return 1;
	return 0;
}
END
cp t.c t.cc

# reported SOURCE LINE STATE...: what one run of ./t shows
reported()
{
	rm -rf anycov-data
	expect 0 "$ANYCOV" run ./t
	expect 0 "$ANYCOV" report --lcov t.info
	has t.info "/$1"
	lines uncovered 5
	lines covered 4 6
}

# Each compiler with a plugin has its links, and so has what PATH calls cc and c++.
for cc in $(with_clang gcc-12 clang-14 clang-19); do
	have $cc || continue
	echo "$cc"
	cxx=$(echo "$cc" | sed 's/gcc/g++/; s/clang/clang++/')
	for one in $cc $cxx; do
		! command -v $one >/dev/null || [ -L "$bin/anycov-$one" ] || fail "anycov-$one is not installed"
	done
	[ "$(readlink "$bin/anycov-$cc")" = anycov ] || fail "anycov-$cc: not a link that can be moved"
	expect 0 anycov-$cc -O2 t.c -o t
	reported t.c
	expect 0 anycov-$cxx -O2 -c t.cc -o t.o
	expect 0 anycov-$cxx t.o -o t
	reported t.cc
	# What it is asked for is what the compiler says, and its errors are the compiler's.
	for ask in --version -dumpmachine -print-search-dirs "-E t.c" --help; do
		# shellcheck disable=SC2086
		$cc $ask >plain 2>&1 || :
		# shellcheck disable=SC2086
		anycov-$cc $ask >out 2>&1 || :
		cmp -s plain out || fail "anycov-$cc $ask: output differs"
	done
	expect 1 anycov-$cc -c missing.c
	ANYCOV_FLAGS="--coverage trace-cmp" expect 0 anycov-$cc -c t.c -o cmp.o
	nm cmp.o | grep -q __sanitizer_cov_trace_const_cmp4 || fail "anycov-$cc: ANYCOV_FLAGS"
done
expect 0 anycov-cc --version
expect 0 anycov-c++ --version
if have cc; then
	expect 0 anycov-cc t.c -o t
	reported t.c
fi

# A link of one's own: a compiler beside it that PATH does not have, in a directory with a blank.
if [ -n "$GCC" ]; then
	mkdir "of mine"
	ln -s "$bin/anycov" "of mine/anycov-my-gcc"
	printf '#!/bin/sh\n: >"%s/used"\nexec %s "$@"\n' "$WORK" "$GCC" >"of mine/my-gcc"
	chmod +x "of mine/my-gcc"
	expect 0 "of mine/anycov-my-gcc" t.c -o t
	[ -e used ] || fail "the compiler beside the link is not used"
	reported t.c
	# Elsewhere the name is that of a command.
	ln -s "$bin/anycov" "of mine/anycov-$GCC"
	expect 0 "of mine/anycov-$GCC" t.c -o t
	reported t.c
fi
for name in no-such-gcc-12.1 no-such-gcc-trunk no-such-clang19 no-such-gcc-14-posix; do
	ln -s "$bin/anycov" anycov-$name
	expect 2 ./anycov-$name -c t.c
	one_sentence
	has err "$name: cannot run"
done
# Another name of the command is none of a compiler.
for name in anycov-static anycov-0.2 anycov-test anycov-mygcc anycov-12 anycov-; do
	ln -s "$bin/anycov" $name
	expect 0 ./$name --version
	grep -qx "anycov [0-9.]*" out || fail "$name is not the command"
done
has out "anycov "

# A wrapper of any name, for a compiler by its path or by a name in PATH.
if [ -n "$GCC" ]; then
	expect 0 "$ANYCOV" cc --make-wrapper "./of mine/my-gcc" "of mine/it's one"
	rm -f used
	(cd / && "$WORK/of mine/it's one" "$WORK/t.c" -o "$WORK/t") || fail "the wrapper does not run"
	[ -e used ] || fail "the wrapper does not use the compiler of its path"
	reported t.c
	expect 0 "$ANYCOV" cc --make-wrapper "$GCC" by-name
	expect 0 ./by-name t.c -o t
	reported t.c
	ANYCOV_FLAGS="--coverage trace-cmp" expect 0 ./by-name -c t.c -o cmp.o
	nm cmp.o | grep -q __sanitizer_cov_trace_const_cmp4 || fail "by-name: ANYCOV_FLAGS"
	expect 2 "$ANYCOV" cc --make-wrapper "$GCC" by-name
	has err "by-name: exists; name another file, or remove it"
	expect 2 "$ANYCOV" cc --make-wrapper "$GCC" no/such/directory
	has err "no/such/directory: cannot be made: "
	for words in "" "a b"; do
		# shellcheck disable=SC2086
		expect 2 "$ANYCOV" cc --make-wrapper "$GCC" $words
		has err "takes a compiler and the file to make"
		one_sentence
	done
fi

# Tools that take one word.
if [ -n "$GCC" ]; then
	if needs cmake; then
		mkdir cm
		cp t.c t.cc cm/
		printf 'cmake_minimum_required(VERSION 3.16)\nproject(t C CXX)\nadd_executable(t t.c)\nadd_executable(tt t.cc)\n' >cm/CMakeLists.txt
		expect 0 cmake -S cm -B cm/b -DCMAKE_C_COMPILER=anycov-$GCC -DCMAKE_CXX_COMPILER=anycov-c++
		expect 0 cmake --build cm/b
		cp cm/b/t t
		reported t.c
	fi
	if needs scons; then
		mkdir sc
		cp t.c sc/
		printf 'import os\nEnvironment(ENV=os.environ, CC="anycov-%s").Program("t", "t.c")\n' $GCC >sc/SConstruct
		expect 0 scons -C sc
		cp sc/t t
		reported t.c
	fi
	if needs gnatmake "gnatmake (gnat-12)"; then
		mkdir ada
		cat >ada/t.adb <<'END'
with Ada.Command_Line;
procedure T is N : Natural := 3;
begin
   if Ada.Command_Line.Argument_Count > 0 then
      N := 0;
   end if; N := N + 1;
end T;
END
		# The Ada compiler of this GCC may be missing.
		if (cd ada && gnatmake --GCC=anycov-$GCC t.adb -largs --LINK=anycov-$GCC) >ada.log 2>&1; then
			cp ada/t t
			reported t.adb
		else
			grep -q "gnat1\|unrecognized" ada.log || { cat ada.log; fail "gnatmake"; }
			echo "missing: Ada for $GCC"
		fi
	fi
fi
