# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A thin front: it installs what is missing (scripts/install-deps says what),
# then hands over to CMake and the scripts.  With the dependencies in place,
# cmake -B build -G Ninja && ninja -C build does the same build.

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)

.DEFAULT_GOAL := build
.PHONY: bench build demo check check-all check-firmware check-kernel check-kernel-all torture install clean help
.PHONY: deps-build deps-demo deps-check deps-all deps-kernel

deps-build deps-demo deps-check deps-all deps-kernel: deps-%:
	@scripts/install-deps $*

configure = cmake -S . -B $(BUILD) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX)
compile = cmake --build $(BUILD) -j $(JOBS)
# What gets installed, without the programs of the tests.
parts = $(compile) --target anycov-parts

build: deps-build        ## build the plugins, the runtime and the command
	@$(configure) && $(parts)

demo: deps-demo          ## instrument a real program and a firmware image, run both, report
	@$(configure) >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@$(parts) >>$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@BUILD=$(BUILD) scripts/demo

check: deps-check        ## the test suite on every compiler found
	@$(configure)
	@$(compile)
	@BUILD=$(BUILD) scripts/check

check-all: deps-all      ## the long form
	@$(configure)
	@$(compile)
	@BUILD=$(BUILD) scripts/check --all

check-firmware: deps-check ## the part of make check that runs images in simulators
	@$(configure)
	@$(parts) firmware-tools
	@BUILD=$(BUILD) scripts/check firmware

check-kernel: deps-kernel  ## builds and boots a few Linux kernels in QEMU
	@$(configure)
	@$(parts)
	@BUILD=$(BUILD) scripts/kernel-check

check-kernel-all: deps-kernel ## the whole table of kernels, for hours
	@$(configure)
	@$(parts)
	@BUILD=$(BUILD) scripts/kernel-check --all

bench: deps-check        ## what coverage costs, in ratios: hooks, then programs
	@$(configure)
	@$(compile)
	@bench/hooks/run /usr/src/linux-source-6.12.tar.xz gcc-12 clang-19
	@BUILD=$(BUILD) bench/run
	@BUILD=$(BUILD) bench/fleet

N ?= 3000
torture: deps-all        ## a sample of N= cells (3000) of the torture grid, of SEED=; or a part of all: SHARD=i/n
	@$(configure) && $(parts)
	@BUILD=$(BUILD) scripts/torture $(if $(SHARD),--shard $(SHARD),--sample $(N) --own-seeds --least 1 \
		$(if $(SEED),--seed $(SEED)) $(if $(filter 3000,$(N)),--budget 340 --least 300))

install:                 ## make install DESTDIR= PREFIX=
	@$(configure) && $(parts)
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD)

clean:
	rm -rf $(BUILD) $(BUILD).log

help:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile
