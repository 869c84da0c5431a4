#!/usr/bin/env bash
# The documentation of the library products that have a catalogue, from what was built; any warning is an error.
# Usage: docs.sh BUILD-FOLDER OUTPUT-FOLDER
set -euo pipefail

build=$1 output=$2
mkdir -p "$output"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What C is behind a module: maps of our folders, of packages, and those that the build wrote.
cflags=()
for map in Sources/*/module.modulemap .build/checkouts/*/Sources/*/{,include/}module.modulemap \
    "$build"/*.build/module.modulemap; do
    [ ! -f "$map" ] || cflags+=(-Xcc "-fmodule-map-file=$map")
done
for flag in $(pkg-config --cflags-only-I gtk4 libsodium); do cflags+=(-Xcc "$flag"); done

for catalogue in Sources/*/*.docc; do
    module=$(basename "$catalogue" .docc)
    mkdir -p "$work/$module"
    swift-symbolgraph-extract -module-name "$module" -I "$build/Modules" "${cflags[@]}" -target x86_64-unknown-linux-gnu \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/$module"
    docc convert "$catalogue" --additional-symbol-graph-dir "$work/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "io.github.dukedirectory.$module" --warnings-as-errors \
        --output-path "$output/$module.doccarchive"
    echo "$output/$module.doccarchive"
done

# A library that people take away says what each of its parts is.
python3 - "$work/GtkKit/GtkKit.symbols.json" <<'PYTHON'
import json, sys

symbols = json.load(open(sys.argv[1]))["symbols"]
missing = sorted(
    f"{symbol['location']['uri'].rsplit('/', 1)[-1]}:{symbol['location']['position']['line'] + 1}: "
    + ".".join(symbol["pathComponents"])
    for symbol in symbols
    if "docComment" not in symbol and "location" in symbol)
print(f"GtkKit: {len(symbols)} public names")
sys.exit("Without a word on what it is:\n" + "\n".join(missing) if missing else 0)
PYTHON
