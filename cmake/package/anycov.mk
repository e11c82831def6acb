# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# For makefiles with the usual variables: after CC and CFLAGS are set,
#
#   include $(shell pkg-config --variable=sourcedir anycov)/anycov.mk
#
# ANYCOV_FLAGS: options of `anycov flags`; ANYCOV_TARGET: flags that choose a runtime, such as
# -mcpu=cortex-m3 with --firmware.
ANYCOV ?= anycov

anycov_words := $(shell $(ANYCOV) flags --cc '$(CC)' $(ANYCOV_FLAGS))
ifeq ($(anycov_words),)
$(error anycov flags --cc '$(CC)' $(ANYCOV_FLAGS) fails; run it to see why)
endif
# The last -g decides, which is the makefile's; without line tables (-g0) calls cannot be told apart.
anycov_words_c := $(anycov_words) $(filter-out -g%0,$(filter -g%,$(CFLAGS)))
anycov_words_cxx := $(anycov_words) $(filter-out -g%0,$(filter -g%,$(CXXFLAGS)))
CFLAGS += $(anycov_words_c)
CXXFLAGS += $(anycov_words_cxx)
LDLIBS += $(shell $(ANYCOV) flags --cc '$(CC)' $(ANYCOV_FLAGS) --link -- $(ANYCOV_TARGET))
ifeq ($(filter --firmware,$(ANYCOV_FLAGS)),)
LDFLAGS += -Wl,--build-id
endif
