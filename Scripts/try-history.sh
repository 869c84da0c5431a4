#!/usr/bin/env bash
# Sixteen clients of two class servers on PostgreSQL with a synchronous standby: each server is killed and started
# again, PostgreSQL is restarted, its primary is killed (SIGKILL), and the standby is promoted. All responses are
# recorded and must be linearizable: a single server that handles one request after another could have sent them.
# Usage: [BUILD=FOLDER] try-history.sh [SECONDS [--forget]], after “swift build --build-tests”; --forget loses updates
# on purpose, and then the verdict must be “NOT LINEARIZABLE”.
set -euo pipefail

seconds=${1:-600}
shift || true
build=${BUILD:-.build/debug}
work=$(mktemp -d /tmp/history-XXXXXX)
bin=$(dirname "$(readlink -f "$(command -v initdb || find /usr/lib/postgresql -name initdb | sort -V | tail -1)")")
as=()
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$work"
    as=(setpriv --reuid postgres --regid postgres --clear-groups)
fi
chmod 755 "$work"

servers=()
end() {
    trap - EXIT
    for pid in "${servers[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    for name in one two; do
        "${as[@]}" "$bin/pg_ctl" -s -D "$work/$name" -m immediate stop >/dev/null 2>&1 || true
    done
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

control() { (cd "$work" && "${as[@]}" "$bin/pg_ctl" -s -w "$@" </dev/null >/dev/null); }
sql() { psql -qAt -h "$work" -p "$1" -U postgres postgres -c "$2"; }

# The primary confirms a commit after its standby has it.
(cd "$work" && "${as[@]}" "$bin/initdb" -D one -U postgres -A trust -E UTF8 --locale C --no-sync >/dev/null)
cat >>"$work/one/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$work'
port = 5432
max_connections = 100
wal_level = replica
END
control -D "$work/one" -l "$work/one.log" start
(cd "$work" && "${as[@]}" "$bin/pg_basebackup" -h "$work" -p 5432 -U postgres -D two -R --checkpoint=fast --no-sync)
sed -i "s/^port = 5432/port = 5433/; \$a cluster_name = 'two'" "$work/two/postgresql.conf"
control -D "$work/two" -l "$work/two.log" start
sql 5432 "ALTER SYSTEM SET synchronous_standby_names = 'two'"
sql 5432 "SELECT pg_reload_conf()" >/dev/null
until [ "$(sql 5432 "SELECT sync_state FROM pg_stat_replication")" = sync ]; do sleep 0.2; done

address="host=$work,$work port=5432,5433 user=postgres dbname=postgres target_session_attrs=read-write"
people=()
for number in 1 2 3 4 5 6 7 8; do
    password=$("$build/duke-directory-server" user add "hist$number" --database "$address" | tail -1)
    people+=("hist$number:$password")
done

# serve NUMBER PORT: starts a class server, and waits until it listens.
serve() {
    "$build/duke-directory-server" --port "$2" --database "$address" >"$work/server$1.out" 2>>"$work/server$1.err" &
    servers[$1]=$!
    until grep -q http "$work/server$1.out"; do
        kill -0 "${servers[$1]}" || { cat "$work/server$1.err" >&2; exit 1; }
        sleep 0.1
    done
}
serve 0 0
serve 1 0
ports=$(sed -n 's/.*:\([0-9]*\)$/\1/p' "$work/server0.out" "$work/server1.out" | paste -sd,)

"$build/HistoryRun" "$seconds" "$ports" "$@" "${people[@]}" &
clients=$!
began=$SECONDS
# at PART TEXT: waits until PART eighths of the time have passed.
at() {
    while [ $((SECONDS - began)) -lt $((seconds * $1 / 8)) ]; do sleep 0.2; done
    echo "$((SECONDS - began)) s: $2"
}

at 1 "kill -9 of a class server, which is started again"
kill -9 "${servers[0]}"
serve 0 "${ports%%,*}"
at 2 "restart of PostgreSQL"
control -D "$work/one" -l "$work/one.log" -m fast restart
at 3 "kill -9 of the other class server, which is started again"
kill -9 "${servers[1]}"
serve 1 "${ports##*,}"
at 4 "kill -9 of the primary"
postmaster=$(head -1 "$work/one/postmaster.pid")
mapfile -t children < <(ps -o pid= --ppid "$postmaster" | tr -d ' ')
kill -9 "$postmaster" "${children[@]}" 2>/dev/null || true
echo "$((SECONDS - began)) s: promotion of the standby"
control -D "$work/two" promote
at 6 "immediate restart of the new primary"
control -D "$work/two" -l "$work/two.log" -m immediate restart

status=0
wait "$clients" || status=$?
cat "$work"/server?.err >&2
exit "$status"
