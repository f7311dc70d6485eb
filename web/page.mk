# The page also holds the rules, the handbook, the Automa's sentences and those of refusals, which live elsewhere.
PAGE_INPUTS += $(wildcard docs/rules/*.md docs/handbook/*.md src/orrery/gaia/automa/words/*.json src/orrery/*/said/*.json)

.PHONY: shots bench-page
shots: .venv/test.stamp page ## Take pictures of the main screens into docs/shots
	.venv/bin/python -m tests.browser.shots docs/shots

bench-page: .venv/test.stamp page ## Measure the page and write the figures to docs/performance.md
	.venv/bin/python -m tests.browser.bench docs/performance.md

# --- the engine in the page -------------------------------------------------------------------------------

# What the page loads when somebody plays on this device: made by Pyodide itself, once until the engine changes.
ENGINE := build/engine/engine.json
ENGINE_INPUTS := web/engine/build.mjs web/engine/bundle.py web/engine/play.py $(shell find src/orrery \( -name '*.py' -o -name '*.json' -o -name '*.toml' \) -not -path '*/server/*' -not -path '*/arena/*' -not -path '*/env/*' -not -path '*/study/data/*')
WHEELS := build/wheels

# The wheel of msgspec for the browser is pinned with all the others; pip takes it for another machine than this one.
$(WHEELS)/stamp: requirements/play.txt | .venv/bin/python
	@rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	@awk '/^msgspec==/ { on = 1 } on { print } on && !/\\$$/ { exit }' requirements/play.txt > $(WHEELS)/device.txt
	@.venv/bin/python -m pip download -qq --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
		--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 -d $(WHEELS) -r $(WHEELS)/device.txt
	@touch $@

$(ENGINE): web/node_modules/.package-lock.json $(WHEELS)/stamp $(ENGINE_INPUTS)
	@echo "Building the engine for the page ..."
	@PATH="$$(scripts/prepare node):$$PATH" node web/engine/build.mjs $(WHEELS)/*.whl build/engine
	@touch $@

PAGE_INPUTS += $(ENGINE)
web-test: $(ENGINE)

.PHONY: site
site: build/site/index.html ## Write a folder for any static server, Orrery without a server, into build/site

build/site/index.html: $(PAGE)
	@echo "Building the page for a static server ..."
	@ORRERY_SITE=1 $(NPM) run --silent build -- --logLevel error </dev/null
	@touch $@
