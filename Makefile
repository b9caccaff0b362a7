# One command per wish; each works alone on a machine that has python3 (with venv) and make.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Tests start hundreds of processes, each of which would compile Ownlog anew where the environment says so.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXAMPLES := $(sort $(wildcard examples/*.mlir)) $(sort $(wildcard examples/tensors/*.mlir))
OUT := build/demo
# Extra arguments for pytest: make test PYTEST="-k conformance -x"
PYTEST ?=
# One worker for each core. Each begins with tests that stand together, so that what a folder's tests share is made once or twice.
RUN_TESTS := $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: help demo test test-slow test-all test-times lint bench expectations clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 14

# --upgrade pip: dependency groups are read by pip 25.1 and newer, and Debian's is older.
$(VENV)/ownlog: pyproject.toml $(wildcard rules/engine/native/*.[ch] frontend/native/*.[ch])
	@echo "Installing Ownlog into $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install -qq --editable .
	@$(BIN)/python -m compileall -q backend frontend ownlog rules
	@touch $@

$(VENV)/dev: $(VENV)/ownlog
	@echo "Installing what tests need into $(VENV)"
	@$(BIN)/python -m pip install -qq --editable ".[proofs,corpus,dask,pandas,solver,lsp]" --group dev
	@touch $@

demo: $(VENV)/ownlog ## Run the pipelines on the examples and show what changed in each
	@mkdir -p $(OUT)
	@for example in $(EXAMPLES); do \
	  result=$(OUT)/$$(basename $$example); \
	  case $$example in examples/tensors/*) pipeline=tensors-to-buffers;; *) pipeline=buffer-deallocation-pipeline;; esac; \
	  printf '\n==== ownlog opt --%s %s\n\n' "$$pipeline" "$$example"; \
	  $(BIN)/ownlog opt --$$pipeline $$example -o $$result; \
	  sed -n '/^\/\//!q;p' $$example; echo; \
	  diff -U 2 --label "$$example" --label "$$result" "$$example" "$$result" || [ $$? -eq 1 ]; \
	done

test: $(VENV)/dev ## Run the tests that every change is worth waiting for
	@$(RUN_TESTS) -m "not slow" $(PYTEST)

test-slow: $(VENV)/dev ## Run the tests that make test leaves out
	@$(RUN_TESTS) -m slow $(PYTEST)

test-all: $(VENV)/dev ## Run both
	@$(RUN_TESTS) $(PYTEST)

test-times: $(VENV)/dev ## Run the tests of make test, and show which files and tests take most of the processor's time
	@$(RUN_TESTS) -p tests.times -m "not slow" $(PYTEST)

lint: $(VENV)/dev ## Check style (ruff) and types (mypy --strict)
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ownlog.rules.stubs
	@$(BIN)/python -m mypy -p ownlog -p tests -p benchmarks

$(VENV)/bench: $(VENV)/dev
	@echo "Installing what is measured beside Ownlog into $(VENV)"
	@$(BIN)/python -m pip install -qq --group bench
	@touch $@

bench: $(VENV)/bench ## Measure growth, what is left to run time, and the parts, beside mlir-opt-22 and Soufflé where they are installed
	@$(BIN)/python -m benchmarks.scale
	@$(BIN)/python -m benchmarks.asked
	@$(BIN)/python -m benchmarks.quality
	@$(BIN)/python -m benchmarks.memory
	@$(BIN)/python -m benchmarks.rules
	@$(BIN)/python -m benchmarks.checking
	@$(BIN)/python -m benchmarks.corpus
	@$(BIN)/python -m benchmarks.parsing
	@$(BIN)/python -m benchmarks.tensors
	@$(BIN)/python -m benchmarks.tensors.agreement
	@$(BIN)/python -m benchmarks.tensors.road

expectations: $(VENV)/dev ## Write down anew which of upstream's tests work
	@$(BIN)/python -m tests.conformance.update
	@$(BIN)/python -m tests.frontend.upstream.update

clean: ## Remove everything that the other targets made
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
