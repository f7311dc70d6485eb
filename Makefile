# Orrery's commands. `make play` and `make test` prepare everything they need and rebuild only what changed.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-print-directory --no-builtin-rules

WORKERS ?= 2
PIP := .venv/bin/python -m pip install -qq --disable-pip-version-check
WHEEL := .venv/bin/python -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
# Locks hold versions and hashes for every platform, and neither a path nor a download address.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- people -----------------------------------------------------------------------------------------------

.PHONY: play
play: .venv/play.stamp compiled page ## Start Orrery on http://127.0.0.1:8700 (ORRERY_PORT, ORRERY_DATA)
	@.venv/bin/orrery serve || [ $$? = 130 ] # Ctrl-C before it listens is no failure either

.PHONY: setup
setup: .venv/play.stamp compiled ## Prepare .venv with the orrery command in it

# --- developers -------------------------------------------------------------------------------------------

# Servers and browsers make tests wait for a sixth of their time: half as many processes more than cores, and beside
# them the engines as plain Python.
.PHONY: test
test check: export PYTHONDONTWRITEBYTECODE := # tests start hundreds of processes: what Python has compiled is kept
test: .venv/bin/python ## Run every test (22 minutes on 2 cores)
	@scripts/prepare node >/dev/null # alone, because it may install into .venv
	@$(MAKE) -j2 --output-sync=line lint page site web-test programs compiled-for-tests
	@$(MAKE) -j2 tests tests-of-engines

.PHONY: tests tests-of-engines
tests:
	.venv/bin/pytest -n $$(($(WORKERS) * 3 / 2)) --dist worksteal --durations 15

# They stand back and use what the others leave of the machine; what they say follows when they have ended.
tests-of-engines:
	@ORRERY_PURE=1 nice -n 5 .venv/bin/pytest -q -p no:cacheprovider -n $(WORKERS) --dist worksteal $(ENGINES) \
		>build/plain.txt 2>&1 || { cat build/plain.txt; exit 1; }
	@echo "The engines as plain Python: $$(tail -n 1 build/plain.txt)"

# Tests of the engines, the contract and the corpus: they run compiled with all others, and once more as plain Python.
ENGINES := tests/core tests/gaia tests/evacuation tests/every_game.py

.PHONY: check
check: .venv/test.stamp lint ## Run the quick part of the tests (under a minute)
	.venv/bin/pytest -q -n $(WORKERS) --dist worksteal -m "not soak and not slow and not browser"

PART ?= all
.PHONY: soak
soak: .venv/test.stamp page programs ## Run a part of the full counts (PART=contract, federations, kills, races, fuzz, browser)
	.venv/bin/python -m tests.soaking $(PART) $(WORKERS)

.PHONY: coverage
coverage: .venv/test.stamp ## Measure which branches of the rules the tests take; fails under 98 %
	rm -rf build/coverage && mkdir -p build/coverage
	ORRERY_PURE=1 .venv/bin/coverage run -m pytest -q -p tests.contexts -n $(WORKERS) --dist worksteal -m "not soak and not slow" $(ENGINES)
	.venv/bin/coverage combine -q
	.venv/bin/coverage json -q --fail-under 0 -o build/coverage/report.json
	.venv/bin/python -m tests.branches build/coverage/report.json

# What is changed, how much of it, and for how long: FILES=gaia/rules/reach.py SAMPLE=40 SEED=1 MINUTES=30.
SAMPLE ?= 0
SEED ?= 1
MINUTES ?= 0
.PHONY: mutation
mutation: .venv/mutation.stamp build/coverage/report.json ## Change the rules and see whether a test notices (FILES, SAMPLE, SEED, MINUTES); goes on where it stopped
	ORRERY_PURE=1 .venv/bin/python -m tests.mutants --workers $(WORKERS) --sample $(SAMPLE) --seed $(SEED) --minutes $(MINUTES) --tests $(ENGINES) -- $(FILES)

# Which test runs which line of the rules as they are: measured anew when a rule or a test has changed.
build/coverage/report.json: $(shell find src/orrery/core src/orrery/gaia src/orrery/evacuation tests/core tests/gaia tests/evacuation -name '*.py')
	@$(MAKE) coverage || [ -f $@ ] # under the floor is told, and no reason not to go on

.PHONY: docs
docs: .venv/docs.stamp ## Make the site of the documents, with a search, in build/site-docs
	.venv/bin/sphinx-build -q -W --keep-going -b html -d build/site-docs/.doctrees docs build/site-docs
	@echo "build/site-docs/index.html"

