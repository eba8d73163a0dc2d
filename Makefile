# Every target in one line: make help
PYTHON_HERE := .venv/bin/python
# The demo runs with DEBUG on; DEBUG=0 make serve runs as in production and wants SECRET_KEY and ALLOWED_HOSTS.
MANAGE := DEBUG=$${DEBUG-1} $(PYTHON_HERE) manage.py
PYTEST := $(PYTHON_HERE) -m pytest -n auto --dist worksteal
# Which tests: .ci/run asks for others, and has made the checks by then.
MARKS ?= not browser and not slow and not marathon
CHECKED ?=
ARGS ?=

# What a process compiles is kept: hundreds start in a run of the tests, and each would compile the whole site anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help serve quick test test-all marathon lint bench messages lock demo-reset

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

serve: ## Build what is missing, then run site and worker with the demo club (PORT=8000, HOST=127.0.0.1)
	@scripts/bootstrap
	@exec env DEBUG=$${DEBUG-1} $(PYTHON_HERE) manage.py serve

quick: ## The tests that your change can reach, in a minute or less (SINCE=main to compare with another commit)
	@scripts/bootstrap --dev
	@$(PYTHON_HERE) scripts/quick.py $(SINCE) -- $(ARGS)

test: ## Every check, and every test of less than a few seconds: about 10 minutes (ARGS="-k hire" for some)
	@scripts/bootstrap --dev
	@$(if $(CHECKED),,echo "1 of 2: style, types and rooms. Half a minute." && scripts/lint)
	@$(if $(CHECKED),,echo "2 of 2: the tests without the browser and what takes seconds. About ten minutes on two cores; half a one to find them.")
	@$(PYTEST) -m "$(MARKS)" $(ARGS)

test-all: ## make test, with the browser, what takes long and chance tried more often, as CI does: about 35 minutes
	@scripts/bootstrap --dev
	@echo "1 of 2: style, types and rooms. Half a minute."
	@scripts/lint
	@echo "2 of 2: all tests, the long ones first. About half an hour on two cores."
	@CI=true $(PYTEST) $(ARGS)

marathon: ## Games, battles and rolls by the hundred thousand, before an engine's change counts as done: half an hour
	@scripts/bootstrap --dev
	@MARATHON=1 $(PYTEST) -m marathon $(ARGS)

lint: ## Style, types, one-way rooms, migrations: the checks without the tests
	@scripts/bootstrap --dev
	@scripts/lint

bench: ## Queries and times of the main pages, as ratios to an empty page
	@scripts/bootstrap
	@$(MANAGE) bench $(ARGS)

messages: ## Collect the texts to translate into locale/fr (needs gettext)
	@scripts/bootstrap
	@$(MANAGE) makemessages --locale fr --no-location --no-wrap --no-obsolete \
		--ignore '.venv/*' --ignore 'var/*' --ignore 'tests/*'

lock: ## Write the hashed locks anew from pyproject.toml (ARGS=--upgrade for newer versions)
	@scripts/bootstrap --dev
	@scripts/lock $(ARGS)

demo-reset: ## Let the demo club's story begin anew (nothing else is touched)
	@scripts/bootstrap
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_demo --reset
