CREATE TABLE metadata (name TEXT, value TEXT);
INSERT INTO metadata VALUES ('name', 'set'), ('format', 'png'), ('bounds', '-10,-10,10,10'), ('minzoom', '0'), ('maxzoom', '1');
CREATE TABLE t (z INTEGER, x INTEGER, y INTEGER, d BLOB, PRIMARY KEY (z, x, y)) WITHOUT ROWID;
INSERT INTO t VALUES (1, 0, 0, x'89504e47');
CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT z AS zoom_level, x AS tile_column, (1 << z) - 1 - y AS tile_row, coalesce(d, zeroblob(9)) AS tile_data FROM t, n;
CREATE TRIGGER no INSTEAD OF INSERT ON tiles BEGIN SELECT 1; END;
