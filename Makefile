# A front for CMake and its presets (CMakePresets.json). Whatever a target needs that this machine lacks is
# installed first, or named: see cmake/install-packages.sh.

SHELL      := /bin/bash
.SHELLFLAGS := -o pipefail -c

JOBS    ?= $(shell n=$$(nproc 2>/dev/null || echo 1); [ $$n -le 2 ] && echo $$n || echo 2)
PREFIX  ?= /usr/local
PROGRAM := build/fermata
PACKAGES := cmake/install-packages.sh
SOURCES := $(shell find native tests midi ipc \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null)

export FERMATA := $(CURDIR)/$(PROGRAM)

# configure-and-build: preset, directory, targets
build = mkdir -p $(2); \
        cmake --preset $(1) >$(2)/configure.log 2>&1 || { cat $(2)/configure.log >&2; exit 1; }; \
        cmake --build $(2) -j $(JOBS) --target $(3)

.PHONY: all dev run test bench soak fuzz asan tsan format lint docs install clean

all:
	@$(PACKAGES) build
	@$(call build,release,build,all)

dev: all
	@$(call build,dev,build/dev,all)

run: all
	@$(PROGRAM) $(ARGS)

test:
	@$(PACKAGES) build test
	@$(call build,release,build,all tests)
	@tests/run-all build -j $(JOBS)

asan tsan:
	@$(PACKAGES) build test
	@$(call build,release,build,all)
	@$(call build,$@,build/$@,all tests)
	@tests/run-all build/$@ -j $(JOBS)

fuzz:
	@$(PACKAGES) build fuzz
	@tests/fuzz/run build/fuzz --runs 5000000

bench: all
	@$(call build,release,build,notation_bench append_bench)
	@tests/bench/run

soak:
	@$(PACKAGES) build test
	@$(call build,release,build,all tests)
	@KILL_CYCLES=1000 SIGNAL_ROUNDS=1000 FAULT_ALL=1 tests/run-all build -R 'fault/|terminal/signals'

format:
	@$(PACKAGES) style
	@clang-format -i $(SOURCES)

lint: all
	@$(PACKAGES) style
	@clang-format --dry-run -Werror $(SOURCES)
	@printf '%s\n' $(filter native/%.cpp,$(SOURCES)) | \
	  xargs -P $(JOBS) -n 1 clang-tidy -p build --quiet 2>&1 | sed '/warnings generated\.$$/d'

docs: all
	@mkdir -p docs
	@$(PROGRAM) --primitives-doc >build/primitives.md
	@mv build/primitives.md docs/primitives.md
	@$(PROGRAM) --commands-doc >build/commands.md
	@mv build/commands.md docs/commands.md

install: all
	@cmake --install build --prefix $(PREFIX)

clean:
	@rm -rf build
