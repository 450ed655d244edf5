# Needs only make and Python 3.11 or later. `make` alone lists the verbs.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PIP := $(RUN)/python -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help site check docs test quick fuzz walk bench lists lock clean chromium

help:  ## list the verbs
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

site: $(VENV)/site.stamp  ## build the archive into site/
	$(RUN)/python build.py build

check: $(VENV)/site.stamp  ## find every problem in the archive, publish nothing
	$(RUN)/python build.py check $(ARGS)

docs: $(VENV)/test.stamp  ## write the pages of docs/ that are made from the code
	$(RUN)/python tests/problem_pages.py

test: $(VENV)/test.stamp chromium  ## format, lint, types, imports, tests: everything that CI runs
	$(RUN)/ruff format --check
	$(RUN)/ruff check
	$(RUN)/mypy
	$(RUN)/lint-imports
	$(RUN)/pytest

quick: $(VENV)/test.stamp  ## the part of the tests that takes under ten seconds
	@$(RUN)/ruff format --check --quiet
	@$(RUN)/ruff check --quiet
	@$(RUN)/pytest -q -m 'not browser and not slow' --hypothesis-profile=quick

SIZES := 100 1000
bench: $(VENV)/site.stamp  ## measure what a build costs, beside Hugo (SIZES='100 1000 10000': numbers of articles)
	$(RUN)/python tests/bench/run.py $(SIZES)

lists: $(VENV)/test.stamp chromium  ## ask the search all that can be derived from two archives, in Chromium and Firefox
	SEARCH_LISTS=all $(RUN)/pytest tests/test_search_derived.py
	$(RUN)/python tests/firefox_search.py
	$(RUN)/python tests/firefox_search.py --invented 300

MINUTES ?= 5
SEED ?= 1
fuzz: $(VENV)/test.stamp  ## check random archives for MINUTES, from SEED on, and write fuzz.log
	$(RUN)/python tests/fuzz.py --minutes $(MINUTES) --seed $(SEED) --log fuzz.log

STEPS ?= 200
walk: $(VENV)/test.stamp  ## edit an archive for STEPS, from SEED on: each build is that of a clean one; writes walk.log
	$(RUN)/python tests/walk.py --steps $(STEPS) --seed $(SEED) --log walk.log

# The lock names no index, so it works with whichever one pip is set up to use.
LOCK := $(RUN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --upgrade \
	--generate-hashes --no-emit-index-url --no-annotate --no-header --group build

lock: $(VENV)/site.stamp  ## resolve the dependencies anew and write both lock files
	$(PIP) install --quiet uv
	$(LOCK) --output-file requirements.txt
	$(LOCK) --extra test --constraint requirements.txt --output-file requirements-test.txt

clean:  ## remove everything that can be made again
	rm -rf site site-drafts site-private .site* .cache $(VENV) build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the verbs stand on ----------------------------------------------------------------------------------

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Postil needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Hashes first, then the project itself: editable, with the build backend that the lock has just installed.
$(VENV)/site.stamp: $(VENV)/made.stamp requirements.txt pyproject.toml
	$(PIP) install --quiet --require-hashes -r requirements.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/site.stamp requirements-test.txt
	$(PIP) install --quiet --require-hashes -r requirements-test.txt
	@touch $@

# The browser tests need Chromium or Chrome. Debian's is installed where there is none; elsewhere the tests say
# that they were skipped, and with CI=true a skipped test has failed.
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo 2>/dev/null)
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null 2>&1 || { \
	  command -v apt-get >/dev/null 2>&1 && \
	  $(SUDO) apt-get update -qq && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	} || echo 'no Chromium found and none could be installed: the browser tests will be skipped'
