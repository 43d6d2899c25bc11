# make        set up what the build needs in .venv, then build site/ from corpus/
# make test   set up what the tests need (browser, fonts, Java), then lint, type-check and test
# make long   the longer runs
PYTHON ?= python3
PY = .venv/bin/python

.PHONY: site test long bench lint clean

site: .venv/.ready
	$(PY) build.py

.venv/.ready: pyproject.toml constraints.txt tools/venv.sh
	sh tools/venv.sh $(PYTHON) ""
	@touch $@

.venv/.tested: pyproject.toml constraints.txt tools/venv.sh tools/system.sh
	sh tools/system.sh
	sh tools/venv.sh $(PYTHON) "[test]"
	@touch .venv/.ready $@

lint: .venv/.tested
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

test: lint
	$(PY) -m pytest -n 2 --dist loadfile -m "not long"

long: .venv/.tested
	$(PY) -m pytest

bench: .venv/.tested
	$(PY) bench/align_noise.py
	$(PY) bench/browser.py

clean:
	rm -rf site .site.* .edition
