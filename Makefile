# Everything lives in .venv; each command sets up what it needs first.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# More workers than this only compile the same rules once more each.
PYTEST := $(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist worksteal
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--no-emit-index-url --no-header --quiet

.DEFAULT_GOAL := help
.PHONY: help setup play test test-unit test-bounds test-long lint rules bench lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make .venv with everything in it

play: $(READY) ## Play in the terminal
	@$(BIN)/rattus play

test: lint rules test-unit test-bounds ## Run all checks but the long ones

# Compiled once beforehand, the rules are not compiled by every worker again.
test-unit: $(READY) ## Run the tests alone
	$(BIN)/rattus warm
	$(PYTEST)

# Bounds checking is part of the compiled code, so this run shares no cache with the others.
test-bounds: $(READY) ## Run the core tests with bounds checking on
	@cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && \
	NUMBA_BOUNDSCHECK=1 RATTUS_CACHE="$$cache" $(PYTEST) -m "bounds and not long"

test-long: $(READY) ## Run all tests, the long ones too
	$(PYTEST) -m "long or not long"

lint: $(READY) ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

rules: $(READY) ## Show which code and which tests stand for which rule
	$(BIN)/python tools/rule_table.py

bench: .venv/.bench ## Measure speed, beside other engines
	$(BIN)/python bench/run.py
	$(BIN)/python bench/search.py

lock: | $(BIN)/python ## Pin the dependencies anew; UPGRADE=1 takes the newest
	$(PIP) install uv
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev --output-file requirements.lock
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra bench --constraint requirements.lock \
		--output-file requirements-bench.lock

clean: ## Remove .venv and all caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing into .venv ..."
	@$(PIP) install --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.bench: requirements-bench.lock $(READY)
	@echo "Installing what the benchmark needs ..."
	@$(PIP) install --requirement requirements-bench.lock
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
