#!/usr/bin/env bash
# Runs a PostgreSQL server for tests in FOLDER, which is created and removed, with a socket in it and without a port. It
# prints “ready”, reads the commands stop, start, restart, freeze, and thaw from its standard input, prints “ready”
# after each, and ends at the end of the input. It does not sync to the disk, unless SYNC=on is set. KEEP=on preserves
# FOLDER for another run.
# Usage: postgres.sh FOLDER [OPTION=VALUE…]
# As root it runs the server as the user postgres, or as nobody where that does not exist.
set -eu

folder=$1
shift
bin=$(command -v initdb || find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "PostgreSQL is not installed." >&2; exit 2; }
bin=$(dirname "$(readlink -f "$bin")")

as=()
mkdir -p "$folder"
if [ "$(id -u)" -eq 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    chown "$user" "$folder"
    as=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups)
fi
chmod 700 "$folder"
# Otherwise the server would keep the caller's folder in use.
cd "$folder"

# Sends a signal to the server and to its children.
signal() {
    [ -f "$folder/data/postmaster.pid" ] || return 0
    main=$(head -n 1 "$folder/data/postmaster.pid")
    # shellcheck disable=SC2046
    kill "-$1" "$main" $(cat "/proc/$main/task/$main/children") 2>/dev/null || true
}

end() {
    trap - EXIT
    signal CONT
    mode=immediate
    [ -z "${KEEP-}" ] || mode=fast
    "${as[@]}" "$bin/pg_ctl" -s -D "$folder/data" -m "$mode" stop >/dev/null 2>&1 || true
    [ -n "${KEEP-}" ] || rm -rf "$folder"
}
trap end EXIT
trap 'exit 1' INT TERM HUP

[ -d "$folder/data" ] ||
    "${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale C --no-sync >/dev/null
{
    echo "listen_addresses = ''"
    echo "unix_socket_directories = '$folder'"
    echo "max_connections = 300"
    echo "shared_buffers = 32MB"
    echo "deadlock_timeout = 20ms"
    if [ "${SYNC:-off}" = off ]; then printf '%s = off\n' fsync synchronous_commit full_page_writes; fi
    for option in "$@"; do echo "${option%%=*} = '${option#*=}'"; done
} >>"$folder/data/postgresql.conf"
control() { "${as[@]}" "$bin/pg_ctl" -s -w -D "$folder/data" -l "$folder/log" "$@" </dev/null >/dev/null; }
control start
echo ready
# Until the parent process ends, even if it is killed.
while read -r command; do
    case "$command" in
        start) control start ;;
        freeze) signal STOP ;;
        thaw) signal CONT ;;
        *) control -m fast "$command" ;;
    esac
    echo ready
done
