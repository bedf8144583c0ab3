# `make run` starts the room, `make test` proves it. `make help` says the rest.

# The first Python on this machine that is new enough and can make environments; ops/bootstrap.py says what to do when
# there is none. The system's own comes first: distributions build it with optimisations that save a seventh of the
# processor time of a Python that was compiled without them, as version managers do.
PYTHON ?= $(shell for p in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; exit; }; \
	done; echo python3)
PY := .venv/bin/python
# Tests keep their own data, away from the room's, and never reach the Redis of a room.
TEST_DATA := $(CURDIR)/build/test
# What Python has compiled is kept: every worker and every server of a test would compile it again.
APART = env -u REDIS_URL -u PYTHONDONTWRITEBYTECODE $(1) DATA_DIR="$(TEST_DATA)"
# Several at once, each process with a database, a Redis and ports of its own: twice as many as a small machine has
# processors, since half of them wait for a page or a server.
PYTEST := $(PY) -m pytest --dist loadfile -p tests.plugins.no_skips -p tests.plugins.crashed_workers
LONG := -o timeout=7200
ORDERED := --no-loadscope-reorder -p tests.plugins.long_before_short
POSTGRES := $(PY) -m ops.postgres --
# Beside the run on SQLite, with data and a memory of failures of its own.
BESIDE = env DATA_DIR="$(TEST_DATA)/postgres" $(POSTGRES)
REMEMBERS := -o cache_dir="$(TEST_DATA)/postgres/cache"
# What failed is run once more by itself, because two browsers or three databases share the cores: if it fails again, it
# has failed. The first time stays in the output. A run that ended early (any code but 1) gets no second look.
AGAIN := $(PYTEST) -p tests.plugins.second_look --second-look --last-failed --last-failed-no-failures none
# Every imported package is declared, and none that only development installs is imported by the product.
DECLARED := $(PY) -m deptry . && $(PY) -m deptry . --exclude '\.venv|build/|var/' --ignore DEP004
# Types and style of the browser code. Where the machine has no Node.js, the one that installed the packages runs them.
NODE_PATH_FIRST = PATH="$(CURDIR)/.venv/bin:$$PATH"
SCRIPTS = $(NODE_PATH_FIRST) node_modules/.bin/tsc -p . && $(NODE_PATH_FIRST) node_modules/.bin/biome lint --error-on-warnings static
NEED_PYTHON = command -v $(PYTHON) >/dev/null || \
	{ echo "Python 3.11 or newer is needed (Debian, Ubuntu: apt install python3 python3-venv)."; exit 1; }

.DEFAULT_GOAL := help
.PHONY: run dev test parts soak lint bench bench-festival bench-write-path bench-years bench-upgrade bench-memory hosts screens docs sbom audit upgrade downgrade fmt lock clean help ready ready-dev soak-night

run: ready ## start the room on http://localhost:8000 (PORT, DATA_DIR)
	@exec $(PY) -m ops.run

dev: ready-dev ## the same, starting anew when a source file changes
	@exec $(PY) -m ops.run --dev

# The run on PostgreSQL begins while types are checked, and compiles the tests for the others. It has the same priority
# as the others: with a lower one its processes waited so long on two processors that tests timed out. Where style, types,
# imports or migrations fail, nothing else is shown.
test: ready-dev parts ## everything: style, types, imports, migrations, all tests on SQLite and PostgreSQL
	@mkdir -p "$(TEST_DATA)/postgres"
	@$(call APART) $(PY) manage.py compile_messages
	@log="$(TEST_DATA)/postgres/log"; \
	$(call APART) $(PY) -m mypy & types=$$!; \
	$(call APART) $(BESIDE) $(PYTEST) $(ORDERED) $(REMEMBERS) -n 1 --ignore tests/browser -m postgres >"$$log" 2>&1 & \
	beside=$$!; trap 'kill $$types $$beside 2>/dev/null' INT TERM; set -x; \
	$(PY) -m ruff check . && $(PY) -m ruff format --check . && $(call APART) .venv/bin/lint-imports && $(DECLARED) && \
	$(SCRIPTS) && \
	$(call APART,-u DATABASE_URL) $(PY) manage.py makemigrations --check --dry-run; others=$$?; \
	wait $$types && [ $$others = 0 ] || { kill $$beside; wait $$beside; exit 1; }; \
	$(call APART,-u DATABASE_URL) $(PYTEST) $(ORDERED) -n 4; here=$$?; \
	wait $$beside; there=$$?; cat "$$log"; \
	{ [ $$here = 0 ] || { [ $$here = 1 ] && $(call APART,-u DATABASE_URL) $(AGAIN); }; } && \
	{ [ $$there = 0 ] || { [ $$there = 1 ] && $(call APART) $(BESIDE) $(AGAIN) $(REMEMBERS) -m postgres; }; }

# What the tests need besides Python; each is found, or a sentence says what to do.
parts: ready-dev
	@found="$$($(PY) -m ops.redis --find)" && echo "Redis:      $$found"
	@found="$$($(PY) -m ops.postgres --find)" && echo "PostgreSQL: $$found"
	@found="$$($(PY) -m ops.browser --ensure)" && echo "Chromium:   $$found"

