-- What made a file, as "libvips 8.14.1"; NULL: nobody wrote it down.
ALTER TABLE renditions ADD COLUMN engine TEXT;
-- Files that another engine than this one made are made again; those in place only if so said.
ALTER TABLE jobs ADD COLUMN engine TEXT;
ALTER TABLE jobs ADD COLUMN engine_in_place INTEGER NOT NULL DEFAULT 0;
-- How long its stages took, JSON of microseconds; NULL: nothing of it was published.
ALTER TABLE items ADD COLUMN stages TEXT;
-- The number of its file system, which stays where another boot gives the device another one.
ALTER TABLE roots ADD COLUMN file_system INTEGER;
