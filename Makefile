# The targets are described in docs/development.md; `make run` and `make test` are the most important ones.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 0.0.0.0
export PORT HOST
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PYTHONUNBUFFERED = 1
# Always write bytecode: the tests start many servers.
export PYTHONDONTWRITEBYTECODE =

VENV := .venv
BIN := $(VENV)/bin/python
FLASK := $(BIN) -m flask --app app
PYBABEL := $(BIN) -m babel.messages.frontend -q
# `make test` hardly waits: one worker for each core. Other tests often wait for a browser or a server: one more.
CORES ?= $(shell $(PYTHON) -c 'import os; print(min(7, os.cpu_count()))')
WORKERS ?= $(shell $(PYTHON) -c 'print(1 + $(CORES))')
PYTEST := $(BIN) -m pytest --dist loadfile --no-loadscope-reorder --maxfail 40
CHECK_PYTHON := $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Turn Eight needs Python 3.11 or newer: PYTHON=… make run")'
INSTALL := $(BIN) -m pip install -qq -c constraints.txt
# The texts in other languages as gettext reads them, made of the catalogues.
TEXTS := $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/messages.po))
INSTALLED := $(VENV)/installed $(TEXTS)
INSTALLED_DEV := $(VENV)/installed-dev $(TEXTS)
# The Python that made .venv, and the one to use: that of PYTHON=… if it is set, otherwise the same. If they
# differ, .venv is made anew.
IDENTITY := import sys; print(sys.base_prefix, *sys.version_info[:2])
MADE_BY := $(shell $(BIN) -c '$(IDENTITY)' 2> /dev/null)
WANTED := $(if $(filter file,$(origin PYTHON)),$(MADE_BY))
WANTED := $(or $(WANTED),$(shell $(PYTHON) -c '$(IDENTITY)' 2> /dev/null))
UV := $(BIN) -m uv
# Without --strict it reports success for packages that it could not check.
AUDIT := $(UV) tool run --quiet pip-audit==2.10.1 --strict --no-deps --disable-pip --progress-spinner off
# The systems of the README, and the oldest and newest Python: no package may have to be compiled there.
SYSTEMS := x86_64-manylinux_2_28 aarch64-manylinux_2_28 x86_64-apple-darwin aarch64-apple-darwin
PYTHONS := 3.11 3.14
TYPED := $(wildcard serving game files models forms views commands app.py settings.py)

.DEFAULT_GOAL := run
.PHONY: run demo test test-all test-rest test-again chaos check bench format install install-server lock audit wheels messages picture schema
.SILENT:

# Starts the server.
run: $(INSTALLED)
	$(FLASK) serve

# Starts the server with a made-up group in a separate database, and prints its links.
demo: export DATABASE_URL := sqlite:///demo.sqlite3
demo: $(INSTALLED)
	$(FLASK) demo --serve

# The core, then the page tests and one browser journey per use: about three minutes. TESTS="…" runs the named
# tests instead, out of the complete run.
test: $(INSTALLED_DEV)
ifdef TESTS
	$(PYTEST) -n $(WORKERS) --cache-clear --full $(TESTS)
else
	status=0; \
	$(PYTEST) -n $(CORES) --cache-clear tests/game || status=$$?; \
	$(PYTEST) -n $(CORES) --ignore tests/game || status=$$?; \
	exit $$status
endif

# Every test that a version has to pass: `make test`, then the rest.
test-all:
	status=0; \
	$(MAKE) --no-print-directory test || status=$$?; \
	$(MAKE) --no-print-directory test-rest || status=$$?; \
	exit $$status

# What `make test` leaves out: browser grids, WebKit, PostgreSQL, killed servers, proxies, more random examples.
test-rest: $(INSTALLED_DEV)
	$(PYTEST) -n $(WORKERS) --cache-clear --full -m full

# Repeats the tests that failed in the last `make test` or `make test-rest`, one at a time, and lists those that pass now.
test-again: $(INSTALLED_DEV)
	$(BIN) -m pytest --full --second-run

# Long fault injection: killed processes, stalled sockets, full disks, many phones, long sessions in WebKit.
chaos: $(INSTALLED_DEV)
	$(PYTEST) -n $(WORKERS) --chaos -m chaos $(TESTS)

