# On a fresh Debian 12 machine with Swift, make run, make test, make check, and the other targets install the packages
# that they need, and print their names.

CONFIG ?= debug
BUILD = .build/$(CONFIG)
SWIFT_BUILD = swift build -c $(CONFIG) --explicit-target-dependency-import-check error
# The released programs contain the Swift runtime.
RELEASE = .build-static/release
RELEASE_BUILD = swift build -c release --static-swift-stdlib --scratch-path .build-static \
	--explicit-target-dependency-import-check error $(JOBS)
PROGRAMS = duke-directory dukedir duke-directory-server
# The folders of `make install`; SCREENSHOTS is the address at which the pictures of data/screenshots are published.
PREFIX ?= /usr/local
DESTDIR ?=
SCREENSHOTS ?=
UNITS ?= $(PREFIX)/lib/systemd/system
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
export PREFIX DESTDIR SCREENSHOTS UNITS ZSH_COMPLETIONS
# A display of its own, drawn in software, and English, so that every run looks the same. Fails at warnings of GLib or
# GTK.
HEADLESS = Scripts/headless.sh

.PHONY: run build tests translations pot test check ci docs fuzz sanitize bench long count screenshots release install \
	uninstall deb clean packages-run packages-test packages-check packages-ci packages-bench packages-long \
	packages-screenshots packages-release packages-deb

run: packages-run build
	@Scripts/run.sh $(BUILD)

build:
	$(SWIFT_BUILD)
	$(MAKE) translations

tests:
	$(SWIFT_BUILD) --build-tests
	$(MAKE) translations

# The compiled translations are beside the folder of the programs, as where they are installed.
translations:
	Scripts/translations.sh catalogs $(BUILD)/../share/locale

# Collects the texts of the sources for translators.
pot: packages-check
	Scripts/translations.sh pot

test: packages-test tests
	Scripts/test.py $(BUILD) test

# Format, translations, packaging, documentation, and GtkKit's example.
check: packages-check build
	Scripts/test.py $(BUILD) check

# make test and make check on one build, side by side.
ci: packages-ci tests
	Scripts/test.py $(BUILD) test check

# The documentation of the library products (Sources/*/*.docc) in .build-docs; fails at a warning, and at a public name
# without a doc comment.
docs: packages-run build
	Scripts/docs.sh $(BUILD) .build-docs

# SECONDS for each program; see Tests/Fuzz/README.md.
SECONDS ?= 60
fuzz: packages-test
	Scripts/fuzz.sh $(SECONDS)

# The tests under the address and thread sanitizers, which need a build each.
sanitize: packages-test
	Scripts/sanitize.sh address thread

# Prints a table of speed beside references, and writes it to Benchmarks/results.md: most of an hour on a quiet machine.
# BENCH_LINES=4,5 measures these lines only; see Scripts/bench.sh.
BENCHMARKS = StoreBenchmark DecodeBenchmark
bench: packages-bench
	for product in $(PROGRAMS) $(BENCHMARKS); do \
		swift build -c release --explicit-target-dependency-import-check error --product $$product || exit 1; done
	$(HEADLESS) Scripts/bench.sh .build/release

# The long runs, four hours in all, and a table of their results; RUNS="downloads=20 idle" chooses runs and their sizes.
# See Scripts/long.py.
RUNS ?=
long: packages-long tests
	for product in $(PROGRAMS) ChangeLoop HistoryRun; do \
		swift build -c release --explicit-target-dependency-import-check error --product $$product || exit 1; done
	Scripts/long.py $(BUILD) .build/release $(RUNS)

# Counts lines, types, and members; `make count COMMITS="A B"` compares two commits.
count:
	@python3 Scripts/count.py $(COMMITS)

screenshots: packages-screenshots build
	$(HEADLESS) Scripts/screenshots.sh $(BUILD)

release: packages-release
	for program in $(PROGRAMS); do $(RELEASE_BUILD) --product $$program || exit 1; done

# Builds only if nothing was built yet, so that `make release && sudo make install` builds nothing as root.
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

packages-check:
	@Scripts/packages.sh run check

packages-ci:
	@Scripts/packages.sh run test check

packages-bench:
	@Scripts/packages.sh run test bench

packages-long:
	@Scripts/packages.sh run test clients

packages-screenshots:
	@Scripts/packages.sh run test screenshots

packages-release:
	@Scripts/packages.sh run release

packages-deb:
	@Scripts/packages.sh deb
