/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* std::string: find, compare, substr. */
#include <string>
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const std::string text(reinterpret_cast<const char *>(data), size);

	if (text.size() > 3 && text.compare(0, 3, "map") == 0)
		if (text.find(";;") != std::string::npos)
			abort();
	return 0;
}
