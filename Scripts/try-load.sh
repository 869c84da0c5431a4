#!/usr/bin/env bash
# Throws at a class server what strangers throw: 200 slow heads, 200 slow bodies, 200 slow readers, 1,000 idle
# connections, more silent kept-alive ones than there may be, 60 bodies in chunks of one byte, 60 who search, invented
# names of the server, 2,000 wrong passwords; and says how long others wait meanwhile, and what memory it takes. It fails
# where others wait more than 50 ms at the median or 500 ms at the 99th percentile or are refused, or where it takes more
# than 150 MB.
# Usage: try-load.sh BUILD-FOLDER [PEOPLE [PICTURE-BYTES [DATABASE]]], of a release build; usually 1,500 people with
# pictures, in a file of their own. DATABASE is an empty one in PostgreSQL.
set -eu

build=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
running=""
trap '[ -z "$running" ] || kill "$running"; wait; rm -rf "$work"' EXIT
mkfifo "$work/ready"
"$build/duke-directory-server" serve --sample --people "${2:-1500}" --picture-bytes "${3:-75000}" --port 0 \
    --database "${4:-$work/server.sqlite}" --log-level error >"$work/ready" &
running=$!
read -r said <"$work/ready"
ulimit -n 8192
/usr/bin/python3 "$here/load/strangers.py" "${said##*:}" "$running"
