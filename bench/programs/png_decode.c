/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* All of stb_image (Debian's libstb-dev): the code that is instrumented. */
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_THREAD_LOCALS
#include <stb/stb_image.h>
