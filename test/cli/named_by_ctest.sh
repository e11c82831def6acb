# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# One parallel ctest leaves a recording of each test by name: plain tests of all directories,
# GoogleTest, Catch2 and doctest with their discovery at build time, Boost.Test.  In a tree that is
# not edited, too; without `anycov run` nothing is different.
. "${0%/*}/lib.sh"
unset ANYCOV_DIR ANYCOV_RUN
needs ctest cmake || lacks cmake
[ -n "$GCC" ] || lacks "a plugin for a gcc"
cxx=g++-${GCC#gcc-}
install_prefix
module=$(find "$WORK/prefix" -name anycovTests.cmake)

mkdir -p tree/sub
cat >tree/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.19)
project(sample C)
enable_testing()
if(PACKAGE)
  find_package(anycov REQUIRED)
  anycov_record_tests()
endif()
add_executable(prog prog.c)
if(PACKAGE)
  anycov_instrument(prog)
endif()
add_test(NAME one COMMAND prog)
add_test(NAME "odd [; \"$x\" \\name" COMMAND prog "" "a;b" "[c" "\"\\$")
set_tests_properties(one PROPERTIES ENVIRONMENT "A=1;B=2")
add_test(script sh -c "test $A = 3 && ../build/prog three words here")
set_tests_properties(script PROPERTIES ENVIRONMENT A=3 PASS_REGULAR_EXPRESSION "^4\n$")
add_test(plain sh -c "echo plain")
set_tests_properties(plain PROPERTIES PASS_REGULAR_EXPRESSION "^plain\n$")
add_subdirectory(sub)
END
cat >tree/sub/CMakeLists.txt <<'END'
add_test(NAME fails COMMAND prog five words are here now)
set_tests_properties(fails PROPERTIES WILL_FAIL ON)
add_test(old ${OLD_NAME} x)
add_executable(not_built EXCLUDE_FROM_ALL ../prog.c)
add_test(NAME not_built COMMAND not_built)
END
cat >tree/prog.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	printf("%d\n", argc);
	if (argc == 1)
		return 0;
	if (argc == 5)
		return strcmp(argv[2], "a;b") || strcmp(argv[3], "[c") || strcmp(argv[4], "\"\\$");
	if (argc == 4)
		return 0;
	if (argc == 2)
		return 0;
	if (argc == 6)
		return 9;
	return 0;
}
END
# of LINE TEST: only this test reaches the line of prog.c
of()
{
	expect 0 "$ANYCOV" tests prog.c:$1 --names
	printf '%s\n' "$2" | cmp - "$WORK/out" || fail "line $1 is not only that of '$2'"
}
# record DIRECTORY: tests in parallel; not_built, which has no program, fails
record()
{
	rm -rf anycov-data
	expect 8 "$ANYCOV" run ctest --test-dir "$1" -j4 --output-on-failure
	has out "sub/not_built: cannot run: No such file or directory"
	has out "1 tests failed out of 7"
	of 7 one
	of 9 'odd [; "$x" \name'
	of 11 script
	of 13 old
	of 15 fails
	expect 0 "$ANYCOV" tests prog.c:16
	has out "no test reaches it"
	expect 0 "$ANYCOV" tests --names
	[ "$(wc -l <out)" -eq 7 ] || { cat out; fail "not seven tests"; }
	expect 0 "$ANYCOV" tests
	grep -q '^  plain  *0 ' out || { cat out; fail "a test that runs none of the code"; }
}
# configure ARGUMENT...: and build
configure()
{
	rm -rf build
	cmake -S tree -B build -DCMAKE_C_COMPILER="$GCC" -DCMAKE_BUILD_TYPE=Debug -DOLD_NAME=../prog "$@" \
		>build.log 2>&1 && cmake --build build >>build.log 2>&1 || { cat build.log; fail "build"; }
}
configure -DPACKAGE=ON -DCMAKE_PREFIX_PATH="$WORK/prefix"
record build
# A plain ctest records nothing, and its commands are those of the project.
rm -rf anycov-data
expect 8 ctest --test-dir build -V
hasnt out anycov
[ -z "$(find . -name anycov-data)" ] || fail "a plain ctest records"

# Launchers, and the project is not edited.
configure -DCMAKE_C_COMPILER_LAUNCHER="$ANYCOV;cc" -DCMAKE_C_LINKER_LAUNCHER="$ANYCOV;cc" \
	-DCMAKE_PROJECT_INCLUDE="$module"
record build
printf 'set(CMAKE_VERSION 3.17.0)\ninclude("%s")\n' "$module" >old.cmake
! cmake -S tree -B build -DCMAKE_PROJECT_INCLUDE="$WORK/old.cmake" >build.log 2>&1 || fail "an old CMake"
tr -s ' \n' ' ' <build.log >words
has words "recording tests by name needs CMake 3.18; this is 3.17.0"

