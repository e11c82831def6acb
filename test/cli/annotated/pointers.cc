/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Tests that clang makes are no branches: whether there is something to delete, to convert or to
 * destroy.  GCC has them where gcov shows them.  The same tests of the user are. */
// arguments: x
// conditions: clang
#include <cstdio>
#include <new>
#include <typeinfo>

struct Left {
	int a;
};
struct Right {
	int b = 2; // clang: +
	virtual ~Right() // +
	{ // +
		if (b > 5) // + [+-] {-+}
			puts("right"); // -
	} // +
};
struct Both : Left, Right {
};

#define IS_NULL(p) ((p) == nullptr)

static void drop(Left *plain, Right *one, Right *many) // +
{
	delete plain; // + gcc: [+-]
	delete one; // + gcc: [+-]
	delete[] many; // + gcc: [+-]
} // +

static void drop_tested(Right *one) // +
{
	if (IS_NULL(one)) // + [+-] {-+}
		return; // -
	if (one == nullptr) // + [+-] {-+}
		return; // -
	if (!one) // + [+-] {+-}
		return; // -
	if (one && one->b) // + [+-] [+-] {+- +-}
		delete one; // + gcc: [+-]
} // clang: +

static Left *convert(Both *both) // +
{
	return both; // + gcc: [+-]
}

static Both *find(Right *right) // +
{
	return dynamic_cast<Both *>(right); // + gcc: [+-]
}

static int *make(int n) // +
{
	return new (std::nothrow) int(n); // + gcc: [+-]
}

static int destroy(int n) // +
{
	Right array[2]; // + gcc: [++]

	if (n > 1 && array[n % 2].b) // + [+-] [+-] {+- +-}
		n--; // +
	return n; // +
} // + gcc: [++]

int main(int argc, char **) // +
{
	Right *many = new Right[2](); // + gcc: [++]
	Right *one = new Right; // +
	Both both; // +

	drop(new Left, one, many); // +
	one = new Right; // +
	drop_tested(one); // +
	delete make(destroy(argc)); // + gcc: [+-]
	printf("%d\n", convert(&both)->a + find(&both)->a + (typeid(both) == typeid(Right))); // +
	return 0; // +
} // +
