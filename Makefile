# make demo    parse English text, train a small parser on the bundled treebank and look at it
# make test    linters, type checks, and all tests, from a wheel away from the sources and with a
#              core that checks every index
# make bench   benchmarks: Dodona beside its peers, in one run
# make model-en  train the English model that comes with Dodona; the same command, the same bytes
#
# Each of them makes .venv first; nothing but Python 3.10+, a C compiler and make is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TREEBANKS := $(or $(DODONA_TREEBANKS),$(abspath ../shared/treebanks))
PIP := pip install --quiet --disable-pip-version-check
CORE := $(shell find src -name '*.pxd' -o -name '*.h') setup.py pyproject.toml
CORE += $(shell sed -n 's|^    "\([a-z_]*\)\.\([a-z_]*\)",$$|src/dodona/\1/\2.py|p' setup.py)

.PHONY: demo test lint types pytest test-checked test-wheel bench model-en clean

demo: $(VENV)/installed
	sh examples/demo.sh $(BIN)/dodona

test: lint types test-wheel test-checked

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH=$(BIN):$$PATH cython-lint $(filter %.pxd %.py,$(filter src/%,$(CORE)))

types: $(VENV)/installed-test
	$(BIN)/mypy
	$(BIN)/mypy benchmarks/*.py

pytest: $(VENV)/installed-test
	$(BIN)/pytest --numprocesses auto

test-checked: $(VENV)/installed-test
	DODONA_CHECKED=1 $(BIN)/python setup.py --quiet build --build-base build/checked --build-lib build/checked/lib
	PYTHONPATH=build/checked/lib $(BIN)/pytest --quiet --numprocesses auto

test-wheel: $(VENV)/installed-test
	rm -rf build/dist build/wheel-venv build/wheel-tests
	$(BIN)/python -m build --outdir build/dist .
	$(PYTHON) -m venv build/wheel-venv
	build/wheel-venv/bin/$(PIP) build/dist/*.whl cython hypothesis pytest pytest-xdist udtools
	mkdir build/wheel-tests
	cp -r tests pyproject.toml build/wheel-tests
	cd build/wheel-tests && DODONA_TREEBANKS=$(TREEBANKS) ../wheel-venv/bin/pytest --quiet --numprocesses auto

bench: $(VENV)/installed-bench
	$(BIN)/python benchmarks/run.py

EWT := $(TREEBANKS)/en_ewt/en_ewt-ud
model-en: $(VENV)/installed
	mkdir -p build
	$(BIN)/dodona train --pipeline --train $(EWT)-train.conllu --dev $(EWT)-dev.conllu --seed 1 \
		--licence "CC BY-SA 4.0" --log build/model-en.jsonl --output src/dodona/models/en.dodona \
		--attribution "UD English Web Treebank (https://github.com/UniversalDependencies/UD_English-EWT)"

$(VENV)/installed: $(CORE)
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/$(PIP) --editable .
	touch $@

$(VENV)/installed-%: $(CORE)
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/$(PIP) --editable '.[$*]'
	touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info
	find src -name '*.so' -delete
