# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# A real ./configure and a real CMake project, unchanged, through anycov cc.
. "${0%/*}/lib.sh"

cat >prog.c <<'END'
#include "config.h"
#include <stdio.h>
#ifndef HAVE_STDINT_H
#error configure does not find stdint.h
#endif
#ifndef HAVE_STRERROR
#error configure does not find strerror
#endif
#ifdef HAVE_NO_SUCH_FUNCTION
#error configure finds a missing function
#endif
#if SIZEOF_LONG != 8
#error configure measures wrongly
#endif
int main(int c, char **v)
{
	(void)v;
	if (c > 1)
		puts("many");
	return 0;
}
END

configure_project()
{
	mkdir -p auto
	cp prog.c auto/
	cat >auto/configure.ac <<'END'
AC_INIT([sample], [1])
AC_CONFIG_SRCDIR([prog.c])
AC_CONFIG_HEADERS([config.h])
AC_PROG_CC
AC_CHECK_HEADERS([stdint.h no_such_header.h])
AC_CHECK_FUNCS([strerror no_such_function])
AC_CHECK_LIB([m], [cos])
AC_CHECK_SIZEOF([long])
AC_C_BIGENDIAN
AC_RUN_IFELSE([AC_LANG_PROGRAM([], [return 0;])], [ran=yes], [ran=no], [ran=cross])
AS_IF([test $ran = yes], [], [AC_MSG_ERROR([a program does not run])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
	cat >auto/Makefile.in <<'END'
CC = @CC@
CFLAGS = @CFLAGS@
prog: prog.o
	$(CC) $(CFLAGS) prog.o -o prog @LIBS@
prog.o: prog.c config.h
	$(CC) $(CFLAGS) -c prog.c
END
	(cd auto && autoreconf -f -i) >auto.log 2>&1 || { cat auto.log; fail "autoreconf"; }
}

check_program()
{
	expect 0 "$ANYCOV" run -o "$WORK/prog.dump" "$1" x
	expect 0 "$ANYCOV" report --strict --image "$1" "$WORK/prog.dump"
	grep -q "^  functions .* 100.0%" out || fail "functions of $1"
}

mkdir cm
cat >cm/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(sample C)
include(CheckFunctionExists)
include(CheckIncludeFile)
include(CheckTypeSize)
include(CheckCSourceRuns)
check_include_file(stdint.h HAVE_STDINT_H)
check_function_exists(strerror HAVE_STRERROR)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
check_type_size(long SIZEOF_LONG)
check_c_source_runs("int main(void) { return 0; }" RUNS)
if(NOT RUNS)
  message(FATAL_ERROR "a program does not run")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/config.h.in
  "#cmakedefine HAVE_STDINT_H\n#cmakedefine HAVE_STRERROR\n#cmakedefine HAVE_NO_SUCH_FUNCTION\n#define SIZEOF_LONG @SIZEOF_LONG@\n")
configure_file(${CMAKE_BINARY_DIR}/config.h.in config.h @ONLY)
add_library(part SHARED part.c)
add_executable(prog ../prog.c)
target_include_directories(prog PRIVATE ${CMAKE_BINARY_DIR})
target_link_libraries(prog part)
add_executable(uses uses.c)
target_link_libraries(uses part)
END
printf 'int part(int x);\nint main(int c, char **v) { (void)v; return part(c) - 1; }\n' >cm/uses.c
echo 'int part(int x) { return x > 1; }' >cm/part.c

needs autoreconf "autoreconf (autoconf, automake)" || exit 77
configure_project
# The default: one report of the program and its library, without options.
by_default()
{
	rm -rf anycov-data
	expect 0 "$ANYCOV" run ./cm-$1/uses x
	expect 0 "$ANYCOV" report
	has out "uses.c"
	has out "part.c"
}
for cc in gcc clang-14 clang-19; do
	have $cc || continue
	echo "$cc, launchers"
	cmake -S cm -B cm-$cc -DCMAKE_C_COMPILER=$cc -DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" \
		-DCMAKE_C_LINKER_LAUNCHER="$ANYCOV;cc" >$cc.log 2>&1 &&
		cmake --build cm-$cc >>$cc.log 2>&1 || { cat $cc.log; fail "$cc: CMake by launchers"; }
	by_default $cc
	# With the launcher of the compiler alone, the link takes the words of anycov flags --link.
	rm -rf cm-$cc
	"$ANYCOV" flags --cc $cc --link >link
	cmake -S cm -B cm-$cc -DCMAKE_C_COMPILER=$cc -DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" \
		-DCMAKE_EXE_LINKER_FLAGS="$(cat link)" -DCMAKE_SHARED_LINKER_FLAGS="$(cat link)" >$cc.log 2>&1 &&
		cmake --build cm-$cc >>$cc.log 2>&1 || { cat $cc.log; fail "$cc: CMake by a launcher and link words"; }
	by_default $cc
	rm -rf cm-$cc
done

# C++, and C beside it: launchers; anycov_instrument() of an installation.
mkdir both
echo 'extern "C" int plain(int x); int main(int c, char **) { try { throw plain(c); } catch (int x) { return x; } }' >both/main.cc
echo 'int plain(int x) { return x > 3; }' >both/plain.c
cat >both/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(sample C CXX)
add_executable(both main.cc plain.c)
if(PACKAGE)
  find_package(anycov REQUIRED)
  anycov_instrument(both)
endif()
END
install_prefix
# both_languages WHAT ARGUMENT...: configured with these, both sources are in the report
both_languages()
{
	what=$1
	shift
	echo "C and C++, $what"
	rm -rf both-build anycov-data
	cmake -S both -B both-build -DCMAKE_BUILD_TYPE=Debug "$@" >both.log 2>&1 &&
		cmake --build both-build >>both.log 2>&1 || { cat both.log; fail "$what"; }
	expect 0 "$ANYCOV" run both-build/both
	expect 0 "$ANYCOV" report
	has out "    main.cc "
	has out "    plain.c "
}
for pair in $GCC:g++-${GCC#gcc-} $CLANG:clang++-${CLANG#clang-}; do
	cc=${pair%:*} cxx=${pair#*:}
	have "$cc" && command -v "$cxx" >/dev/null || continue
	both_languages "$cc: launchers" -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx \
		-DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" -DCMAKE_C_LINKER_LAUNCHER="$ANYCOV;cc" \
		-DCMAKE_CXX_COMPILER_LAUNCHER="$ANYCOV;cc" -DCMAKE_CXX_LINKER_LAUNCHER="$ANYCOV;cc"
	# A project that asks for an old CMake has policies of it.
	case $(cmake --version) in
	*" version "[4-9]* | *" version "[1-9][0-9]*) least=3.5 ;;
	*) least=2.8.12 ;;
	esac
	sed -i "s/^\(cmake_minimum_required(VERSION \).*/\1$least)/" both/CMakeLists.txt
	both_languages "$cc: find_package()" -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx \
		-DCMAKE_PREFIX_PATH="$WORK/prefix" -DPACKAGE=ON
done

export ANYCOV_FLAGS="--coverage trace-pc,trace-cmp"
for cc in gcc $CLANG; do
	have $cc || continue
	echo "$cc"
	rm -rf auto-$cc cm-$cc
	cp -r auto auto-$cc
	(cd auto-$cc && ./configure CC="$ANYCOV cc $cc" && make) >$cc.log 2>&1 ||
		{ cat $cc.log; fail "$cc: configure and make"; }
	check_program ./auto-$cc/prog
	CC="$ANYCOV cc $cc" cmake -S cm -B cm-$cc -DCMAKE_C_FLAGS=-g >$cc.log 2>&1 && cmake --build cm-$cc >>$cc.log 2>&1 ||
		{ cat $cc.log; fail "$cc: CMake by CC"; }
	expect 0 "$ANYCOV" sites --check cm-$cc/libpart.so
	check_program ./cm-$cc/prog
	rm -rf cm-$cc
	cmake -S cm -B cm-$cc -DCMAKE_C_FLAGS=-g -DCMAKE_C_COMPILER=$cc -DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" \
		-DCMAKE_C_LINKER_LAUNCHER="$ANYCOV;cc" >$cc.log 2>&1 &&
		cmake --build cm-$cc >>$cc.log 2>&1 || { cat $cc.log; fail "$cc: CMake by launcher"; }
	check_program ./cm-$cc/prog
done
