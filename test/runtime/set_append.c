/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* append() and append_n() write no byte beyond the room of the string. */
#include "flags/sys.h"
#include <string.h>
#include "check.h"

int main(void)
{
	char s[8];

	for (size_t room = 1; room < sizeof(s); room++) {
		memset(s, 'x', sizeof(s));
		s[0] = 0;
		append(s, room, "abcdefghij");
		CHECK_EQ(strlen(s), room - 1);
		CHECK(!strncmp(s, "abcdefghij", room - 1));
		CHECK_EQ(s[room], 'x');
		/* There is no room for more. */
		append_n(s, room, "k", 1);
		CHECK_EQ(strlen(s), room - 1);
		CHECK_EQ(s[room], 'x');
	}
	s[0] = 0;
	append(s, sizeof(s), "ab");
	append_n(s, sizeof(s), "cde", 2);
	CHECK(!strcmp(s, "abcd"));
	s[0] = 0;
	append_decimal(s, sizeof(s), 0);
	append_decimal(s, sizeof(s), 65534);
	CHECK(!strcmp(s, "065534"));
	return check_result();
}
