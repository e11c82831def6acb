# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Flags and installed files that CMake (anycov_lists()) and cmake/one.mk read: lines
# "NAME := WORD..." and "NAME += WORD...", of GNU Make's syntax nothing else.

warnings := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
plugin_flags := -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden -Wall -Wextra -Wshadow

# Headers that programs include; those of the compiler's side are for sources alone.
public_headers := anycov.h buffer.h dump.h flags_file.h kcov.h sections.h task_table.h test.h

# What is copied from runtime/ and include/: sources to port the runtime, to build it for a compiler
# that was not found, to put it into a kernel.
source_patterns := *.[chS] *.def *.ld *.sh *.mk Makefile install series *.rst conditions cover-letter.txt
# ... and of modules of an RTOS: what its build system reads.
source_patterns += CMakeLists.txt Kconfig Make.defs module.yml *.ignorelist

# Documentation: pages with the links that they have in the tree, as files and whole directories.
doc_files := README.md CHANGELOG.md CONTRIBUTING.md bench/README.md
doc_directories := docs examples LICENSES bench/results

# Beside the plugins: the default lists of `anycov flags --firmware`, and linker scripts.
beside_plugins := cli/compiler/firmware.ignorelist cli/compiler/empty.allowlist
beside_plugins += cli/compiler/afl-macros.h
beside_plugins += runtime/port/baremetal/avr.ld runtime/port/baremetal/avr-order.ld
beside_plugins += runtime/port/baremetal/guards.ld
