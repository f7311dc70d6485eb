# The page also holds the rules and the Automa's sentences, which live elsewhere.
PAGE_INPUTS += $(wildcard docs/rules/*.md src/orrery/gaia/automa/words/*.json)

.PHONY: shots bench-page
shots: .venv/test.stamp page ## Take pictures of the main screens into docs/shots
	.venv/bin/python -m tests.browser.shots docs/shots

bench-page: .venv/test.stamp page ## Measure the page and write the figures to docs/performance.md
	.venv/bin/python -m tests.browser.bench docs/performance.md
