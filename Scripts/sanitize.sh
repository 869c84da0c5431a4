#!/usr/bin/env bash
# Runs the tests once more in a program that watches itself: address (memory that is not ours)
# and thread (two threads at one thing). Each is built apart, in .build-address and .build-thread; what is not reported
# is explained in Scripts/sanitizers. Usage: sanitize.sh KIND… [-- ARGUMENT-OF-SWIFT-TEST…]
set -euo pipefail

kinds=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    kinds+=("$1")
    shift
done
[ $# -eq 0 ] || shift
here=$(cd "$(dirname "$0")" && pwd)
# Leaks are not looked for here: what a global of Swift or a test case holds counts as lost, for the checker does not see
# where Swift keeps it. GtkKit's tests count objects and boxes instead.
export ASAN_OPTIONS="detect_leaks=0:suppressions=$here/sanitizers/address.txt"
export TSAN_OPTIONS="suppressions=$here/sanitizers/threads.txt:halt_on_error=0"
# What a test measures of memory is then the watcher's, too.
export DIRECTORY_TEST_SANITIZED=yes
for kind in "${kinds[@]}"; do
    build=(--sanitize "$kind" --scratch-path ".build-$kind")
    swift build --build-tests --explicit-target-dependency-import-check error "${build[@]}"
    "$here/words.sh" catalogues ".build-$kind/share/locale"
    "$here/headless.sh" swift test --skip-build "${build[@]}" "$@"
done
