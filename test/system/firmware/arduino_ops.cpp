// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Operations of the Arduino core, one per step, on AVR and on the host.
#include "Print.h"
#include "WString.h"

long random(long, long);
void randomSeed(unsigned long);
long map(long, long, long, long, long);

class Sink : public Print
{
      public:
	unsigned sum = 0;
	size_t write(uint8_t c)
	{
		sum = sum * 31 + c;
		return 1;
	}
	using Print::write;
};

static Sink sink;

extern "C" int step(int n)
{
	switch (n) {
	case 0: {
		String s("sensor");
		s += ' ';
		s.concat(42);
		return s.length() == 9 && s.startsWith("sens") && !s.endsWith("x");
	}
	case 1: {
		String s("  a,b,c ");
		s.trim();
		s.replace(",", "--");
		return s == "a--b--c";
	}
	case 2: {
		String s("MiXed");
		s.toUpperCase();
		return s.indexOf('X') == 2 && s.indexOf("ED") == 3 && s.lastIndexOf('M') == 0;
	}
	case 3:
		return String("1234").toInt() == 1234 && String("abc").compareTo("abd") < 0;
	case 4:
		return sink.print("text") == 4 && sink.print('c') == 1;
	case 5:
		return sink.print(-1234) == 5 && sink.print(255, 16) == 2 && sink.println() == 2;
	case 6:
		return sink.print(3.14159, 3) == 5;
	case 7:
		return map(5, 0, 10, 0, 100) == 50;
	case 8: {
		String s("abcdef");
		s.remove(1, 2);
		s.setCharAt(0, 'z');
		return s == "zdef" && s.substring(1, 3) == "de" && s.equalsIgnoreCase("ZDEF");
	}
	default:
		return -1;
	}
}
