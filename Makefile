# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# A front end of CMake and the scripts that first installs missing packages
# (scripts/install-deps lists them).  With the dependencies installed,
# cmake -B build -G Ninja && ninja -C build does the same build.

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)
# Compilers to build plugins for, such as "gcc-12 clang-19"; empty: for all found.  Those that
# are named must work; of all found, those that do not are left out with a line that says why.
PLUGINS ?=
export PLUGINS # for scripts/install-deps
# GCCs (paths) that are not in PATH.
EXTRA_CC ?=

.DEFAULT_GOAL := build
.PHONY: bench build demo lint check check-all check-firmware check-kernel check-kernel-all check-matrix
.PHONY: anycov-static mutants torture install uninstall clean help
.PHONY: deps-one deps-build deps-demo deps-check deps-all deps-kernel deps-lint

deps-one deps-build deps-demo deps-check deps-all deps-kernel deps-lint: deps-%:
	@scripts/install-deps $*

configure = cmake -S . -B $(BUILD) -G Ninja -DCMAKE_INSTALL_PREFIX='$(PREFIX)' -DANYCOV_PLUGINS='$(PLUGINS)' \
	-DANYCOV_EXTRA_CC='$(EXTRA_CC)'
# cmake --build; then lists the compilers that were left out.
compile = cmake/compile $(BUILD) -j $(JOBS)
# What gets installed, without the programs of the tests.
parts = $(compile) --target anycov-parts

# One GCC of this machine, where CMake is missing: its plugin is built without it.
one := $(if $(EXTRA_CC),,$(if $(filter 1,$(words $(PLUGINS))),$(filter gcc-%,$(PLUGINS))))
one := $(if $(one),$(shell command -v cmake >/dev/null && command -v ninja >/dev/null || echo $(one)))
make_one = $(MAKE) --no-print-directory -f cmake/one.mk -j $(JOBS) CC=$(one) BUILD='$(BUILD)' \
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)'

build: deps-$(if $(one),one,build) ## build the plugins, the runtime and the command
	@$(if $(one),$(make_one),$(configure) && $(parts))

demo: override PLUGINS := $(if $(PLUGINS),$(PLUGINS) arm-none-eabi-gcc)
demo: deps-demo          ## instrument a real program and a firmware image, run both, report
	@$(configure) >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@$(parts) >>$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@BUILD=$(BUILD) scripts/demo

# Runs the tools that are there and names those that are missing; CI=true requires all.
lint:                    ## style, static analysis and the tree's own rules
	@$(configure) >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@BUILD=$(BUILD) scripts/lint

# A build directory of its own, with the compilers of make demo alone; as the preset dev, which
# Debian 11's CMake 3.18 cannot read.
check: BUILD = build-check
check: PLUGINS := $(or $(PLUGINS),default)
check: deps-check        ## every part of the test suite on the compilers of make demo, in 10 minutes
	@$(configure) -DANYCOV_WERROR=ON
	@$(compile)
	@BUILD=$(BUILD) scripts/check

check-all: deps-kernel   ## the test suite on every compiler found, whole tables of kernels and firmware: hours
	@$(configure)
	@$(compile)
	@BUILD=$(BUILD) scripts/check --all

check-firmware: deps-all  ## images in simulators, for every target and compiler found
	@$(configure)
	@$(parts) firmware-tools
	@BUILD=$(BUILD) scripts/check --all firmware

check-kernel: deps-kernel  ## builds and boots a few Linux kernels in QEMU
	@$(configure)
	@$(parts)
	@BUILD=$(BUILD) scripts/kernel-check

check-kernel-all: deps-kernel ## all kernels of the table; takes hours
	@$(configure)
	@$(parts)
	@BUILD=$(BUILD) scripts/kernel-check --all

bench: deps-all          ## what coverage costs, in ratios: hooks, then programs
	@$(configure)
	@$(compile)
	@bench/hooks/run /usr/src/linux-source-6.12.tar.xz gcc-12 clang-19
	@BUILD=$(BUILD) bench/run
	@BUILD=$(BUILD) bench/fleet

# SUITES="bullseye trixie sid": a chroot for each, kept in build-matrix; as root.
check-matrix:            ## the compilers of other Debian suites: all lanes, the runtime, a real program
	@scripts/check-matrix $(SUITES)

N ?= 3000
torture: deps-all        ## a sample of N= cells (3000) of the torture grid, of SEED=; or a part of all: SHARD=i/n
	@$(configure) && $(parts)
	@BUILD=$(BUILD) scripts/torture $(if $(SHARD),--shard $(SHARD),--sample $(N) --own-seeds --least 1 \
		$(if $(SEED),--seed $(SEED)) $(if $(filter 3000,$(N)),--budget 340 --least 300))

# In build-mutants/, a copy of the tree.
mutants: deps-check      ## 60 small changes of the code, each of which a test must notice: SEED=, COUNT=; hours
	@PLUGINS='$(or $(PLUGINS),default)' scripts/mutants --jobs $(JOBS) $(if $(SEED),--seed $(SEED)) \
		$(if $(COUNT),--count $(COUNT))

anycov-static: deps-build ## the command without shared libraries, for guests: build/static/anycov
	@$(configure)
	@cmake --build $(BUILD) --target anycov-static -j $(JOBS)

install:                 ## install them: PREFIX= (/usr/local), DESTDIR=
	@$(if $(one),$(make_one) install,$(configure) && $(parts) && DESTDIR='$(DESTDIR)' cmake --install $(BUILD))

uninstall:               ## remove what make install put there: PREFIX=, DESTDIR=
	@cmake/uninstall '$(DESTDIR)$(PREFIX)'

clean:
	rm -rf $(BUILD) $(BUILD).log

help:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile
