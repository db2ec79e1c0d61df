#!/bin/sh
# Keeps all that PostgreSQL writes, as it writes it, and a copy of the whole once a day, so that any moment of the
# last ARCHIVE_DAYS can be restored (docs/operating/restore.md, "To a moment"). PGHOST and PGUSER say where it connects.
set -eu
folder=${ARCHIVE_DIR:?}
days=${ARCHIVE_DAYS:-7}
umask 077
mkdir -p "$folder/wal" "$folder/copies"

# A new slot means that something is missing before it: copies are of use from a new one on.
if pg_receivewal --slot=archive --create-slot 2>/dev/null; then rm -rf "$folder/copies/$(date -u +%F)"; fi
pg_receivewal --slot=archive --directory="$folder/wal" &
receiver=$!
trap 'kill $receiver 2>/dev/null; exit' INT TERM EXIT

while kill -0 $receiver 2>/dev/null; do
  copy=$folder/copies/$(date -u +%F)
  if [ ! -d "$copy" ]; then
    rm -rf "$folder"/copies/*.part
    pg_basebackup --pgdata="$copy.part" --format=tar --gzip --wal-method=none --checkpoint=fast --no-password
    mv "$copy.part" "$copy"
    # The newest that is older than ARCHIVE_DAYS stays: what was written since begins with it.
    find "$folder/copies" -mindepth 1 -maxdepth 1 -mtime "+$days" | sort | sed '$d' | xargs -r rm -r
    oldest=$(find "$folder/copies" -mindepth 1 -maxdepth 1 | sort | head -n 1)
    first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p')
    pg_archivecleanup "$folder/wal" "$first"
  fi
  sleep 60 &
  wait $!
done
echo 'The database is gone.' >&2
exit 1
