"""Makes tilesets that are to do harm, and some that only look odd, in the working folder."""
import gzip
import os
import sqlite3
import struct
import zlib

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

def png(width, height, rows):
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))

TILE = png(256, 256, (b"\0" + b"\x10\x20\x30\xff" * 256) * 256)
LOOP = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

def database(name, statements, tiles=(), metadata=True):
    base = sqlite3.connect(name)
    if metadata:
        base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        base.execute("INSERT INTO metadata VALUES ('name', 'set'), ('format', 'png')")
    base.executescript(statements)
    for table, row in tiles:
        base.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    base.commit()
    base.close()

TABLE = "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
database("loop.mbtiles", "CREATE VIEW tiles AS " + LOOP + """
  SELECT 3 AS zoom_level, i % 8 AS tile_column, i % 8 AS tile_row, x'89504e47' AS tile_data FROM n""")
database("cross.mbtiles", "CREATE TABLE a (i);" + "INSERT INTO a VALUES (1);" * 200 + """
  CREATE VIEW tiles AS SELECT 3 AS zoom_level, 1 AS tile_column, 2 AS tile_row, x'89504e47' AS tile_data
  FROM a, a b, a c, a d, a e, a f WHERE a.i + b.i + c.i + d.i + e.i + f.i > 100""")
database("nested.mbtiles", """
  CREATE TABLE m (z, x, y, d); INSERT INTO m VALUES (0, 0, 0, x'89504e47');
  CREATE VIEW inner AS SELECT * FROM m;
  CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, d AS tile_data FROM inner""")
database("generated.mbtiles", """
  CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER,
    tile_data BLOB AS (zeroblob(200000000)));
  INSERT INTO tiles (zoom_level, tile_column, tile_row) VALUES (0, 0, 0)""")
database("function.mbtiles", """
  CREATE TABLE m (z, x, y); INSERT INTO m VALUES (0, 0, 0);
  CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row,
    zeroblob(200000000) AS tile_data FROM m""")
database("virtual.mbtiles", """
  CREATE VIRTUAL TABLE v USING fts3(z, x, y, d); INSERT INTO v VALUES (0, 0, 0, x'89504e47');
  CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, d AS tile_data FROM v""")
database("metadata.mbtiles", TABLE + "CREATE VIEW metadata AS " + LOOP
         + "SELECT 'k' || i AS name, 'v' AS value FROM n", [("tiles", (0, 0, 0, TILE))], metadata=False)

FOUR = [(1, x, y, TILE) for x in (0, 1) for y in (0, 1)]
database("plain.mbtiles", TABLE, [("tiles", row) for row in FOUR])
database("shared.mbtiles", """
  CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
  CREATE TABLE images (tile_data BLOB, tile_id TEXT);
  CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
  CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
    map.tile_row AS tile_row, images.tile_data AS tile_data FROM map
    JOIN images ON images.tile_id = map.tile_id;
  CREATE TABLE grid_utfgrid (grid_id TEXT, grid_utfgrid BLOB);
  CREATE VIEW grids AS SELECT grid_id, upper(grid_id) FROM grid_utfgrid;""",
         [("map", (1, x, y, "t")) for _, x, y, _ in FOUR] + [("images", (TILE, "t"))])
database("flipped.mbtiles", """
  CREATE TABLE t (z INTEGER, x INTEGER, y INTEGER, d BLOB);
  CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, (1 << z) - 1 - y AS tile_row,
    coalesce(d, x'') AS tile_data FROM t""", [("t", row) for row in FOUR])
database("common.mbtiles", """
  CREATE TABLE t (z INTEGER, x INTEGER, y INTEGER, d BLOB, PRIMARY KEY (z, x, y)) WITHOUT ROWID;
  CREATE VIEW tiles AS WITH c AS (SELECT * FROM t)
    SELECT z AS zoom_level, x AS tile_column, y AS tile_row, d AS tile_data FROM c;
  CREATE TRIGGER no AFTER INSERT ON t BEGIN SELECT 1; END""", [("t", row) for row in FOUR])

def varint(number):
    result = b""
    while number >= 128:
        result += bytes([number & 127 | 128])
        number >>= 7
    return result + bytes([number])

def pmtiles(name, root, metadata=b"{}", tiles=TILE):
    parts, packed, offset = b"", b"", 127
    for part in (gzip.compress(root, 9), gzip.compress(metadata, 9), b"", tiles):
        parts += struct.pack("<QQ", offset, len(part))
        packed += part
        offset += len(part)
    header = (b"PMTiles\x03" + parts + struct.pack("<QQQ", 0, 0, 0) + bytes([1, 2, 1, 2, 0, 3])
              + struct.pack("<iiii", -1800000000, -850000000, 1800000000, 850000000) + b"\0"
              + struct.pack("<ii", 0, 0))
    with open(name, "wb") as file:
        file.write(header + packed)

SIZE = varint(len(TILE))
COUNT = 16_000_000
pmtiles("metadata.pmtiles", varint(1) + b"\0" + b"\1" + SIZE + b"\1",
        b"[" * 10 + b"[]," * (20 << 20) + b"[]" + b"]" * 10)
pmtiles("entries.pmtiles", varint(COUNT) + b"\1" * COUNT * 2 + b"\4" * COUNT + b"\1" * COUNT)
pmtiles("run.pmtiles", varint(1) + varint(89_478_485) + varint(4_000_000_000) + SIZE + b"\1")
pmtiles("repeated.pmtiles", varint(1) + b"\0" + varint(1 + 4 + 16 + 64 + 256) + SIZE + b"\1")

os.makedirs("large/3/1")
with open("large/3/1/1.png", "wb") as file:
    file.truncate(2 << 40)
with open("wide.png", "wb") as file:
    file.write(png((1 << 31) - 1, 1, b""))
os.makedirs("wide/3/1")
with open("wide/3/1/1.png", "wb") as file:
    file.write(png((1 << 31) - 1, 1, b""))
