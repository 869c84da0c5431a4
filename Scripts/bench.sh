#!/usr/bin/env bash
# Measures what people wait for beside what they would use instead, and prints a table: ours, the reference of the same
# run, the goal of Scripts/bench/goals.tsv, hit or miss. It fails where a line could not be measured, not where a goal
# was missed.
# Not under nice: Swift's worker threads set a priority of their own, and the reference would have another one.
# Usage: bench.sh BUILD-FOLDER (a release build), under a display, as headless.sh gives one.
#   BENCH_LINES=4,5   only these lines of the table; otherwise all, and the table is written to Benchmarks/results.md
#   BENCH_RESULTS     another file to write the table to
#   BENCH_ROUNDS=7    how often each is measured
#   BENCH_STATE       what else the machine did meanwhile, for the written table: "otherwise idle"
set -euo pipefail

BENCH_BUILD=$(realpath "$1")
BENCH_ROUNDS=${BENCH_ROUNDS:-7}
BENCH_WORK=$(mktemp -d)
export BENCH_BUILD BENCH_ROUNDS BENCH_WORK PYTHONDONTWRITEBYTECODE=1
here=Scripts/bench
said=$BENCH_WORK/said
results=${BENCH_RESULTS-}
[ -n "${BENCH_LINES-}" ] || results=${results:-Benchmarks/results.md}

running=""
trap '[ -z "$running" ] || kill "$running" 2>/dev/null || true; wait; rm -rf "$BENCH_WORK"' EXIT
trap 'exit 130' INT TERM

# Prints the rounds of a line of the table.
measure() {
    case "$1" in
        1 | 2 | 3 | 10 | 16) exec /usr/bin/python3 "$here/window.py" "$1" ;;
        4) exec /usr/bin/python3 "$here/search.py" ;;
        5 | 6) exec "$BENCH_BUILD/DecodeBenchmark" "$1" ;;
        7 | 11 | 12) exec /usr/bin/python3 "$here/transfer.py" "$1" ;;
        8) exec "$BENCH_BUILD/StoreBenchmark" --write 100000 "$BENCH_ROUNDS" ;;
        9) exec /usr/bin/python3 "$here/first.py" ;;
        13 | 14) exec "$here/server.sh" "$BENCH_BUILD" "$BENCH_ROUNDS" ;;
        15) exec /usr/bin/python3 "$here/cards.py" ;;
        17 | 18) exec /usr/bin/python3 "$here/million.py" "$1" ;;
        19) exec "$BENCH_BUILD/StoreBenchmark" --duplicates "$BENCH_ROUNDS" ;;
        20) exec "$BENCH_BUILD/StoreBenchmark" --past "$BENCH_ROUNDS" ;;
    esac
    echo "The table has no line $1." >&2
    return 1
}

status=0
IFS=", " read -ra lines <<<"${BENCH_LINES:-1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20}"
for line in "${lines[@]}"; do
    # Lines 13 and 14 are measured together.
    ! grep -qsE "^ROUND $line " "$said" || continue
    started=$SECONDS
    measure "$line" >"$BENCH_WORK/line" &
    running=$!
    if wait "$running"; then state="measured"; else
        state="FAILED"
        echo "FAILED $line" >>"$said"
        status=1
    fi
    running=""
    cat "$BENCH_WORK/line" >>"$said"
    echo "line $line: $state in $((SECONDS - started)) s" >&2
done

commit=$(git describe --always --dirty 2>/dev/null || echo unknown)
/usr/bin/python3 "$here/report.py" "$here/goals.tsv" "$said" "$commit" ${results:+"$results"}
exit "$status"
