# Set-up, tests and tools. Needs Python 3.11 or later, pip and make.

# The first python that is new enough; PYTHON=... names another.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && exit; done; echo python3)
PY := .venv/bin/python
ARENA := .venv/bin/arena
# The tests start Python hundreds of times: let it cache compiled files.
unexport PYTHONDONTWRITEBYTECODE
ARGS ?=
SOURCES := arena bots engine protocol examples tests tools
DIR ?= tests/data
GAME ?= tigerdragon
GAMES ?= tigerdragon riichi taiwan sichuan texas42 goita
GOITA := examples/goita
MINUTES ?= 13
# A deal of riichi with a search takes ten seconds.
LONGER = $(shell $(PYTHON) -c 'print(4 * $(MINUTES))')
WORKERS ?= 2
SECONDS ?= 60
COVERED := --cov --cov-report= --cov-report=json:build/coverage.json
TESTS = $(PY) -m pytest -n $(WORKERS) --durations=10
AGAIN = echo "once more, alone:"; $(PY) -m pytest -v --last-failed --last-failed-no-failures none

.PHONY: help demo test browser check format lint types contracts coverage fix cases bench soak chaos attack calibration mutants fresh strength tactics screenshots compiled interpreted clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

# -- set-up, done once: a stamp is older than pyproject.toml only if that has changed

.venv/run.stamp: pyproject.toml tools/venv.py
	@$(PYTHON) tools/venv.py
	@touch $@

.venv/test.stamp: pyproject.toml tools/venv.py
	@$(PYTHON) tools/venv.py test
	@touch .venv/run.stamp $@

# -- the two commands to begin with

demo: .venv/run.stamp  ## a server with house bots playing (ARGS=--once: one short tournament)
	@$(ARENA) demo $(ARGS)

test: .venv/test.stamp  ## the tests, on two workers
	@$(TESTS) $(ARGS)

browser: .venv/test.stamp  ## the tests of the pages only, in a real Chromium
	@$(TESTS) tests/web $(ARGS)

# -- what a change must pass

check: format lint types contracts coverage  ## format, lint, types, import contracts, tests with coverage gates

format: .venv/test.stamp
	@$(PY) -m ruff format --check $(SOURCES)
	@$(PY) tools/check_js.py format

lint: .venv/test.stamp
	@$(PY) -m ruff check $(SOURCES)

types: .venv/test.stamp
	@$(PY) -m mypy --explicit-package-bases $(SOURCES)
	@$(PY) tools/check_js.py types

contracts: .venv/test.stamp
	@.venv/bin/lint-imports

# Servers, browsers and children have clocks; on a busy machine one may be late. What fails among
# all the others is run once more alone, and named; what fails again is a failure.
# Tracing makes the engine several times slower. It is done where the gates are (tests/conftest.py
# says which tests those are), without the long ones: they search for the unexpected, and the gates
# must hold without them.
coverage: .venv/test.stamp
	@mkdir -p build
	@$(TESTS) -m traced $(COVERED) || { $(AGAIN) -m traced --cov-append $(COVERED); }
	@$(PY) tools/coverage_gates.py build/coverage.json
	@$(TESTS) -m "not traced" || { $(AGAIN) -m "not traced"; }

fix: .venv/test.stamp  ## format, and fix what lint can fix
	@$(PY) -m ruff check --fix --exit-zero --quiet $(SOURCES)
	@$(PY) -m ruff format $(SOURCES)
	@$(PY) tools/check_js.py fix
	@$(PY) -m ruff check $(SOURCES)

# -- the longer ones

cases: .venv/test.stamp  ## the table-driven cases of tests/data, or of DIR=...
	@$(PY) -m tests.cases $(DIR) $(ARGS)

bench: .venv/run.stamp  ## measure the engine and the server
	@$(ARENA) bench engine $(GAME)
	@$(ARENA) bench transport

soak: .venv/test.stamp  ## the long runs
	@$(TESTS) -m long --thorough
	@set -e; for script in tests/soak_*.py; do echo "$$script"; PYTHONSAFEPATH=1 PYTHONPATH=.:$(GOITA) $(PY) "$$script"; done

chaos: .venv/test.stamp  ## kill, freeze, cut and flood a server and its clients for SECONDS=60
	@PYTHONPATH=. $(PY) -m tests.chaos --seconds $(SECONDS)

attack: .venv/test.stamp  ## hostile bots, clients and floods against a server, in a minute or two
	@PYTHONSAFEPATH=1 PYTHONPATH=. $(PY) -m tests.attack

calibration: .venv/test.stamp  ## how often our intervals and tests hold, by simulation, as one table
	@PYTHONPATH=. $(PY) -m tests.calibration $(ARGS)

mutants: .venv/test.stamp  ## break the rules one by one; each break must fail a test
	@$(PY) tools/mutants.py $(ARGS)

tactics: .venv/test.stamp  ## exact ends of rounds against the rules, and positions whose best choice is known
	@PYTHONPATH=.:$(GOITA) $(PY) -m tests.tactics $(ARGS)

strength: .venv/run.stamp  ## measure the house bots of GAMES, MINUTES=13 per game (riichi four times; first: make compiled)
ifdef PEERS
	@$(ARENA) strength $(GAME) $(PEERS) --minutes $(MINUTES)
else
	@for game in $(filter-out goita,$(GAMES)); do \
	test $$game = riichi && minutes=$(LONGER) || minutes=$(MINUTES); \
	$(ARENA) strength $$game --minutes $$minutes --out engine/$$game/strength.json || exit 1; done
	@test -z "$(filter goita,$(GAMES))" || PYTHONPATH=$(GOITA) $(ARENA) strength goita --minutes $(MINUTES) \
	--plugin $(GOITA)/goita/__init__.py --out $(GOITA)/goita/strength.json
endif

screenshots: .venv/test.stamp  ## every page and table into build/screenshots, and those of the docs into docs/images
	@PYTHONPATH=.:$(GOITA) $(PY) -m tools.screenshots $(ARGS)

fresh:  ## both commands, and all shown commands by the wheel, in a clone (ARGS=wheel: these only)
	@$(PYTHON) tools/fresh.py $(ARGS)

compiled: .venv/test.stamp  ## compile the rules in this checkout with mypyc (needs a C compiler)
	@$(PY) tools/compiled.py build
	@$(ARENA) --version

interpreted:  ## take the compiled modules of this checkout away
	@$(PYTHON) tools/compiled.py remove

clean: interpreted  ## remove the environment and what was built
	@rm -rf .venv node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
