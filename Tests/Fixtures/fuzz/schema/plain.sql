CREATE TABLE metadata (name TEXT, value TEXT);
INSERT INTO metadata VALUES ('name', 'set'), ('format', 'png'), ('bounds', '-10,-10,10,10'), ('minzoom', '0'), ('maxzoom', '1');
CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a'), (1, 1, 0, x'89504e470d0a1a0a');
CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
