CREATE TABLE metadata (name TEXT UNIQUE, value TEXT AS (upper(name)));
INSERT INTO metadata (name) VALUES ('name');
CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data BLOB AS (randomblob(20)) STORED);
INSERT INTO tiles (zoom_level, tile_column, tile_row) VALUES (3, -1, 1.5), ('a', NULL, x'00');
PRAGMA user_version = 7;
PRAGMA application_id = 1297105496;
CREATE VIRTUAL TABLE v USING fts5(a);
