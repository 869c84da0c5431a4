#!/usr/bin/env bash
# Exchanges a thousand people in groups as vCards with independent programs (Python's vobject, khard, Evolution's data
# server), and compares what they read. Usage: try-vcards.sh BUILD-FOLDER
set -eu

build=$1
scripts=$(cd "$(dirname "$0")" && pwd)
"$scripts/packages.sh" clients

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 "$scripts/vcards/people.py" "$scripts/../data/portraits" >"$work/people.json"
# Signed in as one of them, because the own record would be preserved beside a list without it.
dukedir() { "$build/dukedir" "$@" --sandbox "${sandbox:-$work/sandbox}" --netid n1; }
dukedir import --replace --discard-mine "$work/people.json"
dukedir groups make "Brass; Wind, and Śląsk" 1 2 3
# shellcheck disable=SC2046
dukedir groups make Crew $(seq 3 700)
dukedir export "$work/people.vcf"
/usr/bin/python3 "$scripts/vcards/with_vobject.py" "$work/people.json" "$work/people.vcf" "$work/vobject.vcf"
/usr/bin/python3 "$scripts/vcards/with_khard.py" "$work/people.json" "$work/people.vcf" "$work"
env XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config" XDG_CACHE_HOME="$work/cache" GIO_USE_VFS=local \
    dbus-run-session -- /usr/bin/python3 "$scripts/vcards/with_evolution.py" "$work/people.json" "$work/people.vcf" \
    "$work/evolution.vcf"
echo "The cards of each program, imported into an empty sandbox, where every field and group must be the same:"
# Sorted, because programs reorder cards.
groups() { dukedir groups list --json | /usr/bin/python3 -m json.tool | tr -d , | sort; }
groups >"$work/groups"
dukedir export "$work/people.json"
for name in people vobject evolution; do
    sandbox=$work/$name
    dukedir import --replace --discard-mine "$work/$name.vcf"
    dukedir export "$work/$name-back.json" 2>/dev/null
    /usr/bin/python3 "$scripts/vcards/compare.py" "$name" "$work/people.json" "$work/$name-back.json"
    groups | diff "$work/groups" -
done
