#!/usr/bin/env bash
# Gives the collections that a sample class does not fill by itself something to see: contacts and booked tours in the
# sandbox, where it has none.
# Usage: fill-sample.sh BUILD-FOLDER SANDBOX SERVER
set -eu

build=$1 sandbox=$2 server=$3
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT

# directory COLLECTION COMMAND…: one command on the sandbox; what it says is shown only where it fails.
directory() {
    said="$state/$1"
    "$build/dukedir" "$@" --sandbox "$sandbox" --server "$server" --netid demo >"$said" 2>&1 || {
        cat "$said" >&2
        exit 1
    }
}

is_empty() {
    directory "$1" list
    [ ! -s "$said" ]
}

if is_empty contacts; then directory contacts import data/sample-contacts.json; fi
if is_empty tours; then
    directory tours book "na=The Halvorsen family, nu=4, da=$(date -d '+2 days' +%F)"
    directory tours book "na=Visitors of the open day, nu=6, da=$(date -d '+9 days' +%F)"
fi
