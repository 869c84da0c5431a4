# Two commands do everything on a fresh Debian 12 machine with Swift: make run, make test.

CONFIG ?= debug
BUILD = .build/$(CONFIG)
SWIFT_BUILD = swift build -c $(CONFIG) --explicit-target-dependency-import-check error
# One window system of our own, drawn in software, so that every run looks the same.
HEADLESS = xvfb-run -a -s "-screen 0 1280x900x24 -nolisten tcp -noreset" dbus-run-session -- \
	env GSK_RENDERER=cairo GDK_DEBUG=gl-disable

.PHONY: run test lint bench screenshots clean build packages-run packages-test

run: packages-run build
	@Scripts/run.sh $(BUILD)

build:
	$(SWIFT_BUILD)

test: packages-test
	$(SWIFT_BUILD) --build-tests
	$(HEADLESS) swift test --skip-build -c $(CONFIG)
	Tests/DirectoryKeyringTests/with-keyring.sh swift test --skip-build -c $(CONFIG) --filter DirectoryKeyringTests
	$(HEADLESS) /usr/bin/python3 Tests/PointAndClick/people.py $(BUILD)
	$(HEADLESS) /usr/bin/python3 Tests/PointAndClick/editing.py $(BUILD)
	/usr/bin/python3 Tests/PointAndClick/browser.py $(BUILD)

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Resources Benchmarks
	$(HEADLESS) Scripts/check-ui.sh

# Needs no second of your time but some minutes of the machine's: release build, 100,000 people.
bench: packages-test
	swift build -c release --explicit-target-dependency-import-check error
	$(HEADLESS) Scripts/bench.sh .build/release

screenshots: packages-test build
	$(HEADLESS) Scripts/screenshots.sh $(BUILD)

clean:
	rm -rf .build .build-*

packages-run:
	@Scripts/packages.sh run

packages-test:
	@Scripts/packages.sh run test
