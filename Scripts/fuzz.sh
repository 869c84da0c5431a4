#!/usr/bin/env bash
# Builds the programs of Tests/Fuzz and runs each for SECONDS.
# Usage: fuzz.sh SECONDS [PROGRAM…]
set -eu

seconds=$1
shift
build=.build-fuzz
swift build --package-path Tests/Fuzz --scratch-path $build -c release --sanitize fuzzer
mkdir -p $build/found
if [ $# -eq 0 ]; then set -- Tests/Fuzz/Seeds/*; fi

failed=""
for program in "$@"; do
    name=${program##*/}
    mkdir -p "$build/corpus/$name"
    echo "$name, $seconds seconds"
    SWIFT_BACKTRACE=enable=no "$build/release/$name" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$build/found/$name-" \
        "$build/corpus/$name" "Tests/Fuzz/Seeds/$name" >"$build/$name.log" 2>&1 || failed="$failed $name"
    grep -E "stat::number_of_executed_units|SUMMARY|Fatal error|Test unit written" "$build/$name.log" || true
done
[ -z "$failed" ] || { echo "Failed:$failed; see $build/*.log and $build/found"; exit 1; }