.PHONY: lint
lint: .venv/test.stamp ## Check format, lint and types of the Python code
	.venv/bin/ruff format --check --quiet src tests
	.venv/bin/ruff check --quiet src tests
	.venv/bin/mypy

.PHONY: format
format: .venv/test.stamp ## Put the Python code into its format
	.venv/bin/ruff format src tests
	.venv/bin/ruff check --fix src tests

.PHONY: lock
lock: ## Lock the newest versions that pyproject.toml allows (needs uv)
	$(LOCK) --upgrade --extra study --extra ray --extra test pyproject.toml requirements/build.in -o requirements/test.txt
	$(LOCK) --upgrade --constraints requirements/test.txt pyproject.toml requirements/build.in -o requirements/play.txt
	$(LOCK) --upgrade requirements/node.in -o requirements/node.txt
	$(LOCK) --upgrade --constraints requirements/test.txt requirements/docs.in -o requirements/docs.txt
	$(LOCK) --upgrade --constraints requirements/test.txt requirements/mutation.in -o requirements/mutation.txt

.PHONY: dist
dist: .venv/play.stamp compiled page ## Build both kinds of wheel, plain and compiled for this machine, and an sdist into dist
	rm -rf dist build/lib build/bdist.*
	@$(WHEEL)
	rm -rf build/lib build/bdist.*
	@ORRERY_COMPILED=1 $(WHEEL)
	rm -rf build/lib build/bdist.*
	@.venv/bin/python -c 'from setuptools.build_meta import build_sdist; build_sdist("dist")' >/dev/null
	@ls dist

.PHONY: clean
clean: ## Remove everything that these commands made
	rm -rf dist .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build web/node_modules src/orrery/server/static src/*.egg-info

# --- what they need ---------------------------------------------------------------------------------------

# Asked every time, because a moved folder or a removed Python breaks a virtual environment without touching it.
.venv/bin/python: always
	@scripts/prepare venv

.PHONY: always
always:

.venv/play.stamp: requirements/play.txt pyproject.toml | .venv/bin/python
	@echo "Installing what Orrery needs into .venv ..."
	@$(PIP) --require-hashes -r requirements/play.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.stamp: requirements/test.txt pyproject.toml | .venv/bin/python
	@echo "Installing what Orrery's tests need into .venv ..."
	@$(PIP) --require-hashes -r requirements/test.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch .venv/play.stamp $@

.venv/docs.stamp: requirements/docs.txt | .venv/test.stamp
	@echo "Installing what the site of the documents needs into .venv ..."
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

.venv/mutation.stamp: requirements/mutation.txt | .venv/test.stamp
	@echo "Installing what changes the rules into .venv ..."
	@$(PIP) --require-hashes -r requirements/mutation.txt
	@touch $@

# Made once for the sources as they are; where that is not possible a sentence says why, and plain Python runs.
.PHONY: compiled
compiled: .venv/play.stamp
	@.venv/bin/python -m orrery.compiling

.PHONY: compiled-for-tests
compiled-for-tests: .venv/test.stamp
	@.venv/bin/python -m orrery.compiling

.PHONY: programs
programs: .venv/test.stamp
	@scripts/prepare chromium
	@scripts/prepare postgresql

# --- the page ---------------------------------------------------------------------------------------------

PAGE := src/orrery/server/static/index.html
# A part of the page may come from elsewhere: web/page.mk can add to this.
PAGE_INPUTS := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/tests/*' -not -name '*.md' 2>/dev/null)
NPM = PATH="$$(scripts/prepare node):$$PATH" npm --prefix web

-include web/page.mk

.PHONY: page web-test
ifneq ($(wildcard web/package.json),)
page: $(PAGE)

web-test: web/node_modules/.package-lock.json
	$(NPM) run check
	$(NPM) run lint
	$(NPM) test
else
page web-test:
endif

web/node_modules/.package-lock.json: web/package-lock.json | .venv/bin/python
	@echo "Installing what building the page needs into web/node_modules ..."
	@$(NPM) ci --no-fund --no-audit --loglevel error </dev/null
	@touch $@

$(PAGE): web/node_modules/.package-lock.json $(PAGE_INPUTS)
	@echo "Building the page ..."
	@$(NPM) run --silent build -- --logLevel error </dev/null
	@touch $@