soak: ready-dev parts ## 2,000 people at four counters, 2,000 steps at ten tables, 1,000 events of each book (an hour)
	@mkdir -p "$(TEST_DATA)"
	EXPLORE=yes $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) -n 2 -m hypothesis
	EXPLORE=yes $(call APART) $(POSTGRES) $(PYTEST) $(LONG) $(ORDERED) -n 3 --ignore tests/browser -m postgres
	EXPLORE=yes $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/matrix/test_fuzzer.py
	EXPLORE=yes $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) -n 2 tests/browser
	PEOPLE_AT_THE_DESK=2000 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/desk/test_clerks.py
	PEOPLE_AT_THE_DESK=2000 $(call APART) $(PY) -m ops.postgres -- $(PYTEST) $(LONG) tests/desk/test_clerks.py
	STEPS_ON_THE_FLOOR=2000 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/seating/test_floor_race.py
	STEPS_ON_THE_FLOOR=2000 $(call APART) $(PY) -m ops.postgres -- $(PYTEST) $(LONG) tests/seating/test_floor_race.py
	TOURNAMENTS=1000 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) -n 2 tests/seating/test_rules_tournaments.py
	PAID=200 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/prizes/test_prizes_properties.py
	PLAYED=20 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/simulation/test_play.py tests/simulation/test_days.py tests/simulation/test_flights.py
	PLAYED=20 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) -n 2 --dist load tests/simulation/test_modes.py
	KILLED_ENTRIES=1200 EXPLORE=yes $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/simulation/test_kills.py
	SEASONS=20 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) tests/simulation/test_play_season.py
	ROUNDS=1000 $(call APART,-u DATABASE_URL) $(PYTEST) $(LONG) -n 2 tests/procedures/test_rules_hand_for_hand.py

lint: ready-dev ## style, types and imports alone
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(DECLARED)
	$(SCRIPTS)

fmt: ready-dev ## format, and mend what can be mended
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: ready-dev ## measure fan-out, flips and presses on this machine
	$(PY) -m bench

bench-festival: ready-dev parts ## 10,112 players play at full speed on PostgreSQL (long; FESTIVAL_PLAYERS)
	@mkdir -p "$(TEST_DATA)"
	$(call APART) $(POSTGRES) $(PY) -m bench.festival

hosts: ready-dev parts ## a festival on several hosts, which fail one after another (as root on Linux, with haproxy; HOSTS="--sockets 20000")
	$(PY) -m bench.hosts $(HOSTS)

bench-memory: ready-dev parts ## how much memory a room with fifty phones needs (Linux)
	$(call APART,-u DATABASE_URL) $(PY) -m bench.memory

bench-upgrade: ready-dev parts ## update a room of 0.1.0 while an event runs, on SQLite and PostgreSQL (UPGRADE="--old v0.2.0")
	$(call APART,-u DATABASE_URL) $(PY) -m bench.upgrade $(UPGRADE)
	$(call APART) $(POSTGRES) $(PY) -m bench.upgrade $(UPGRADE)

bench-years: ready-dev ## time a room on PostgreSQL after 2,000 events (EVENTS, YEARS)
	$(PY) -m bench.years

bench-write-path: ready-dev parts ## time single commands on PostgreSQL, and where their time goes (PLAYERS, ROUNDS)
	$(PY) -m bench.write_path
soak-night: ready-dev parts ## 1,000 random kills over these hosts in an hour (HOSTS="--night 10 --kills 60" for less)
	$(PY) -m bench.hosts --night 60 --kills 1000 --players 5000 --sockets 2000 --limit 5400 $(HOSTS)

screens: ready-dev parts ## retake the pictures of docs/screens, and take every page at every size into build/screens (an hour)
	$(PY) -m tests.pictures

docs: ready ## write docs/reference from the code
	@$(PY) manage.py write_reference

upgrade: ready ## update a room that runs to this code (after git pull): backup, tables, processes one after another
	@exec $(PY) -m ops.upgrade

downgrade: ready ## go back to the version before the last upgrade (LOSE=yes if entries made since would be lost)
	@exec $(PY) -m ops.downgrade --lose $(or $(LOSE),no)

sbom: ready ## write the packages that the product runs on into build/sbom.cdx.json (CycloneDX)
	@$(PY) -m ops.sbom

# The only check that needs the network: known weaknesses of the pinned packages. CI runs it once a day, beside `make test`.
audit: ready-dev ## ask the advisory databases about the pinned packages (needs the network)
	@$(PY) -m ops.audit

lock: ready-dev ## pin the newest versions that requirements*.in and package.json allow
	@command -v uv >/dev/null || $(PY) -m uv --version >/dev/null 2>&1 || $(PY) -m pip install -q "$$($(PY) -c "from ops.bootstrap import UV; print(UV)")"
	@uv="$$(command -v uv || echo $(PY) -m uv)"; \
	options="--universal --python-version 3.11 --upgrade --no-header --no-annotate -q"; \
	$$uv pip compile $$options requirements.in -o requirements.txt && \
	$$uv pip compile $$options requirements-otel.in -c requirements.txt -o requirements-otel.txt && \
	$$uv pip compile $$options requirements-dev.in -c requirements.txt -c requirements-otel.txt -o requirements-dev.txt
	PATH="$$PATH:$(CURDIR)/.venv/bin" npm update --save --package-lock-only
	@$(PY) -m ops.lock_file

clean: ## remove what can be made again (the room's data stays)
	rm -rf .venv node_modules build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

ready:
	@$(NEED_PYTHON)
	@$(PYTHON) ops/bootstrap.py requirements.txt

ready-dev:
	@$(NEED_PYTHON)
	@$(PYTHON) ops/bootstrap.py requirements-dev.txt
