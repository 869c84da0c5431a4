#!/usr/bin/env bash
# Texts of the user interface: from the sources to the translations (po), and from there to the programs.
# Usage: translations.sh pot                  collects the texts in po/duke-directory.pot and updates every language
#        translations.sh check                fails if that was not done, or if a language lacks a translation
#        translations.sh catalogs FOLDER    compiles the languages of po/LINGUAS into FOLDER
set -eu

template=po/duke-directory.pot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# collect FILE: writes all texts without the date.
collect() {
    find Sources -name '*.swift' | LC_ALL=C sort | xargs python3 po/gather.py "$work" Resources/help.md
    mkdir -p "$work/data"
    for file in data/*.desktop data/*.metainfo.xml.in; do cp "$file" "$work/${file%.in}"; done
    (
        cd "$work"
        find Sources Resources/help.md -type f | LC_ALL=C sort |
            xgettext --language=C# --from-code=UTF-8 --keyword= --keyword=_ --keyword=_n:1,2 --no-wrap --add-location=file \
                --package-name="Duke Directory" --output=texts.pot --files-from=-
        find data -type f | LC_ALL=C sort |
            xgettext --from-code=UTF-8 --join-existing --no-wrap --add-location=file --package-name="Duke Directory" \
                --output=texts.pot --files-from=-
    )
    sed -e '/^"POT-Creation-Date:/d' -e 's/^"Language: \\n"$/"Language: en\\n"/' \
        -e '1,/^msgid/{/^#/d}' "$work/texts.pot" >"$1"
}

case $1 in
    pot)
        collect "$template"
        for language in $(cat po/LINGUAS); do
            msgmerge --quiet --add-location=file --update --backup=none --no-wrap --no-fuzzy-matching "po/$language.po" "$template"
        done
        ;;
    check)
        collect "$work/now.pot"
        cmp -s "$work/now.pot" "$template" || {
            echo "$template differs from the texts of the sources: make pot" >&2
            exit 1
        }
        for language in $(cat po/LINGUAS); do
            statistics=$(LC_ALL=C msgfmt --check --statistics --output-file=/dev/null "po/$language.po" 2>&1) ||
                { echo "$statistics" >&2; exit 1; }
            echo "$language: $statistics"
            case $statistics in *fuzzy* | *untranslated*) exit 1 ;; esac
            msgcmp "po/$language.po" "$template"
        done
        ;;
    catalogs)
        for language in $(cat po/LINGUAS); do
            mkdir -p "$2/$language/LC_MESSAGES"
            for program in duke-directory duke-directory-server; do
                msgfmt --check --output-file="$2/$language/LC_MESSAGES/$program.mo" "po/$language.po"
            done
        done
        ;;
esac
