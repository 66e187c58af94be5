# make run · make demo · make test · make check · make chaos · make format · make bench · make messages · make schema · make lock

PYTHON ?= python3
PORT ?= 8000
HOST ?= 0.0.0.0
export PORT HOST
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PYTHONUNBUFFERED = 1
# Bytecode is kept, whatever the environment says: the tests start many servers.
export PYTHONDONTWRITEBYTECODE =

VENV := .venv
BIN := $(VENV)/bin/python
FLASK := $(BIN) -m flask --app app
PYBABEL := $(BIN) -m babel.messages.frontend -q
# One more than there are cores: a browser waits much.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(1 + min(7, os.cpu_count()))')
PYTEST := $(BIN) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
MOST_FAILURES := 40
INSTALL := $(BIN) -m pip install -qq -c constraints.txt
TYPED := $(wildcard serving game exchange models forms views commands app.py settings.py)

.DEFAULT_GOAL := run
.PHONY: run demo test test-again chaos check bench format install install-server lock messages picture schema
.SILENT:

# Starts the server for the phones around the table.
run: $(VENV)/installed
	$(FLASK) serve

# The same with a made-up group, in a database of its own; its links are kept to be shown again.
demo: export DATABASE_URL := sqlite:///demo.sqlite3
demo: $(VENV)/installed instance/demo-links.txt
	cat instance/demo-links.txt
	$(FLASK) serve

instance/demo-links.txt:
	mkdir -p instance
	rm -f instance/demo.sqlite3*
	umask 077 && $(FLASK) demo > $@.new && mv $@.new $@

# Every test but the long fault injection; of the huge grids the same part each time. After so many failures it ends:
# then the version is broken, and no test has to prove it any more.
test: $(VENV)/installed-dev
	$(PYTEST) --maxfail $(MOST_FAILURES) $(TESTS)

# Those that failed in a run that has ended, one at a time; lists the ones that pass now.
test-again: $(VENV)/installed-dev
	$(BIN) -m pytest --second-run

# The long fault injection: kills, stalled sockets, full disks, many phones, long walks through WebKit.
chaos: $(VENV)/installed-dev
	$(PYTEST) --chaos -m chaos $(TESTS)

# Format, lint and types, and every test with its grids whole, new random examples and the long fault injection.
check: $(VENV)/installed-dev
	$(BIN) -m ruff format --check --quiet . || { echo "Not formatted: make format mends it."; exit 1; }
	$(BIN) -m ruff check --quiet .
	$(BIN) -m mypy $(TYPED)
	$(PYTEST) --whole --chaos $(TESTS)

# Takes more than half an hour; --database-url measures on PostgreSQL too.
bench: $(VENV)/installed-dev
	$(BIN) -m tests.benchmarks --output tests/benchmarks/results.md
	cat tests/benchmarks/results.md

format: $(VENV)/installed-dev
	$(BIN) -m ruff check --quiet --fix-only .
	$(BIN) -m ruff format --quiet .

# Brings the catalogues in translations/ up to the words of the pages; what is new waits there untranslated.
messages: $(VENV)/installed
	$(PYBABEL) extract -F babel.cfg -k BadDocument:2 -k lazy_gettext -k Plural:1,2 --no-location --no-wrap --project "Turn Eight" -o $(VENV)/messages.pot .
	$(PYBABEL) update -N --no-wrap --ignore-obsolete --ignore-pot-creation-date -i $(VENV)/messages.pot -d translations
	$(PYBABEL) compile -d translations

# Writes the published schema of the session document from its types.
schema: $(VENV)/installed
	$(BIN) -c "from exchange.document.schema import write_schema; write_schema()"

# Takes the README's picture anew.
picture: $(VENV)/installed-dev
	$(BIN) -m tests.browser.picture

install: $(VENV)/installed

# The same for a server: the very files that requirements.lock names, none that must be built, and no others.
install-server:
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN) -m pip install -qq --require-hashes --only-binary :all: -r requirements.lock
	touch $(VENV)/installed

# Writes requirements.lock anew: requirements.txt and whatever it brings along on any system, with every file's hash.
lock: $(VENV)/installed-dev
	$(BIN) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--constraints constraints.txt --output-file requirements.lock requirements.txt

$(VENV)/installed: requirements.txt constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Turn Eight needs Python 3.11 or newer: PYTHON=… make run")'
	echo "Installing into $(VENV) (once, about a minute) …"
	$(BIN) -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(INSTALL) -r requirements.txt
	touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.txt
	echo "Installing what the tests need …"
	$(INSTALL) -r requirements-dev.txt
	touch $@
