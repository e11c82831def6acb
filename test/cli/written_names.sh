# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Names of C++ are those that a person writes, and a function is found by the last part of its name;
# what is asked for and is not there gets the nearest name, of commands and options, too.
. "${0%/*}/lib.sh"
cat >n.cc <<'EOF'
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
namespace shop {
template <class T> struct Stack {
	std::vector<T> v;
	__attribute__((noinline)) void push(T x) { v.push_back(x); }
};
__attribute__((noinline)) int evaluate(const std::string &s)
{
	Stack<std::string> t;
	t.push(s);
	return (int)t.v.size();
}
}
void f1(std::map<std::string, std::vector<int>>) {}
void f2(std::unique_ptr<shop::Stack<int>>, std::set<int>, std::set<int, std::greater<int>>) {}
void f3(std::unordered_map<std::string, int> &, std::ostream &, std::wstring) {}
void f4(std::vector<std::vector<std::string>>, std::function<void(int, std::string)>) {}
void f5(std::map<std::pair<int, int>, int, std::less<void>>) {}
/* What is no default of these stays. */
void g1(int, std::allocator<char>) {}
void g2(std::pair<int, std::less<int>>, std::vector<int> (*)(int, std::allocator<char>)) {}
void g3(std::set<int, std::less<long>>, std::vector<int, std::allocator<const int>> *) {}
struct Less {
	bool operator<(const Less &) const { return false; }
	bool operator>(const Less &) const { return false; }
	Less *operator->() { return this; }
	operator int() { return 1; }
	template <class T> Less &operator<<(T) { return *this; }
};
template <bool (Less::*f)(const Less &) const> void g4() {}
template <class T> decltype(T() + 1) made(T) { return 0; }
template <class T> int (*pointer(T))(char) { return nullptr; }
std::string tagged() { return "x"; }
#define OVER void over(int) {} void over(int, std::allocator<char>) {}
OVER
int main()
{
	Less x;

	over(1), made(1), pointer(1), tagged(), g4<&Less::operator> >();
	return shop::evaluate("x") - 1 + (x < x) + (x > x) + (int)(x << 1) - (x.operator->() == &x);
}
EOF
some=
for cc in $GCC $CLANG; do
	case $cc in
	gcc*) cxx=g++${cc#gcc} ;;
	*) cxx=clang++${cc#clang} ;;
	esac
	have "$cc" && command -v "$cxx" >/dev/null || continue
	some=yes
	rm -rf anycov-data
	expect 0 "$ANYCOV" cc "$cxx" -std=c++17 n.cc -o n
	expect 0 "$ANYCOV" run ./n
	COLUMNS=200 expect 0 "$ANYCOV" report --functions
	for name in "shop::Stack<std::string>::push(std::string)" "shop::evaluate(std::string const&)" \
		"f1(std::map<std::string, std::vector<int>>)" \
		"f2(std::unique_ptr<shop::Stack<int>>, std::set<int>, std::set<int, std::greater<int>>)" \
		"f3(std::unordered_map<std::string, int>&, std::ostream&, std::wstring)" \
		"f4(std::vector<std::vector<std::string>>, std::function<void (int, std::string)>)" \
		"f5(std::map<std::pair<int, int>, int, std::less<void>>)" "g1(int, std::allocator<char>)" \
		"g2(std::pair<int, std::less<int>>, std::vector<int> (*)(int, std::allocator<char>))" \
		"g3(std::set<int, std::less<long>" "std::vector<int, std::allocator<int const>" \
		"Less::operator<(Less const&) const" "Less::operator>(Less const&) const" \
		"Less::operator->()" "Less::operator int()" "Less& Less::operator<< <int>(int)" \
		"over(int)" "over(int, std::allocator<char>)"; do
		has out "$name"
	done
	# The last part is enough; what another demangler prints is the same function.
	expect 0 "$ANYCOV" report --functions evaluate
	has out "shop::evaluate(std::string const&) (n.cc:14)"
	expect 0 "$ANYCOV" report --functions push
	has out "shop::Stack<std::string>::push(std::string) (n.cc:12)"
	for part in "Stack<std::string>::push" "Stack<std::string>::push(std::string)"; do
		expect 0 "$ANYCOV" report "$part"
		has out "shop::Stack<std::string>::push(std::string) (n.cc:12)"
	done
	expect 1 "$ANYCOV" report "tack<std::string>::push"
	for name in made pointer tagged "operator<" "operator int" "operator->"; do
		expect 0 "$ANYCOV" report --functions "$name"
		has out "1 of 1 lines covered"
	done
	long='std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >'
	for glob in 'shop::*' "shop::Stack<$long >::push" "shop::Stack<std::string>::push"; do
		expect 0 "$ANYCOV" report --functions --function "$glob"
		has out "push(std::string)"
		hasnt out "  f1("
	done
	expect 1 "$ANYCOV" report --functions evaluat
	has err "evaluat: neither a recording, nor a source file or function of the report; did you mean evaluate?"
	expect 1 "$ANYCOV" report --functions n.c
	has err "did you mean n.cc?"
	expect 1 "$ANYCOV" report --functions nonsense
	has err "nonsense: neither a recording, nor a source file or function of the report; 'anycov report' lists these"
done
[ "$some" ] || lacks "a C++ compiler with a plugin"
expect 2 "$ANYCOV" reqort
has err "anycov: unknown command reqort; did you mean 'anycov report'?"
expect 2 "$ANYCOV" xyzzy
has err "anycov: unknown command xyzzy; see 'anycov help'"
expect 2 "$ANYCOV" report --functions --lcvo=x
has err "anycov report: unknown option --lcvo=x; did you mean --lcov?"
# The beginning of an option is nearer than another word of as many letters (--force).
expect 2 "$ANYCOV" report --source a=b
has err "anycov report: unknown option --source; did you mean --source-map?"
expect 2 "$ANYCOV" report --xy
has err "anycov report: unknown option --xy; see 'anycov report --help'"
expect 2 "$ANYCOV"
has out "  report   Reports covered"
for word in version --version -v -V; do
	expect 0 "$ANYCOV" "$word"
	[ "$(cat out)" = "anycov $(sed -n 's/^project(anycov VERSION \([0-9.]*\).*/\1/p' "${0%/*}/../../CMakeLists.txt")" ] ||
		fail "$word: $(cat out)"
done
