#!/usr/bin/env bash
# GTK reads every user interface description without a warning.
set -eu
for file in Resources/ui/*.ui; do gtk4-builder-tool validate "$file"; done
