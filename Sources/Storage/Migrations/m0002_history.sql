-- What takes edits back: which adjustment a file shows, how it was asked for, and what lies beneath.

CREATE TABLE output_settings (
  id INTEGER PRIMARY KEY,
  settings TEXT NOT NULL UNIQUE
) STRICT;

-- 'original': an asset's original is back in its place. 'restored': another program's file is.
-- 'removed': the path is empty again; its sha256 is empty too.
ALTER TABLE renditions ADD COLUMN kind TEXT NOT NULL DEFAULT 'rendition'
  CHECK (kind IN ('rendition', 'in-place', 'original', 'restored', 'removed'));
-- The folder that the file must stay beneath.
ALTER TABLE renditions ADD COLUMN base BLOB;
-- NULL: the original is shown.
ALTER TABLE renditions ADD COLUMN adjustment_id INTEGER REFERENCES adjustments (id);
ALTER TABLE renditions ADD COLUMN settings_id INTEGER REFERENCES output_settings (id);
-- Who asked for it first, whatever undo and redo have made of it since.
ALTER TABLE renditions ADD COLUMN origin_item INTEGER;
ALTER TABLE renditions ADD COLUMN series_id INTEGER;
-- What comes back when its origin is taken back; NULL for what was not ours.
ALTER TABLE renditions ADD COLUMN beneath INTEGER;
ALTER TABLE renditions ADD COLUMN mode INTEGER;
UPDATE renditions SET origin_item = item_id, beneath = replaces,
  series_id = (SELECT j.series_id FROM items i JOIN jobs j ON j.id = i.job_id
    WHERE i.id = renditions.item_id),
  base = (SELECT j.target FROM items i JOIN jobs j ON j.id = i.job_id
    WHERE i.id = renditions.item_id);
CREATE INDEX renditions_by_path ON renditions (path, id);
DROP INDEX renditions_by_asset;
CREATE INDEX renditions_by_asset ON renditions (asset_id, path, id);
CREATE INDEX renditions_by_series ON renditions (series_id) WHERE state = 'live';

-- The file may be our edited result; these are of the file before the first edit in place.
ALTER TABLE assets ADD COLUMN original_sha256 BLOB;
ALTER TABLE assets ADD COLUMN original_mode INTEGER;
ALTER TABLE assets ADD COLUMN original_modified INTEGER;
UPDATE assets SET original_sha256 = sha256, original_modified = modified;

ALTER TABLE adjustments ADD COLUMN series_id INTEGER;
-- The asset's original when it was recorded; the base may be a rendered result.
ALTER TABLE adjustments ADD COLUMN original_sha256 BLOB;
-- Data of over a megabyte is an object.
ALTER TABLE adjustments ADD COLUMN data_object BLOB;
UPDATE adjustments SET original_sha256 = base_sha256,
  series_id = (SELECT j.series_id FROM jobs j WHERE j.id = adjustments.job_id);

-- Every move of an asset's head.
CREATE TABLE head_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id INTEGER NOT NULL REFERENCES assets (id),
  from_id INTEGER REFERENCES adjustments (id),
  to_id INTEGER REFERENCES adjustments (id),
  kind TEXT NOT NULL CHECK (kind IN ('edit', 'undo', 'redo', 'revert', 'adopt')),
  -- The move that an undo or a redo takes back.
  reverses INTEGER REFERENCES head_moves (id),
  -- 0: imported.
  job_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('staged', 'committed')),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX head_moves_by_asset ON head_moves (asset_id);
CREATE UNIQUE INDEX head_moves_staged ON head_moves (item_id) WHERE state = 'staged';
CREATE INDEX assets_by_original ON assets (original_sha256);
INSERT INTO head_moves (asset_id, from_id, to_id, kind, job_id, item_id, state, at)
  SELECT asset_id, parent, id, 'edit', job_id, item_id, state, created_at FROM adjustments ORDER BY id;

-- What a job does, and the one that a revert takes back.
ALTER TABLE jobs ADD COLUMN kind TEXT NOT NULL DEFAULT 'manifest'
  CHECK (kind IN ('manifest', 'undo', 'redo', 'revert', 'adopt'));
ALTER TABLE jobs ADD COLUMN reverted_job INTEGER;
-- Also over what another program changed, which is stored first.
ALTER TABLE jobs ADD COLUMN force INTEGER NOT NULL DEFAULT 0;

CREATE INDEX items_by_asset ON items (asset_id, id);
CREATE INDEX items_unended ON items (asset_id) WHERE state IN ('queued', 'running', 'publishing');
-- Whether the asset left the selection and the series' files of it go.
ALTER TABLE items ADD COLUMN orphan INTEGER NOT NULL DEFAULT 0;
-- What became of the job's edit: edited, reedited, stacked, unchanged, undone.
ALTER TABLE items ADD COLUMN edit TEXT;

CREATE TABLE changes_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN
    ('edited', 'rendered', 'undone', 'redone', 'reverted', 'adopted', 'removed')),
  adjustment_id INTEGER,
  item_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO changes_new SELECT * FROM changes;
DROP TABLE changes;
ALTER TABLE changes_new RENAME TO changes;

-- Leases that were taken from living workers, which may still have files of theirs written; with the
-- item's names as they were.
CREATE TABLE lost_leases (
  item_id INTEGER NOT NULL REFERENCES items (id),
  lease INTEGER NOT NULL,
  worker_id INTEGER NOT NULL REFERENCES workers (id),
  names TEXT,
  PRIMARY KEY (item_id, lease)
) STRICT;
