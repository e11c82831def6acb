/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* set_append() and set_append_n() write no byte beyond the room of the string. */
#include "set_sys.h"
#include <string.h>
#include "check.h"

int main(void)
{
	char s[8];

	for (size_t room = 1; room < sizeof(s); room++) {
		memset(s, 'x', sizeof(s));
		s[0] = 0;
		set_append(s, room, "abcdefghij");
		CHECK_EQ(strlen(s), room - 1);
		CHECK(!strncmp(s, "abcdefghij", room - 1));
		CHECK_EQ(s[room], 'x');
		/* There is no room for more. */
		set_append_n(s, room, "k", 1);
		CHECK_EQ(strlen(s), room - 1);
		CHECK_EQ(s[room], 'x');
	}
	s[0] = 0;
	set_append(s, sizeof(s), "ab");
	set_append_n(s, sizeof(s), "cde", 2);
	CHECK(!strcmp(s, "abcd"));
	return check_result();
}
