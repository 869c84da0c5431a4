#!/usr/bin/env bash
# Attacks a class server: 200 slow request heads, 200 slow bodies, 200 slow readers, 1,000 idle connections, more silent
# keep-alive connections than the limit, 60 bodies in chunks of one byte, 60 clients that search, invented Host
# headers, 2,000 wrong passwords. Prints the latency of other clients during the attacks, and the server's memory.
# Fails if the others wait more than 50 ms at the median or 500 ms at the 99th percentile, if they are refused, or if
# the server takes more than 150 MB.
# Usage: try-load.sh BUILD-FOLDER [PEOPLE [PICTURE-BYTES [DATABASE]]], of a release build; the default is 1,500 people
# with pictures, in SQLite. DATABASE is an empty one in PostgreSQL.
set -eu

build=$(realpath "$1")
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
running=""
trap '[ -z "$running" ] || kill "$running"; wait; rm -rf "$work"' EXIT
mkfifo "$work/ready"
"$build/duke-directory-server" serve --sample --people "${2:-1500}" --picture-bytes "${3:-75000}" --port 0 \
    --database "${4:-$work/server.sqlite}" --log-level error >"$work/ready" &
running=$!
read -r line <"$work/ready"
ulimit -n 8192
/usr/bin/python3 "$scripts/load/attacks.py" "${line##*:}" "$running"
