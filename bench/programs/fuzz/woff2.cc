/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decodes a WOFF2 font. */
#include <cstdint>
#include <string>
#include <woff2/decode.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	std::string font;
	woff2::WOFF2StringOut out(&font);

	out.SetMaxSize(30u << 20);
	woff2::ConvertWOFF2ToTTF(data, size, &out);
	return 0;
}
