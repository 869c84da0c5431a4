#!/usr/bin/env bash
# Lines 13 and 14: what the class server answers in a second, beside nginx with the same bytes, in turns.
# Prints "ROUND line ours reference" for each round, in answers a second.
# For line 13 it also notes what slow readers cost (slow-readers.py).
# Usage: server.sh BUILD-FOLDER [ROUNDS] (a release build); needs curl, nginx and wrk.
set -eu

build=$1
rounds=${2:-7}
seconds=${BENCH_SECONDS:-3}
work=$(mktemp -d)
trap 'for pid in ${server:-} ${nginx:-}; do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT

mkfifo "$work/said"
"$build/duke-directory-server" --sample --people "${BENCH_PEOPLE:-150}" --port 0 --log-level error >"$work/said" &
server=$!
read -r line <"$work/said"
ours=${line##* }

chmod 755 "$work"
mkdir "$work/files"
curl -sf -u demo:demo -o "$work/files/all" "$ours/entries/all"
netid=$(grep -o '"netid":"[^"]*"' "$work/files/all" | sed -n '$s/.*:"\(.*\)"/\1/p')
curl -sf -u demo:demo -o "$work/files/one" "$ours/entries/$netid"
chmod 644 "$work/files/"*
echo "list: $(stat -c %s "$work/files/all") bytes, entry: $(stat -c %s "$work/files/one") bytes"

port=$((20000 + RANDOM % 10000))
cat >"$work/nginx.conf" <<CONF
daemon off; worker_processes 2; pid $work/nginx.pid; error_log /dev/null;
events { worker_connections 1024; }
http {
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
    server { listen 127.0.0.1:$port; root $work/files; }
}
CONF
nginx -c "$work/nginx.conf" 2>/dev/null &
nginx=$!
curl -sf --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/one"

# rate URL: answers a second; an answer other than 200 makes it 0.
rate() {
    wrk -c32 -t2 -d"${seconds}s" -H "Authorization: Basic $(printf demo:demo | base64)" "$1" |
        awk '/Non-2xx/ {bad = 1} /^Requests\/sec/ {rate = $2} END {print bad ? 0 : rate}'
}

for _ in $(seq "$rounds"); do
    for what in 13:all:all "14:$netid:one"; do
        IFS=: read -r number path file <<<"$what"
        echo "ROUND $number $(rate "$ours/entries/$path") $(rate "http://127.0.0.1:$port/$file")"
    done
done

[ "${BENCH_SIDE-}" = before ] || /usr/bin/python3 "$(dirname "$0")/slow-readers.py" "$build" | sed "s/^/NOTE 13 /"
