#!/usr/bin/env bash
# Checks the files that desktops, shells, software centers, and Debian read.
# Usage: check-packaging.sh FOLDER-OF-PACKAGES     packages that are not built yet are skipped
#        check-packaging.sh shown                  prints the names of the pictures that are shown, and checks nothing
set -eu

id=io.github.dukedirectory.DukeDirectory
shown() {
    grep -oh 'screenshots@*/[a-z-]*\.[a-z]*' README.md "data/$id.metainfo.xml.in" | sed 's|.*/||' | LC_ALL=C sort -u
}
if [ "$1" = shown ]; then
    shown
    exit
fi
packages=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The repository has these pictures and no others.
shown | diff - <(find data/screenshots -type f -printf '%f\n' | LC_ALL=C sort) >&2 ||
    { echo "data/screenshots differs from what README.md and the metainfo show: make screenshots" >&2; exit 1; }

# In every language, as installed.
msgfmt --desktop --template="data/$id.desktop" -d po -o "$work/$id.desktop"
desktop-file-validate "$work/$id.desktop"

# With an address for the screenshots, and without.
msgfmt --xml --template="data/$id.metainfo.xml.in" -d po -o "$work/$id.metainfo.xml"
sed -i 's|@screenshots@|https://example.org|' "$work/$id.metainfo.xml"
appstreamcli validate --no-net --pedantic "$work/$id.metainfo.xml"
sed -i '/<screenshots>/,/<\/screenshots>/d' "$work/$id.metainfo.xml"
appstreamcli validate --no-net --pedantic "$work/$id.metainfo.xml"

mandoc -T lint -W warning data/man/*.[18]

# systemd looks for the program, which is not installed.
sed "s|@bindir@/duke-directory-server|/bin/true|" data/systemd/duke-directory-server.service.in \
    >"$work/duke-directory-server.service"
systemd-analyze verify --man=no "$work/duke-directory-server.service"

for package in "$packages"/*.deb; do
    [ ! -e "$package" ] || lintian --fail-on error --profile debian "$package"
done