# Format, lint and types, then every test: complete grids, new random examples and the long fault injection.
check: $(INSTALLED_DEV)
	$(BIN) -m ruff format --check --quiet . || { echo "Not formatted: run make format."; exit 1; }
	$(BIN) -m ruff check --quiet .
	$(BIN) -m mypy $(TYPED)
	$(PYTEST) -n $(WORKERS) --whole --chaos $(TESTS)

# Measures on SQLite; takes more than half an hour. `python -m tests.benchmarks --database-url` adds PostgreSQL.
bench: $(INSTALLED_DEV)
	$(BIN) -m tests.benchmarks --output tests/benchmarks/results.md
	cat tests/benchmarks/results.md

format: $(VENV)/installed-dev
	$(BIN) -m ruff check --quiet --fix-only .
	$(BIN) -m ruff format --quiet .

# Updates the message catalogues in translations/ from the source. New messages are untranslated.
messages: $(VENV)/installed
	$(PYBABEL) extract -F babel.cfg -k BadDocument:2 -k lazy_gettext -k Plural:1,2 --no-location --no-wrap --project "Turn Eight" -o $(VENV)/messages.pot .
	$(PYBABEL) update -N --no-wrap --ignore-obsolete --ignore-pot-creation-date -i $(VENV)/messages.pot -d translations

# Generates the JSON schema of the session document from its types.
schema: $(VENV)/installed
	$(BIN) -c "from files.document.schema import write_schema; write_schema()"

# Takes the picture of the README, four pages side by side.
picture: $(INSTALLED_DEV)
	$(BIN) -m tests.browser.picture

install: $(INSTALLED)

# Installs exactly the files in requirements.lock into a new .venv, without building anything.
install-server:
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN) -m pip install -qq --require-hashes --only-binary :all: -r requirements.lock
	touch $(VENV)/installed
	$(PYBABEL) compile -d translations

# Writes requirements.lock: the packages of requirements.txt and their dependencies for all systems, with hashes.
# Packages with the reason "tests" are left out: a server does not need them.
lock: $(VENV)/installed-dev
	grep -v '# tests$$' requirements.txt | $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--constraints constraints.txt --output-file requirements.lock -

# Checks all pinned versions for known vulnerabilities. Fails if one has any, or if a package could not be checked.
audit: $(VENV)/installed-dev
	if $(AUDIT) -r constraints.txt > $(VENV)/audit 2>&1; then tail -n 1 $(VENV)/audit; \
	elif grep -q '^Found ' $(VENV)/audit; then sed -n '/^Found /,$$p' $(VENV)/audit; exit 1; \
	else tail -n 1 $(VENV)/audit; \
		echo "The audit is not complete: whether these packages have known vulnerabilities is unknown."; exit 1; fi

# Checks that each pinned package has a prebuilt file for each system.
wheels: $(VENV)/installed-dev
	for python in $(PYTHONS); do for system in $(SYSTEMS); do \
		$(UV) pip compile --quiet --no-header --no-annotate --only-binary :all: --python-version $$python --python-platform $$system \
			--constraints constraints.txt requirements-dev.txt > /dev/null \
			|| { echo "Not everything can be installed with Python $$python on $$system."; exit 1; }; \
	done; done
	echo "Every package has a prebuilt file for Python $(PYTHONS) on $(SYSTEMS)."

%.mo: %.po | $(VENV)/installed
	$(PYBABEL) compile -i $< -o $@

ifneq ($(MADE_BY),$(WANTED))
$(VENV)/installed: another-python
endif
another-python: ;

$(VENV)/installed: requirements.txt constraints.txt
ifneq ($(MADE_BY),$(WANTED))
	$(CHECK_PYTHON)
	$(if $(MADE_BY),echo "$(VENV) was made by another Python than $(PYTHON): it is made anew.")
	echo "Installing into $(VENV) (once, about a minute) …"
	$(PYTHON) -m venv --clear $(VENV)
else
	echo "Installing into $(VENV) (once, about a minute) …"
	$(BIN) -m pip --version > /dev/null 2>&1 || { $(CHECK_PYTHON) && $(PYTHON) -m venv --clear $(VENV); }
endif
	$(INSTALL) -r requirements.txt
	touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.txt
	echo "Installing the test dependencies …"
	$(INSTALL) -r requirements-dev.txt
	touch $@
