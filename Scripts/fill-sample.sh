#!/usr/bin/env bash
# Adds contacts, booked tours, groups, and a history to a sandbox with the sample class, if it has none.
# Usage: fill-sample.sh BUILD-FOLDER SANDBOX SERVER
set -eu

build=$1 sandbox=$2 server=$3
export DUKE_DIRECTORY_PASSWORD=demo
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT

# directory COLLECTION COMMAND…: runs a command on the sandbox; its output is shown only if it fails.
directory() {
    output="$state/$1"
    "$build/dukedir" "$@" --sandbox "$sandbox" --server "$server" --netid demo >"$output" 2>&1 || {
        cat "$output" >&2
        exit 1
    }
}

is_empty() {
    directory "$1" list
    [ ! -s "$output" ]
}

if is_empty contacts; then
    directory contacts import data/sample-contacts.json
    directory contacts update 1 'st=27 Orchard Street, ap=4C'
    directory groups make Neighbors 1 2 4 --list contacts
fi
directory groups list
if ! grep -q "^Study Group" "$output"; then
    directory download --update
    directory export "$state/class.csv"
    # shellcheck disable=SC2046
    directory groups make "Study Group" $(awk -F, '/,Student,/ && ++n <= 6 { print $1 }' "$state/class.csv")
    directory groups make Swimmers --search ho=swim
fi
if is_empty tours; then
    directory tours book "na=The Halvorsen family, nu=4, da=$(date -d '+2 days' +%F)"
    directory tours book "na=Visitors of the open day, nu=6, da=$(date -d '+9 days' +%F)"
fi
