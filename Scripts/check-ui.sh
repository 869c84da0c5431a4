#!/usr/bin/env bash
# Every user interface description is one GTK reads without a word.
set -eu
for file in Resources/ui/*.ui; do gtk4-builder-tool validate "$file"; done
