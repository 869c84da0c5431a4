#!/usr/bin/env bash
# Runs the tests under the sanitizers: address (invalid memory accesses) and thread (data races). Each has its own
# build, in .build-address and .build-thread; Scripts/sanitizers explains the suppressions.
# Usage: sanitize.sh KIND… [-- SWIFT-TEST-OPTION…]
set -euo pipefail

kinds=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    kinds+=("$1")
    shift
done
[ $# -eq 0 ] || shift
scripts=$(cd "$(dirname "$0")" && pwd)
# Leak detection is off, because it reports objects that are referenced by Swift globals or test cases. GtkKit's tests
# count live objects and boxes instead.
export ASAN_OPTIONS="detect_leaks=0:suppressions=$scripts/sanitizers/address.txt"
export TSAN_OPTIONS="suppressions=$scripts/sanitizers/threads.txt:halt_on_error=0"
# Tests that measure memory skip the measurement, because it would include the sanitizer's.
export DIRECTORY_TEST_SANITIZED=yes
for kind in "${kinds[@]}"; do
    build=(--sanitize "$kind" --scratch-path ".build-$kind")
    swift build --build-tests --explicit-target-dependency-import-check error "${build[@]}"
    "$scripts/translations.sh" catalogs ".build-$kind/share/locale"
    "$scripts/headless.sh" swift test --skip-build "${build[@]}" "$@"
done