# Frameworks whose tests are found when they are built.
cat >frame.h <<'END'
static int pick(int x)
{
	if (x == 1)
		return 10;
	if (x == 2)
		return 20;
	return 0;
}
END
# framework NAME HEADER PACKAGE: its programs need the header; FRAME has their CMakeLists.txt
framework()
{
	name=$1
	if ! command -v "$cxx" >where || ! echo "#include <$2>" | "$cxx" -E -xc++ - >pre.log 2>&1; then
		echo "missing: $3"
		return 0
	fi
	rm -rf build anycov-data
	{
		printf 'cmake_minimum_required(VERSION 3.16)\nproject(frame CXX)\nenable_testing()\n'
		printf 'find_package(anycov REQUIRED)\nadd_executable(prog prog.cc)\nanycov_instrument(prog)\n'
		cat
		echo 'anycov_record_tests()'
	} >frame/CMakeLists.txt
	cmake -S frame -B build -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug \
		-DCMAKE_PREFIX_PATH="$WORK/prefix" >build.log 2>&1 &&
		cmake --build build >>build.log 2>&1 || { cat build.log; fail "$name"; }
	[ -z "$(find . -name anycov-data)" ] || fail "$name: the build records"
	expect 0 "$ANYCOV" run ctest --test-dir build -j4 --output-on-failure
	for pair in "4:$first" "6:$second"; do
		expect 0 "$ANYCOV" tests "frame.h:${pair%%:*}" --names
		printf '%s\n' "${pair#*:}" | cmp - out || { cat out; fail "$name: ${pair#*:}"; }
	done
	expect 0 "$ANYCOV" tests frame.h:7
	has out "no test reaches it"
	printf '%s: %s, %s\n' "$name" "$first" "$second"
}
mkdir frame
cat >frame/prog.cc <<'END'
#include <gtest/gtest.h>
#include "../frame.h"
TEST(Pick, One) { EXPECT_EQ(pick(1), 10); }
struct Each : testing::TestWithParam<int> {};
TEST_P(Each, Two) { EXPECT_EQ(pick(GetParam()), 20); }
INSTANTIATE_TEST_SUITE_P(Twos, Each, testing::Values(2));
END
first=Pick.One second=Twos/Each.Two/2
framework GoogleTest gtest/gtest.h libgtest-dev <<'END'
find_package(GTest REQUIRED)
target_link_libraries(prog GTest::gtest_main)
include(GoogleTest)
gtest_discover_tests(prog)
END
for catch in catch2/catch.hpp catch2/catch_all.hpp; do
	echo "#include <$catch>" | "$cxx" -E -xc++ - >pre.log 2>&1 && break
done
cat >frame/prog.cc <<END
#define CATCH_CONFIG_MAIN
#include <$catch>
#include "../frame.h"
TEST_CASE("one, and no more", "[a]") { REQUIRE(pick(1) == 10); }
TEST_CASE("two: \\"x\\" \$y") { REQUIRE(pick(2) == 20); }
END
first='one, and no more' second='two: "x" $y'
framework Catch2 $catch catch2 <<'END'
find_package(Catch2 REQUIRED)
if(TARGET Catch2::Catch2WithMain)
  target_link_libraries(prog Catch2::Catch2WithMain)
else()
  target_link_libraries(prog Catch2::Catch2)
endif()
include(Catch)
catch_discover_tests(prog)
END
cat >frame/prog.cc <<'END'
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include "../frame.h"
TEST_CASE("one and no more") { CHECK(pick(1) == 10); }
TEST_CASE("two") { CHECK(pick(2) == 20); }
END
first='one and no more' second=two
framework doctest doctest/doctest.h doctest-dev <<'END'
find_package(doctest REQUIRED)
target_link_libraries(prog doctest::doctest)
include(doctest)
doctest_discover_tests(prog)
END
# Boost has no module of CMake that finds tests.
cat >frame/prog.cc <<'END'
#define BOOST_TEST_MODULE frame
#include <boost/test/included/unit_test.hpp>
#include "../frame.h"
BOOST_AUTO_TEST_CASE(one) { BOOST_TEST(pick(1) == 10); }
BOOST_AUTO_TEST_CASE(two) { BOOST_TEST(pick(2) == 20); }
END
first=frame.one second=frame.two
framework Boost.Test boost/test/included/unit_test.hpp libboost-test-dev <<'END'
foreach(test one two)
  add_test(NAME frame.${test} COMMAND prog --run_test=${test})
endforeach()
END
