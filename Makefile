# Shortcuts over the scripts in deploy/. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help check test demo docs languages lock release

help:  ## List the shortcuts.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

check:  ## Run every check, as CI does.
	./deploy/test.sh

test:  ## Run the tests alone, those in T if it is given: make test T=tests/engine
	./deploy/test.sh $(or $(T),tests)

demo:  ## Play on a virtual table.
	./deploy/demo.sh

docs:  ## Build the documents as a searchable site in out/site.
	.venv/bin/python -m deploy.commands
	.venv/bin/zensical build --strict

languages:  ## Gather the texts of the pages and compile the translations.
	./deploy/languages.sh

lock:  ## Pin the packages anew, with their hashes.
	./deploy/lock.sh

release:  ## Build sdist, wheel and release archive in dist, only to try; docs/releasing.md says how one is signed.
	./deploy/release.sh --draft
