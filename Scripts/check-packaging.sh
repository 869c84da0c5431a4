#!/usr/bin/env bash
# What the desktop, the shell and Debian read of us is what they want to read.
# Usage: check-packaging.sh FOLDER-OF-PACKAGES; packages that are not built yet are not looked at.
set -eu

packages=$1
id=io.github.dukedirectory.DukeDirectory
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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

# systemd looks for the program, which is not installed here.
sed "s|@bindir@/duke-directory-server|/bin/true|" data/systemd/duke-directory-server.service.in \
    >"$work/duke-directory-server.service"
systemd-analyze verify --man=no "$work/duke-directory-server.service"

for package in "$packages"/*.deb; do
    [ ! -e "$package" ] || lintian --fail-on error --profile debian "$package"
done
