#!/bin/sh
# Makes dejavu-sans-part.ttf, the part of DejaVu Sans that pictures need, from the
# Debian packages fonts-dejavu-core and python3-fonttools.
set -eu
cd "$(dirname "$0")"
/usr/bin/python3 -m fontTools.subset /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf --output-file=dejavu-sans-part.ttf \
  --unicodes='U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201D,U+2022,U+2026,U+2212,U+221E,U+2248,U+2260,U+2264-2265,U+25A0-25A1,U+25B2,U+25BC,U+25CB,U+25CF,U+2702' \
  --layout-features='kern' --no-hinting --name-IDs='0,1,2,3,4,5,6,11,13,14'
