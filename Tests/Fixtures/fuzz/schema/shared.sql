CREATE TABLE metadata (name TEXT, value TEXT);
INSERT INTO metadata VALUES ('name', 'set'), ('format', 'png'), ('bounds', '-10,-10,10,10'), ('minzoom', '0'), ('maxzoom', '1');
CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
CREATE TABLE images (tile_data BLOB, tile_id TEXT);
INSERT INTO map VALUES (0, 0, 0, 'a'), (1, 0, 1, 'a');
INSERT INTO images VALUES (x'89504e470d0a1a0a', 'a');
CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
