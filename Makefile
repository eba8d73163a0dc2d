# Every target in one line: make help
PYTHON_HERE := .venv/bin/python
# The demo runs with DEBUG on; DEBUG=0 make serve runs as in production and wants SECRET_KEY and ALLOWED_HOSTS.
MANAGE := DEBUG=$${DEBUG-1} $(PYTHON_HERE) manage.py
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help serve test test-all lint bench messages lock demo-reset

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

serve: ## Build what is missing, then run site and worker with the demo club (PORT=8000, HOST=127.0.0.1)
	@scripts/bootstrap
	@exec env DEBUG=$${DEBUG-1} $(PYTHON_HERE) manage.py serve

test: ## Build what is missing, then run every check and the tests (ARGS="-k hire" for some)
	@scripts/bootstrap --dev
	@scripts/lint
	$(PYTHON_HERE) -m pytest -n auto --dist worksteal $(if $(CI),,-m "not marathon") $(ARGS)

test-all: ## make test, with the few tests that take minutes and with chance tried more often, as CI does
	@CI=true $(MAKE) --no-print-directory test

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
