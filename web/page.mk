# The page also holds the rules, the Automa's sentences and those of refusals, which live elsewhere.
PAGE_INPUTS += $(wildcard docs/rules/*.md src/orrery/gaia/automa/words/*.json src/orrery/*/said/*.json)

.PHONY: shots bench-page
shots: .venv/test.stamp page ## Take pictures of the main screens into docs/shots
	.venv/bin/python -m tests.browser.shots docs/shots

bench-page: .venv/test.stamp page ## Measure the page and write the figures to docs/performance.md
	.venv/bin/python -m tests.browser.bench docs/performance.md
