#!/usr/bin/env bash
# Makes the fonts of this folder from their npm packages (OFL; the licences stand beside them): Latin-1 and the punctuation
# that we set, at most 25 kB each. Run it in an empty folder with npm and Debian's fonttools and python3-brotli.
set -euo pipefail
target=$(cd "$(dirname "$0")" && pwd)
npm install --no-save @fontsource-variable/bricolage-grotesque@5.3.0 @fontsource-variable/atkinson-hyperlegible-next@5.3.0
characters='U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+20AC,U+2190-2193,U+2212,U+2713'

subset() { # package, weights, features
  fonttools varLib.instancer "node_modules/@fontsource-variable/$1/files/$1-latin-wght-normal.woff2" "wght=$2" -o narrowed.ttf
  pyftsubset narrowed.ttf --unicodes="$characters" --layout-features="$3" --flavor=woff2 --no-hinting --output-file="$target/$1.woff2"
  cp "node_modules/@fontsource-variable/$1/LICENSE" "$target/$1.LICENSE.txt"
}
# One weight with its kerning has 18 kB; all weights without it have 17, and with it 31.
subset bricolage-grotesque 700 kern,tnum
subset atkinson-hyperlegible-next 400:700 kern,tnum
