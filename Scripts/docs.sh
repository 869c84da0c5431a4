#!/usr/bin/env bash
# Writes the documentation of the library products that have a catalog. Fails at a warning, and at a public declaration
# of a library product without a doc comment, except for kinds whose names and labels are clear.
# Usage: docs.sh BUILD-FOLDER OUTPUT-FOLDER
set -euo pipefail

build=$1 output=$2
mkdir -p "$output"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# docc copies its pages with their owner, which fails for other users.
cp -R "$(dirname "$(readlink -f "$(command -v docc)")")/../share/docc/render" "$work/render"
export DOCC_HTML_DIR=$work/render

# The module maps of C libraries: ours, those of packages, and those that the build wrote.
cflags=()
for map in Sources/*/module.modulemap .build/checkouts/*/Sources/*/{,include/}module.modulemap \
    "$build"/*.build/module.modulemap; do
    [ ! -f "$map" ] || cflags+=(-Xcc "-fmodule-map-file=$map")
done
for flag in $(pkg-config --cflags-only-I gtk4 libsodium); do cflags+=(-Xcc "$flag"); done

# The library products, each a module of the same name.
mapfile -t modules < <(sed -n 's/^ *\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift)
[ ${#modules[@]} -gt 0 ] || { echo "Package.swift names no library products" >&2; exit 1; }

for module in "${modules[@]}"; do
    mkdir -p "$work/$module"
    swift-symbolgraph-extract -module-name "$module" -I "$build/Modules" "${cflags[@]}" -target x86_64-unknown-linux-gnu \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/$module"
    catalog=Sources/$module/$module.docc
    [ -d "$catalog" ] || continue
    docc convert "$catalog" --additional-symbol-graph-dir "$work/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "io.github.dukedirectory.$module" --diagnostics-file "$work/$module.json" \
        --output-path "$output/$module.doccarchive" >"$work/$module.log" 2>&1 || { cat "$work/$module.log" >&2; exit 1; }
    # A parameter with a clear name needs no documentation, even if another parameter of the function has some.
    python3 - "$work/$module.json" <<'PYTHON' || { cat "$work/$module.log" >&2; exit 1; }
import json, re, sys

summaries = [each["summary"] for each in json.load(open(sys.argv[1]))["diagnostics"]]
sys.exit(any(not re.fullmatch("Parameter '.*' is missing documentation", summary) for summary in summaries))
PYTHON
    echo "$output/$module.doccarchive"
done

# A module has a symbol graph of its own declarations, and one for each module whose types it extends.
python3 - "$work" "${modules[@]}" <<'PYTHON'
import glob, json, sys

# Kinds whose names and labels are clear without a doc comment.
needs_no_comment = ("swift.enum.case", "swift.property", "swift.type.property", "swift.init")

work, *modules = sys.argv[1:]
missing = []
for module in modules:
    graphs = glob.glob(f"{work}/{module}/{module}*.symbols.json")
    symbols = [symbol for graph in graphs for symbol in json.load(open(graph))["symbols"]]
    if not symbols:
        sys.exit(f"{module}: no public names were found")
    missing += sorted(
        f"{symbol['location']['uri'].rsplit('/', 1)[-1]}:{symbol['location']['position']['line'] + 1}: "
        + ".".join([module] + symbol["pathComponents"])
        for symbol in symbols
        if "docComment" not in symbol and "location" in symbol
        and symbol["kind"]["identifier"] not in needs_no_comment)
    print(f"{module}: {len(symbols)} public names")
sys.exit("Without a doc comment:\n" + "\n".join(missing) if missing else 0)
PYTHON
