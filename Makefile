# Two commands do everything on a fresh Debian 12 machine with Swift: make run, make test.

CONFIG ?= debug
BUILD = .build/$(CONFIG)
SWIFT_BUILD = swift build -c $(CONFIG) --explicit-target-dependency-import-check error
# The programs as they are handed out: with the Swift runtime inside.
RELEASE = .build-static/release
RELEASE_BUILD = swift build -c release --static-swift-stdlib --scratch-path .build-static \
	--explicit-target-dependency-import-check error $(JOBS)
PROGRAMS = duke-directory dukedir duke-directory-server
# Where `make install` puts things; SCREENSHOTS is the address the pictures of data/screenshots are published at.
PREFIX ?= /usr/local
DESTDIR ?=
SCREENSHOTS ?=
UNITS ?= $(PREFIX)/lib/systemd/system
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
export PREFIX DESTDIR SCREENSHOTS UNITS ZSH_COMPLETIONS
# One window system of our own, drawn in software, and one language, so that every run looks the same. It fails where
# GLib or GTK complains.
HEADLESS = Scripts/headless.sh

.PHONY: run words pot count test docs sanitize fuzz lint bench screenshots clean build release install uninstall deb \
	packages-run packages-test packages-bench packages-screenshots packages-lint packages-release packages-deb

run: packages-run build
	@Scripts/run.sh $(BUILD)

build:
	$(SWIFT_BUILD)
	$(MAKE) words

# The catalogues lie beside the programs' folder, as they do where they are installed; the build makes that folder.
words:
	Scripts/words.sh catalogues $(BUILD)/../share/locale

# What people read, gathered from the sources for those who translate it.
pot: packages-lint
	Scripts/words.sh pot

test: packages-test packages-lint
	$(SWIFT_BUILD) --build-tests
	$(MAKE) words
	Scripts/test.py $(BUILD)

# What the library products are for those who use them, from their catalogues (Sources/*/*.docc) into .build-docs; no
# warning, and no public name without a word. Seconds on top of a build, which `make lint` does not have.
docs: build
	Scripts/docs.sh $(BUILD) .build-docs

# SECONDS for each program; see Tests/Fuzz/README.md.
SECONDS ?= 60
fuzz: packages-test
	Scripts/fuzz.sh $(SECONDS)

# The tests under the sanitizers; each takes a build of its own.
sanitize: packages-test
	Scripts/sanitize.sh address thread

lint: packages-lint
	swift format lint --strict --recursive Package.swift Sources Tests Resources Benchmarks Examples
	Scripts/words.sh check
	Scripts/check-packaging.sh .build-static

# Prints the table of speed beside its references, and writes it to Benchmarks/results.md: the better part of an hour
# on a quiet machine. BENCH_LINES=4,5 measures these lines only; see Scripts/bench.sh.
BENCHMARKS = StoreBenchmark DecodeBenchmark
bench: packages-bench
	for product in $(PROGRAMS) $(BENCHMARKS); do \
		swift build -c release --explicit-target-dependency-import-check error --product $$product || exit 1; done
	$(HEADLESS) Scripts/bench.sh .build/release

# How large the house is; `make count COMMITS="A B"` compares two commits.
count:
	@python3 Scripts/count.py $(COMMITS)

screenshots: packages-screenshots build
	$(HEADLESS) Scripts/screenshots.sh $(BUILD)

release: packages-release
	for program in $(PROGRAMS); do $(RELEASE_BUILD) --product $$program || exit 1; done

# Builds only where nothing was built yet, so that `make release && sudo make install` builds nothing as root.
install: $(PROGRAMS:%=$(RELEASE)/%)
	Scripts/install.sh install $(RELEASE)

$(PROGRAMS:%=$(RELEASE)/%):
	$(MAKE) release

uninstall:
	Scripts/install.sh uninstall $(RELEASE)

# The two packages, in .build-static.
deb: packages-deb release
	debian/rules binary PACKAGES=.build-static
	debian/rules clean
	ls -l .build-static/*.deb

clean:
	rm -rf .build .build-*

packages-run:
	@Scripts/packages.sh run

packages-test:
	@Scripts/packages.sh run test

packages-bench:
	@Scripts/packages.sh run test bench

packages-screenshots:
	@Scripts/packages.sh run test screenshots

packages-lint:
	@Scripts/packages.sh lint

packages-release:
	@Scripts/packages.sh run release

packages-deb:
	@Scripts/packages.sh deb
