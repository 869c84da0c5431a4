#!/usr/bin/env bash
# Measures what users wait for and, in the same run, a reference: a program that they could use instead. Prints a table:
# ours, the reference, the goal of Scripts/bench/goals.tsv, hit or miss. It fails if a line could not be measured, but
# not if a goal was missed. Do not run it under nice: Swift's worker threads set their own priority, and the
# reference would have another one.
# Usage: bench.sh BUILD-FOLDER (a release build), on a display such as that of headless.sh.
#   BENCH_LINES=4,5   only these lines of the table; otherwise all, and the table is written to Benchmarks/results.md
#   BENCH_BEFORE      the release build of an earlier commit; each line is measured with both, and the table has a column
#                     with its values, or “–” if it cannot measure a line
#   BENCH_RESULTS     another file to write the table to
#   BENCH_ROUNDS=7    the number of rounds of each measurement
#   BENCH_STATE       the load of the machine, for the written table; the default is "otherwise idle"
set -euo pipefail

now=$(realpath "$1")
sides="now"
[ -z "${BENCH_BEFORE-}" ] || {
    before=$(realpath "$BENCH_BEFORE")
    sides="before now"
}
BENCH_ROUNDS=${BENCH_ROUNDS:-7}
# Shared by both builds: compiled programs, cards, and the databases of PostgreSQL, which its user must be able to open.
BENCH_SHARED=$(mktemp -d)
chmod 711 "$BENCH_SHARED"
export BENCH_BUILD BENCH_ROUNDS BENCH_SHARED BENCH_SIDE BENCH_WORK PYTHONDONTWRITEBYTECODE=1
parts=Scripts/bench
results=${BENCH_RESULTS-}
[ -n "${BENCH_LINES-}" ] || results=${results:-Benchmarks/results.md}

running=""
trap '[ -z "$running" ] || kill "$running" 2>/dev/null || true; wait; rm -rf "$BENCH_SHARED"' EXIT
trap 'exit 130' INT TERM

# Prints the rounds of a line of the table.
measure() {
    case "$1" in
        1 | 3 | 10 | 16) exec /usr/bin/python3 "$parts/window.py" "$1" ;;
        4) exec /usr/bin/python3 "$parts/search.py" ;;
        5 | 6) exec "$BENCH_BUILD/DecodeBenchmark" "$1" ;;
        7 | 12) exec /usr/bin/python3 "$parts/transfer.py" "$1" ;;
        8) exec "$BENCH_BUILD/StoreBenchmark" --write 100000 "$BENCH_ROUNDS" ;;
        9 | 20) exec /usr/bin/python3 "$parts/first.py" "$1" ;;
        13 | 14) exec /usr/bin/python3 "$parts/server.py" "$1" ;;
        15) exec /usr/bin/python3 "$parts/cards.py" ;;
        17 | 18) exec /usr/bin/python3 "$parts/class.py" "$1" ;;
        19) exec /usr/bin/python3 "$parts/propfind.py" ;;
        21) exec /usr/bin/python3 "$parts/idle.py" ;;
        22) BENCH_LINE=22 exec Scripts/try-load.sh "$BENCH_BUILD" ;;
        23) exec /usr/bin/python3 "$parts/preview.py" ;;
        24) exec "$BENCH_BUILD/StoreBenchmark" --duplicates "$BENCH_ROUNDS" ;;
        25) exec "$BENCH_BUILD/StoreBenchmark" --past "$BENCH_ROUNDS" ;;
        27) exec /usr/bin/python3 "$parts/locked.py" ;;
    esac
    echo "The table has no line $1." >&2
    return 1
}

status=0
IFS=", " read -ra lines <<<"${BENCH_LINES:-$(cut -f1 "$parts/goals.tsv" | grep -v '^#' | uniq | paste -sd,)}"
for line in "${lines[@]}"; do
    for BENCH_SIDE in $sides; do
        BENCH_BUILD=${!BENCH_SIDE} BENCH_WORK=$BENCH_SHARED/$BENCH_SIDE rounds=$BENCH_SHARED/rounds-$BENCH_SIDE
        mkdir -p "$BENCH_WORK"
        started=$SECONDS
        measure "$line" >"$BENCH_WORK/line" &
        running=$!
        if wait "$running"; then state="measured"; else
            state="FAILED"
            echo "FAILED $line" >>"$rounds"
            [ "$BENCH_SIDE" = before ] || status=1
        fi
        running=""
        cat "$BENCH_WORK/line" >>"$rounds"
        echo "line $line, $BENCH_SIDE: $state in $((SECONDS - started)) s" >&2
    done
done

commit=$(git describe --always --dirty 2>/dev/null || echo unknown)
[ "$sides" = now ] || commit="$commit, before: $(git -C "$before" describe --always --dirty 2>/dev/null || echo unknown)"
/usr/bin/python3 "$parts/report.py" "$parts/goals.tsv" "$BENCH_SHARED" "$commit" ${results:+"$results"}
exit "$status"
