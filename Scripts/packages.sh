#!/usr/bin/env bash
# Installs the Debian packages that a target of the Makefile needs and that are missing, and prints their names.
# Usage: packages.sh SET…; the sets are run, test, check, bench, screenshots, release, deb, and clients. The fonts of
# the test set have the letters of every name in the tests: Latin, Cyrillic, and Arabic; Chinese and Korean;
# Devanagari. The bench set has the reference programs, and libraries to type into a window and watch it. The clients
# set has programs that read our address book and cards.
set -eu

run_packages="libgtk-4-dev libgtk-4-bin libsodium-dev libsqlite3-dev libpq-dev libxml2-dev libsecret-1-dev
    libqrencode-dev zlib1g-dev libgstreamer1.0-dev gstreamer1.0-plugins-base gstreamer1.0-plugins-good webp-pixbuf-loader
    adwaita-icon-theme librsvg2-common fonts-noto-color-emoji pkg-config gettext"
test_packages="xvfb xauth dbus at-spi2-core python3-dbus python3-gi gir1.2-atspi-2.0 gir1.2-gtk-4.0 xdotool
    imagemagick poppler-utils x11-utils xclip time curl chromium gnome-keyring libglib2.0-bin
    fonts-dejavu-core fonts-wqy-microhei fonts-lohit-deva faketime postgresql"
bench_packages="ripgrep nginx-light wrk radicale vdirsyncer python3-vobject gnome-contacts evolution-data-server
    gir1.2-ebook-1.2 gir1.2-ebookcontacts-1.2 gcc libx11-dev libxext-dev libxtst-dev libxdamage-dev"
screenshots_packages="fonts-cantarell fonts-noto-core webp"
check_packages="xvfb xauth dbus at-spi2-core python3-dbus python3-gi gir1.2-atspi-2.0 xdotool gettext
    desktop-file-utils appstream mandoc systemd lintian"
# A target that imports FoundationNetworking would need libcurl4-openssl-dev to be linked statically; none does.
release_packages="binutils"
deb_packages="debhelper dpkg-dev"
clients_packages="vdirsyncer khard python3-vobject python3-gi evolution-data-server gir1.2-ebook-1.2
    gir1.2-ebookcontacts-1.2 gnome-keyring dbus libsecret-tools libglib2.0-bin"

wanted=""
for set in "$@"; do
    case "$set" in
        run) wanted="$wanted $run_packages" ;;
        test) wanted="$wanted $test_packages" ;;
        bench) wanted="$wanted $bench_packages" ;;
        screenshots) wanted="$wanted $screenshots_packages" ;;
        check) wanted="$wanted $check_packages" ;;
        release) wanted="$wanted $release_packages" ;;
        deb) wanted="$wanted $deb_packages" ;;
        clients) wanted="$wanted $clients_packages" ;;
    esac
done

missing=""
for package in $wanted; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing from Debian:$missing"
if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo"; fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of names
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
