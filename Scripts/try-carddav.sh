#!/usr/bin/env bash
# Reads a class of the class server over CardDAV with independent programs (vdirsyncer, khard, Evolution's data
# server), and checks what they got: all cards, nothing new, an edit, and a removal. Usage: try-carddav.sh BUILD-FOLDER
set -eu

build=$(realpath "$1")
scripts=$(cd "$(dirname "$0")" && pwd)
"$scripts/packages.sh" clients

work=$(mktemp -d)
export HOME=$work XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
export DUKE_DIRECTORY_DATA=$scripts/../data VDIRSYNCER_CONFIG=$work/vdirsyncer PYTHONDONTWRITEBYTECODE=1
running=""
trap '[ -z "$running" ] || kill "$running"; wait; rm -rf "$work"' EXIT
server() { "$build/duke-directory-server" "$@" --database "$work/server.sqlite"; }
mkfifo "$work/ready"
"$build/duke-directory-server" serve --sample --people 150 --port 0 --database "$work/server.sqlite" \
    >"$work/ready" 2>"$work/log" &
running=$!
read -r line <"$work/ready"
address=${line##* }
password=$(server user app-password demo phone | tail -n 1)
failed=0
check() { # check TEXT COMMAND…
    text=$1
    shift
    if "$@"; then echo "ok: $text"; else echo "FAILED: $text"; failed=1; fi
}
class() { curl -sS -u demo:demo "$address/entries/all" >"$work/$1.json"; }
reports() { grep -c ' 207 REPORT ' "$work/log" || true; }

sed -e "s|@folder@|$work|" -e "s|@url@|$address/|" -e "s|@password@|$password|" "$scripts/carddav/vdirsyncer.config" \
    >"$VDIRSYNCER_CONFIG"
class before
yes | vdirsyncer discover class >/dev/null 2>&1
vdirsyncer sync >/dev/null 2>&1
check "vdirsyncer: all cards" /usr/bin/python3 "$scripts/carddav/compare.py" "$work/before.json" "$work/cards/book"
before=$(reports)
check "vdirsyncer: a second sync" vdirsyncer sync 2>/dev/null
check "vdirsyncer: no cards in the second sync" test "$(reports)" = "$before"
cat >"$work/khard.conf" <<CONFIG
[addressbooks]
[[class]]
path = $work/cards/book
[general]
editor = true
merge_editor = true
CONFIG
khard=$(khard -c "$work/khard.conf" email --parsable 2>/dev/null | grep -c $'\t' || true)
check "khard: $khard addresses" test "$khard" = "$(grep -l '^EMAIL' "$work"/cards/book/*.vcf | wc -l)"

# One person edits an entry, and another deletes one.
/usr/bin/python3 "$scripts/carddav/change.py" "$work/before.json" "$work/changed.json" >"$work/who"
read -r editor remover <"$work/who"
for netid in "$editor" "$remover"; do
    password=$(server user add "$netid" --role professor | tail -n 1)
    if [ "$netid" = "$editor" ]; then method="-X PUT -d @$work/changed.json"; else method="-X DELETE"; fi
    # shellcheck disable=SC2086 # several words
    curl -sS -f -o /dev/null -u "$netid:$password" -H 'Content-Type: application/json' $method \
        "$address/entries/$netid"
done
class after
vdirsyncer sync >/dev/null 2>&1
check "vdirsyncer: an edit and a removal" /usr/bin/python3 "$scripts/carddav/compare.py" "$work/after.json" \
    "$work/cards/book"

# Evolution's data server reads the password from the keyring, which is a new one.
mkdir -p "$XDG_CONFIG_HOME/evolution/sources" "$work/run"
chmod 700 "$work/run"
sed -e "s|@port@|${address##*:}|" "$scripts/carddav/class.source" >"$XDG_CONFIG_HOME/evolution/sources/class.source"
export XDG_RUNTIME_DIR=$work/run GIO_USE_VFS=local
check "Evolution's data server: all cards" timeout 120 dbus-run-session -- bash -euc '
    printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
    printf demo | secret-tool store --label=class xdg:schema org.gnome.Evolution.Data.Source \
        e-source-uid class eds-origin evolution-data-server
    exec /usr/bin/python3 "$1" "$2"' evolution "$scripts/carddav/with_evolution.py" "$work/after.json"
exit $failed
