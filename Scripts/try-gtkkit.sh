#!/usr/bin/env bash
# Builds GtkKit's example in its own folder, as a package that depends on this one, and uses it through AT-SPI. The
# build is preserved in .build-example, so that only the first one takes a minute.
# Usage: try-gtkkit.sh
set -euo pipefail

tree=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Examples/GtkKitExample/. "$work"
cp Package.resolved "$work"
sed -i "s|path: \"../..\"|path: \"$tree\"|" "$work/Package.swift"
swift build --skip-update --package-path "$work" --scratch-path "$tree/.build-example"
Scripts/headless.sh /usr/bin/python3 Tests/PointAndClick/gtkkit.py "$tree/.build-example/debug"
