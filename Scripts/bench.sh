#!/usr/bin/env bash
# Measures what we say is fast: medians of several runs, each beside a reference of the same run.
# Usage: bench.sh BUILD-FOLDER (a release build), under a display.
set -eu

build=$1
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

"$build/StoreBenchmark"

"$build/StoreBenchmark" "$work/one" 1
"$build/StoreBenchmark" "$work/many" 100000
for round in 1 2 3 4 5 6 7; do
    for size in one many; do
        DUKE_DIRECTORY_STARTED=$(date +%s.%N) "$build/duke-directory" --sandbox "$work/$size" --measure telford >>"$work/$size.log"
    done
done
one=$(awk '/^first/ {print $4}' "$work/one.log" | median)
many=$(awk '/^first/ {print $4}' "$work/many.log" | median)
echo "first frame: 1 person $one ms, 100000 people $many ms, ratio $(awk "BEGIN {printf \"%.2f\", $many / $one}")"
echo "keystroke to painted frame at 100000 people: median $(awk '/^keystroke/ {print $3}' "$work/many.log" | median) ms," \
    "slowest $(awk '/^keystroke/ {print $3}' "$work/many.log" | sort -n | tail -1) ms"

mkfifo "$work/said"
"$build/duke-directory-server" --sample --people 10000 --picture-bytes 20000 --port 0 >"$work/said" &
server=$!
read -r line <"$work/said"
export DUKE_DIRECTORY_PASSWORD=demo
/usr/bin/time -f %M -o "$work/idle" "$build/dukedir" --sandbox "$work/down" list >/dev/null
/usr/bin/time -f "%M %e" -o "$work/full" "$build/dukedir" --sandbox "$work/down" download --replace \
    --server "${line##* }" --netid demo
/usr/bin/time -f %e -o "$work/curl" curl -s -o /dev/null -u demo:demo "${line##* }/entries/all"
read -r idle <"$work/idle"
read -r peak seconds <"$work/full"
echo "download of 10000 people with pictures of 20000 bytes: peak $((peak / 1024)) MB, $(((peak - idle) / 1024)) MB over idle," \
    "$seconds s, curl -o /dev/null $(cat "$work/curl") s"
