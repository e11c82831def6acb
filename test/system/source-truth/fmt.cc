// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A program that uses fmt's library.
#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/printf.h>
#include <fmt/ranges.h>
#include <map>
#include <vector>
int main()
{
	std::map<std::string, int> m = { { "a", 1 }, { "b", 2 } };

	fmt::print("{} {:>8} {:#x} {:+.3e} {:08.2f}\n", 42, "right", 255, 1e100, -3.14159);
	fmt::print("{:*^20} {!r:}\n"[0] ? "{:*^20} {}\n" : "", "mid", true);
	fmt::print("{} {}\n", std::vector<int>{ 1, 2, 3 }, m);
	fmt::print("{:%H:%M:%S} {}\n", std::chrono::seconds(3661), std::chrono::milliseconds(5));
	fmt::print(fmt::fg(fmt::color::red), "red {}\n", 1.5f);
	fmt::printf("%d %5s %-5u| %g\n", -1, "s", 7u, 0.1);
	for (double d : { 0.0, 1e-7, 123456.789, 1e23, 5e-324 })
		fmt::print("{} {:.17g} {:a}\n", d, d, d);
	for (const char *bad : { "{", "{:z}", "{1}", "{:.", "}" })
		try {
			fmt::print("{}\n", fmt::format(fmt::runtime(bad), 5));
		} catch (const fmt::format_error &e) {
			fmt::print("{}\n", e.what());
		}
	return 0;
}
