#!/bin/sh
# npm runs this after an install in a clone: it builds the dashboard where its tools are there.
# Without them (npm install --omit=dev, --package-lock-only) there is nothing to do, and no error.
[ -d node_modules/vite ] || exit 0
exec node scripts/build-web.ts --if-stale --if-possible
