# Warnings are errors in our own builds; see Package.swift.
export TILEQUILL_STRICT = 1

# Where `make install` puts things: below $(DESTDIR)$(PREFIX).
PREFIX = /usr/local
DESTDIR =
# How many seconds `make fuzz` gives each parser.
FUZZ_SECONDS = 10
# Which tests `make test` runs: all, or those whose names match this.
FILTER =
# How many runs `make torture` kills.
KILLS = 100
# How many rounds `make torture` lets two programs at one tileset, for each pair of commands.
ROUNDS = 200
# What `make bench` runs: pixels along a side, styles, runs of each program, whose names match, races.
SIZE = 4096
STYLES = cartoon,parchment,watercolor
RUNS = 3
ONLY =
RACES =
# What `make profile` looks at, besides SIZE.
STYLE = watercolor
COMPRESS = default

SOURCES = Sources Tests Package.swift

.PHONY: help demo build test lint format check sample bench bench-serve profile torture fuzz \
  sanitize install dist docs clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

demo: ## Build, slice the sample drawing, check and show its tiles (installs missing libraries)
	@.ci/demo

build: ## Build the program and the libraries for release
	@.ci/setup
	swift build -c release

test: ## Run all tests, or some: make test FILTER=SampleTests
	@.ci/setup
	@.ci/test '$(FILTER)'

lint: ## Say where the format is not the house's
	swift format lint --strict --recursive --parallel $(SOURCES)

format: ## Format all Swift files
	swift format --in-place --recursive --parallel $(SOURCES)

check: ## Format, layers, warnings, the sample tiles, then all tests
	@.ci/setup
	@$(MAKE) --no-print-directory lint
	@.ci/layers
	@.ci/warnings
	.build/release/tilequill validate tiles
	@$(MAKE) --no-print-directory test

fuzz: ## Feed each parser made-up files: make fuzz FUZZ_SECONDS=60
	@.ci/setup
	@FUZZ_SECONDS='$(FUZZ_SECONDS)' .ci/fuzz

sanitize: ## Run the tests watched for wrong memory use and for races between threads
	@.ci/setup
	@.ci/sanitize '$(FILTER)'

sample: ## Make tiles/ anew from the sample drawing
	@.ci/setup
	@.ci/sample

torture: ## Kill what writes at any moment and call; race it; fill its disk; cut its power
	@.ci/setup
	swift build -c release --product tilequill
	@.ci/torture $(KILLS)
	@.ci/torture-kills
	@.ci/torture-races $(ROUNDS)
	@.ci/torture-power

bench: ## Time tilequill beside other tilers: make bench SIZE=16384 STYLES=cartoon
	@.ci/setup
	@swift build -c release </dev/null
	@.build/release/tilequill-bench --size '$(SIZE)' --styles '$(STYLES)' --runs '$(RUNS)' \
	  --only '$(ONLY)' --races '$(RACES)'

bench-serve: ## Time the preview beside nginx and python3 -m http.server (needs wrk)
	@.ci/setup
	@swift build -c release --product tilequill </dev/null
	@.ci/bench-serve

profile: ## Show where a slice spends its time: make profile STYLE=cartoon COMPRESS=fast
	@.ci/setup
	@.ci/profile '$(SIZE)' '$(STYLE)' '$(COMPRESS)'

install: ## Install program and completions: make install PREFIX=$HOME/.local
	@.ci/setup
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' .ci/install

dist: ## Make a tarball for Linux machines without Swift, and try it
	@.ci/setup
	@.ci/dist
	@.ci/try-dist

docs: ## Make the pages of the documentation
	@.ci/setup
	@.ci/docs

clean: ## Remove everything that was built
	rm -rf .build
