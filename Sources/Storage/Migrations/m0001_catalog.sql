-- Times are microseconds since 1970, file times nanoseconds. Paths are bytes.

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE roots (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL UNIQUE,
  access TEXT NOT NULL CHECK (access IN ('ro', 'rw')),
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;

CREATE TABLE assets (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES roots (id),
  path BLOB NOT NULL,
  -- The file as it was when its bytes were last read; NULL until then.
  device INTEGER, inode INTEGER, size INTEGER, modified INTEGER, changed INTEGER,
  -- The original.
  sha256 BLOB,
  -- When it was taken, as EXIF has it; empty: it does not say; NULL: nobody has looked.
  taken TEXT,
  head INTEGER REFERENCES adjustments (id),
  UNIQUE (root_id, path)
) STRICT;

CREATE TABLE adjustments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id INTEGER NOT NULL REFERENCES assets (id),
  parent INTEGER REFERENCES adjustments (id),
  base_sha256 BLOB NOT NULL,
  format_identifier TEXT NOT NULL,
  format_version INTEGER NOT NULL,
  data TEXT NOT NULL CHECK (length(data) > 0),
  renderer TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  -- Staged by the transaction before the files come out, committed by the one after.
  state TEXT NOT NULL CHECK (state IN ('staged', 'committed')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX adjustments_by_asset ON adjustments (asset_id);
CREATE UNIQUE INDEX adjustments_staged ON adjustments (item_id) WHERE state = 'staged';

CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  root BLOB NOT NULL,
  UNIQUE (name, root)
) STRICT;

-- The numbers that {seq} gives, kept for good.
CREATE TABLE sequence_numbers (
  series_id INTEGER NOT NULL REFERENCES series (id),
  asset_id INTEGER NOT NULL REFERENCES assets (id),
  number INTEGER NOT NULL,
  PRIMARY KEY (series_id, asset_id),
  UNIQUE (series_id, number)
) STRICT;

CREATE TABLE workers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Names the lock file that the process holds for life.
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('run', 'submit', 'worker')),
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX workers_alive ON workers (id) WHERE ended_at IS NULL;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  series_id INTEGER REFERENCES series (id),
  name TEXT NOT NULL,
  -- The manifest's text, its file (for messages and relative paths) and the --set values as JSON.
  manifest BLOB NOT NULL,
  file BLOB NOT NULL,
  variables TEXT NOT NULL,
  root_id INTEGER NOT NULL REFERENCES roots (id),
  -- Absolute: the job's root, which may lie below its catalog root, and the base of its outputs.
  folder BLOB NOT NULL,
  target BLOB NOT NULL,
  -- Render and record again what is up to date.
  again INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN
    ('submitting', 'queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  -- 1: by a person, 2: by a Ctrl-C.
  held INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  priority INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  submitter INTEGER REFERENCES workers (id),
  total INTEGER NOT NULL DEFAULT 0,
  items_queued INTEGER NOT NULL DEFAULT 0,
  items_running INTEGER NOT NULL DEFAULT 0,
  items_publishing INTEGER NOT NULL DEFAULT 0,
  items_succeeded INTEGER NOT NULL DEFAULT 0,
  items_skipped INTEGER NOT NULL DEFAULT 0,
  items_failed INTEGER NOT NULL DEFAULT 0,
  items_cancelled INTEGER NOT NULL DEFAULT 0,
  items_quarantined INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_runnable ON jobs (priority DESC, id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_name ON jobs (name, id);
CREATE INDEX jobs_unfinished ON jobs (series_id) WHERE finished_at IS NULL;

CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id INTEGER NOT NULL REFERENCES jobs (id),
  position INTEGER NOT NULL,
  asset_id INTEGER NOT NULL REFERENCES assets (id),
  -- The entry of `select` whose own edit counts, and a table row's values as JSON.
  entry INTEGER,
  variables TEXT,
  -- What {seq}, {hash} and {taken} stand for, as JSON; NULL where none is used.
  names TEXT,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'publishing', 'succeeded', 'skipped',
    'failed', 'cancelled', 'quarantined')),
  lease INTEGER NOT NULL DEFAULT 0,
  worker_id INTEGER REFERENCES workers (id),
  -- The lease that passed the point of no return, 0 for none; what is still to be done with the files.
  publish_lease INTEGER NOT NULL DEFAULT 0,
  intents TEXT CHECK (intents IN ('open', 'refused', 'done')),
  due_at INTEGER NOT NULL DEFAULT 0,
  -- To be cancelled by itself, whatever its job does.
  cancelled INTEGER NOT NULL DEFAULT 0,
  -- Handled transient errors, and renderers that crashed or timed out.
  errors INTEGER NOT NULL DEFAULT 0,
  crashes INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  warnings TEXT,
  milliseconds INTEGER,
  started_at INTEGER,
  finished_at INTEGER,
  UNIQUE (job_id, asset_id)
) STRICT;
CREATE INDEX items_queued ON items (job_id, position) WHERE state = 'queued';
CREATE INDEX items_due ON items (job_id, due_at) WHERE state = 'queued';
CREATE INDEX items_ended_badly ON items (job_id, position)
  WHERE state IN ('failed', 'quarantined');
-- One writer per asset at a time.
CREATE UNIQUE INDEX items_in_work ON items (asset_id) WHERE state IN ('running', 'publishing');
CREATE INDEX items_held ON items (worker_id)
  WHERE state IN ('running', 'publishing') OR intents IS NOT NULL;

-- Leases that were taken from living workers, which may still have files of theirs written; with the
-- item's names as they were.
CREATE TABLE lost_leases (
  item_id INTEGER NOT NULL REFERENCES items (id),
  lease INTEGER NOT NULL,
  worker_id INTEGER NOT NULL REFERENCES workers (id),
  names TEXT,
  PRIMARY KEY (item_id, lease)
) STRICT;

CREATE TABLE renditions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id INTEGER NOT NULL REFERENCES assets (id),
  item_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  -- Absolute. What the manifest planned, if the file had to get another name.
  path BLOB NOT NULL,
  planned BLOB,
  -- Hash of all that decides its pixels and bytes.
  key BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  -- What the path must hold when this rendition comes out; NULL for nothing.
  expected_sha256 BLOB,
  format TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- The file as it was when it was recorded; settled once its times are old enough to tell.
  device INTEGER, inode INTEGER, modified INTEGER, changed INTEGER,
  settled INTEGER NOT NULL DEFAULT 0,
  decode_scale REAL NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('staged', 'live', 'replaced')),
  replaces INTEGER REFERENCES renditions (id),
  recorded_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX renditions_live ON renditions (path) WHERE state = 'live';
CREATE UNIQUE INDEX renditions_staged ON renditions (path) WHERE state = 'staged';
CREATE INDEX renditions_by_asset ON renditions (asset_id) WHERE state = 'live';
CREATE INDEX renditions_by_item ON renditions (item_id, ordinal);

CREATE TABLE objects (
  sha256 BLOB PRIMARY KEY,
  item_id INTEGER NOT NULL,
  -- Where the bytes were found.
  path BLOB NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;

CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('edited', 'rendered')),
  adjustment_id INTEGER,
  item_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
