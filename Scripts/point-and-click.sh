#!/usr/bin/env bash
# Runs the tests that use the programs from outside, each on a desktop of its own, as many at once as there are
# processors. Usage: point-and-click.sh BUILD-FOLDER [NAME…]; without names, all of them.
set -euo pipefail

build=$1
shift
# The longest first.
[ $# -gt 0 ] || set -- everything editing day words keyboard accessible people page wall several learn menus hover browser \
    welcome minute newcomer anywhere desktop outage
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# What each says is shown in one piece, when it is over.
# shellcheck disable=SC2016 # the names are the inner shell's
printf '%s\n' "$@" | xargs -P "$(nproc)" -I NAME bash -c '
    started=$SECONDS status=0
    Scripts/headless.sh /usr/bin/python3 Tests/PointAndClick/NAME.py "$0" >"$1/NAME" 2>&1 || status=$?
    { printf "\n== NAME, %s s\n" "$((SECONDS - started))"; cat "$1/NAME"; } >"$1/NAME.all"
    cat "$1/NAME.all"
    [ "$status" -eq 0 ] || echo "FAILED: NAME"
    exit "$status"' "$build" "$logs"
