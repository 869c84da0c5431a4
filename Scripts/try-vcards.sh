#!/usr/bin/env bash
# Hands a thousand people as vCards to programs nobody here wrote (python's vobject, khard, Evolution's data server),
# and says what they read back. Usage: try-vcards.sh BUILD-FOLDER
set -eu

build=$1
here=$(cd "$(dirname "$0")" && pwd)
"$here/packages.sh" clients

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 "$here/vcards/people.py" "$here/../data/portraits" >"$work/people.json"
dukedir() { "$build/dukedir" --sandbox "$work/sandbox" "$@"; }
dukedir import --replace "$work/people.json"
dukedir export "$work/people.vcf"
/usr/bin/python3 "$here/vcards/with_vobject.py" "$work/people.json" "$work/people.vcf" "$work/vobject.vcf"
/usr/bin/python3 "$here/vcards/with_khard.py" "$work/people.json" "$work/people.vcf" "$work"
env XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config" XDG_CACHE_HOME="$work/cache" GIO_USE_VFS=local \
    dbus-run-session -- /usr/bin/python3 "$here/vcards/with_evolution.py" "$work/people.json" "$work/people.vcf" \
    "$work/evolution.vcf"
echo "Back from each of them, into a directory with nothing in it, where every field has to be the same:"
dukedir export "$work/people.json"
for name in people vobject evolution; do
    "$build/dukedir" --sandbox "$work/$name" import --replace "$work/$name.vcf"
    "$build/dukedir" --sandbox "$work/$name" export "$work/$name-back.json" 2>/dev/null
    /usr/bin/python3 "$here/vcards/compare.py" "$name" "$work/people.json" "$work/$name-back.json"
done
