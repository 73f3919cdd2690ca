# make demo   set up, solve a sample screen and say where the drawn picture lies
# make test   set up with all that the tests need, and run them; some also without compiled kernels
# make ocr    run the tests of letters in doubt with RapidOCR (50 MB to download)
# make corpus read the real screenshots in ../shared/corpus and ../shared/fresh, if there are any
# make coverage  run the tests, and print how much of each room they run
# make lint   ruff, mypy and the import contracts
# make docs   build the pages as a site in build/docs; a warning is an error
# make fuzz   damaged inputs for every parser, a minute; or FUZZ="--minutes 60 --only pictures"
# make release-check  is this checkout fit for release? leaves the packages in dist
# make bench  times: stages of a picture, starting, move generator, words on paths, word lists
# make clean  remove what the above made
#
# All of it happens in .venv, with uv if it is installed, else with venv and pip.

SHELL := /bin/sh
# Else each worker, and each program that tests start, compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python,$(BIN)/python -m pip install --quiet)
UNINSTALL := $(if $(UV),$(UV) pip uninstall --quiet --python $(BIN)/python,$(BIN)/python -m pip uninstall --quiet --yes)
PLAIN_TESTS := tests/solver/movegen/test_oracle.py tests/solver/strategy tests/solver/game/test_grouping.py tests/wwfsnap/test_samples.py
# Many tests wait for programs they start, so two tests can share a core.
WORKERS := $(shell echo $$((2 * $$(nproc 2>/dev/null || echo 2))))
DEMO := sample_screens/wwf2-phone-two-colours.png

.PHONY: demo test ocr corpus coverage lint docs fuzz release-check bench clean

demo: $(VENV)/.program
	@$(BIN)/wwfsnap solve $(DEMO) --out $(VENV)/demo.png
	@echo "the drawn picture lies at $(CURDIR)/$(VENV)/demo.png"

test: $(VENV)/.developer
	@command -v tesseract >/dev/null || sh .ci/debian-package tesseract-ocr \
		|| echo "the tests that need Tesseract will be skipped" >&2
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
		|| sh .ci/debian-package chromium-headless-shell || sh .ci/debian-package chromium \
		|| echo "the tests in a browser will be skipped" >&2
	@command -v firefox-esr >/dev/null || sh .ci/debian-package firefox-esr \
		|| echo "the tests in Firefox will be skipped" >&2
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal $(PYTEST_ARGS)
	WWFSNAP_PURE=1 $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal $(PYTEST_ARGS) $(PLAIN_TESTS)

ocr: $(VENV)/.developer
	$(INSTALL) --no-deps --group ocr
	$(BIN)/pytest tests/vision/tiles/test_ocr.py

corpus: $(VENV)/.developer
	$(BIN)/pytest -m corpus tests/test_corpus.py

coverage: $(VENV)/.developer
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --cov --cov-report= $(PYTEST_ARGS)
	WWFSNAP_PURE=1 $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --cov --cov-append --cov-report= \
		tests/solver/movegen
	$(BIN)/python -m tests.rooms

lint: $(VENV)/.developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(BIN)/python
	$(INSTALL) --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

fuzz: $(VENV)/.developer
	$(BIN)/python -m tests.fuzzing $(FUZZ)

release-check: $(BIN)/python
	$(INSTALL) --group release
	$(BIN)/python -m tests.release $(STEPS)

bench: $(VENV)/.developer
	$(BIN)/python -m tests.benchmarks.stages
	$(BIN)/python -m tests.benchmarks.starting
	$(BIN)/python -m tests.benchmarks.generator
	$(BIN)/python -m tests.benchmarks.path_words
	$(BIN)/python -m tests.benchmarks.word_graphs

clean:
	rm -rf $(VENV) .coverage build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@test -n "$(UV)$(PYTHON)" || { echo "wwfsnap needs Python 3.11 or newer" >&2; exit 1; }
ifneq ($(UV),)
	$(UV) venv --quiet --clear --python "$(or $(PYTHON),>=3.11)" $(VENV)
else
	$(PYTHON) -m venv --clear $(VENV) || { sh .ci/debian-package python3-venv && $(PYTHON) -m venv --clear $(VENV); }
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
endif

# Without a display library opencv-python does not load; the headless one does.
$(VENV)/.program: $(BIN)/python pyproject.toml setup.py $(wildcard solver/movegen/_*.p* solver/words/_*.p* vision/_*.p*)
	$(INSTALL) --editable .
	@$(BIN)/python -c "import cv2" 2>/dev/null || { \
		echo "opencv-python does not load here; opencv-python-headless takes its place"; \
		$(UNINSTALL) opencv-python opencv-python-headless; $(INSTALL) opencv-python-headless; }
	@touch $@

$(VENV)/.developer: $(VENV)/.program
	$(INSTALL) --group dev
	@touch $@
