# A service of its own for a walk, in a folder that goes with it: `. docs/own-service.sh`, in Scorebook's folder.
# Neither your settings nor your .env reach it, so a walk touches nothing of a service that you run.
#
#   scorebook …   the command line, for this service
#   as TOKEN …    scorebook api, as the person of the token
#   end_walk      stops the service, and removes its folder

WALK=$(mktemp -d)
WALK_SOURCES=$PWD
WALK_PORT=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
API=http://127.0.0.1:$WALK_PORT/api/v1

in_walk() { cd "$WALK" && exec env -i PATH="$PATH" HOME="$WALK" SCOREBOOK_DATA_DIR="$WALK/data" SCOREBOOK_PORT="$WALK_PORT" "$@"; }
scorebook() { (in_walk node "$WALK_SOURCES/bin/scorebook.js" "$@"); }
as() { (token=$1; shift; in_walk SCOREBOOK_TOKEN="$token" node "$WALK_SOURCES/bin/scorebook.js" api "$@"); }

begin_walk() {
  (in_walk SCOREBOOK_BACKUP=off SCOREBOOK_WEB=off node "$WALK_SOURCES/bin/scorebook.js" serve) > "$WALK/log" 2>&1 &
  WALK_SERVICE=$!
  while ! node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$WALK_PORT/readyz"; do
    kill -0 $WALK_SERVICE 2> /dev/null || { cat "$WALK/log"; return 1; }
    sleep 1
  done
  echo "A service of its own answers at http://localhost:$WALK_PORT."
}

end_walk() {
  kill $WALK_SERVICE
  wait $WALK_SERVICE || true
  rm -rf "$WALK"
}

begin_walk
