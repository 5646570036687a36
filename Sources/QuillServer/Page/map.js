'use strict';
// The map, its tiles and the panel. Texts from files only ever become text nodes.

const data = globalThis.preview;
const byId = (id) => document.getElementById(id);
const CLEAR = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const OVERZOOM = 3;

// Which tiles there are, by ranges such as 16/1-2/3-4.
const readRanges = (texts) => {
  const zooms = new Map();
  for (const text of texts) {
    const [z, ...spans] = text.split('/');
    const [x, y] = spans.map((span) => span.split('-').map(Number));
    if (!zooms.has(+z)) zooms.set(+z, []);
    zooms.get(+z).push({ x0: x[0], x1: x[x.length - 1], y0: y[0], y1: y[y.length - 1] });
  }
  return zooms;
};
const covers = (zooms, { x, y, z }) => (zooms.get(z) || [])
  .some((range) => range.x0 <= x && x <= range.x1 && range.y0 <= y && y <= range.y1);
const nameOf = ({ x, y, z }) => `${z}/${x}/${y}`;

const tileset = {
  there: readRanges(data.tiles.there),
  blank: readRanges(data.tiles.blank),
  version: 0,
  versions: new Map(),
  read(tiles) {
    this.there = readRanges(tiles.there);
    this.blank = readRanges(tiles.blank);
  },
  state(coords) {
    if (covers(this.there, coords)) return 'own';
    return covers(this.blank, coords) ? 'blank' : 'missing';
  },
};

// The map: whole zooms only, as a browser leaves hairlines between tiles that it scales.
const map = L.map('map', {
  crs: data.plain ? L.CRS.Simple : L.CRS.EPSG3857,
  minZoom: Math.max(0, data.minzoom - 1),
  maxZoom: Math.min(30, data.maxzoom + OVERZOOM),
  zoomSnap: 1,
});
const extent = (() => {
  if (data.plain) {
    const { width, height, zoom } = data.plain;
    return L.latLngBounds(map.unproject([0, height], zoom), map.unproject([width, 0], zoom));
  }
  const [west, south, east, north] = data.bounds || [-180, -85.05, 180, 85.05];
  return L.latLngBounds([south, west], [north, east]);
})();
map.fitBounds(extent);
if (map.getZoom() < data.minzoom) map.setView(extent.getCenter(), data.minzoom);

// The view in the address, such as #16/40.78/-73.97 (in a plain set pixels, x before y), so that it can
// be sent to somebody. What is no view is passed over.
const viewOf = (hash) => {
  const parts = hash.slice(1).split('/');
  const [zoom, first, second] = parts.map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (parts.length !== 3 || ![zoom, first, second].every(Number.isFinite)) return null;
  if (data.plain) return { zoom, center: map.unproject([first, second], data.plain.zoom) };
  const isOnMap = Math.abs(first) <= 90 && Math.abs(second) <= 180;
  return isOnMap ? { zoom, center: L.latLng(first, second) } : null;
};
const addressOf = (center, zoom) => {
  if (data.plain) {
    const { x, y } = map.project(center, data.plain.zoom);
    return `#${zoom}/${Math.round(x)}/${Math.round(y)}`;
  }
  // A digit more than a pixel needs: a degree is 256 * 2^zoom / 360 pixels wide.
  const digits = Math.max(1, Math.ceil(Math.log10((256 * 2 ** zoom) / 360)) + 1);
  const { lat, lng } = center.wrap();
  return `#${zoom}/${lat.toFixed(digits)}/${lng.toFixed(digits)}`;
};
const showAddress = () => {
  const view = viewOf(globalThis.location.hash);
  if (view) map.setView(view.center, view.zoom, { animate: false });
};
showAddress();
globalThis.addEventListener('hashchange', showAddress);
map.on('moveend', () => {
  globalThis.history.replaceState(null, '', addressOf(map.getCenter(), map.getZoom()));
});
if (!data.plain) L.control.scale({ maxWidth: 140 }).addTo(map);

// Where the pointer is, and which tile is there; a click on the map offers both to be copied.
const placeText = (latlng) => {
  if (data.plain) {
    const { x, y } = map.project(latlng, data.plain.zoom).floor();
    return `${x}, ${y}`;
  }
  const { lat, lng } = latlng.wrap();
  const digits = Math.max(2, Math.ceil(Math.log10((256 * 2 ** map.getZoom()) / 360)) + 1);
  return `${lat.toFixed(digits)}, ${lng.toFixed(digits)}`;
};
const tileText = (latlng) => {
  const z = Math.min(data.maxzoom, Math.max(data.minzoom, map.getZoom()));
  const { x, y } = map.project(latlng, z).divideBy(256).floor();
  const count = 2 ** z;
  return nameOf({ x: data.plain ? x : ((x % count) + count) % count, y, z });
};
const readout = L.control({ position: 'bottomleft' });
readout.onAdd = () => L.DomUtil.create('output', 'readout');
readout.addTo(map);
const showReadout = (latlng) => {
  readout.getContainer().textContent = `${placeText(latlng)}  ${tileText(latlng)}`;
};
map.on('mousemove', (event) => showReadout(event.latlng));
map.on('moveend', () => showReadout(map.getCenter()));
showReadout(map.getCenter());
map.on('click', (event) => {
  const box = document.createElement('div');
  box.className = 'copies';
  for (const text of [placeText(event.latlng), tileText(event.latlng)]) {
    const button = box.appendChild(document.createElement('button'));
    button.type = 'button';
    button.title = 'Copy';
    button.textContent = text;
    button.addEventListener('click', () => copy(text, button));
  }
  L.popup().setLatLng(event.latlng).setContent(box).openOn(map);
});

// A hair inside, so that tiles which only touch the box are not asked for.
const inset = (bounds, by) => L.latLngBounds(
  [bounds.getSouth() + by, bounds.getWest() + by], [bounds.getNorth() - by, bounds.getEast() - by]);
const gridOptions = {
  bounds: inset(extent, 1e-9),
  noWrap: Boolean(data.plain),
  minZoom: 0,
  maxZoom: Math.min(30, data.maxzoom + OVERZOOM),
  minNativeZoom: data.minzoom,
  maxNativeZoom: data.maxzoom,
};

const retina = data.retina && globalThis.devicePixelRatio > 1 ? '@2x' : '';
const Tiles = L.TileLayer.extend({
  holes: data.holes === '404' ? '204' : data.holes,
  getTileUrl(coords) {
    const name = nameOf(coords);
    if (data.live) {
      const version = this.versionOf(name);
      return `${name}${retina}.png?holes=${this.holes}&version=${version}`;
    }
    if (tileset.state(coords) === 'own') return `${name}${retina}.png`;
    return this.holes === 'fallback' && data.fallback ? 'fallback.png' : CLEAR;
  },
  versionOf(name) { return tileset.versions.get(name) || tileset.version; },
  // Loads anew the tiles of these names, or all, each in its place.
  refresh(names) {
    for (const tile of Object.values(this._tiles)) {
      if (!names || names.has(nameOf(tile.coords))) tile.el.src = this.getTileUrl(tile.coords);
    }
  },
});
const tiles = new Tiles('', { ...gridOptions, errorTileUrl: CLEAR }).addTo(map);

const copy = async (text, button) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = text;
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), 800);
};

const Borders = L.GridLayer.extend({
  createTile(coords) {
    const mark = L.DomUtil.create('div', 'tile-mark border');
    const button = L.DomUtil.create('button', '', mark);
    button.type = 'button';
    button.title = 'Copy';
    button.textContent = nameOf(coords);
    L.DomEvent.disableClickPropagation(button);
    button.addEventListener('click', () => copy(nameOf(coords), button));
    return mark;
  },
});
const borders = new Borders({ ...gridOptions, zIndex: 3 });

const Holes = L.GridLayer.extend({
  createTile(coords) {
    const mark = L.DomUtil.create('div', 'tile-mark');
    this.label(mark, coords);
    return mark;
  },
  label(mark, coords) {
    const state = tileset.state(coords);
    mark.classList.toggle('missing', state === 'missing');
    mark.classList.toggle('blank', state === 'blank');
  },
  refresh() {
    for (const tile of Object.values(this._tiles)) this.label(tile.el, tile.coords);
    count();
  },
});
const holes = new Holes({ ...gridOptions, zIndex: 2 }).addTo(map);

const count = () => {
  const shown = Object.values(tiles._tiles).filter((tile) => tile.current);
  const missing = shown.filter((tile) => tileset.state(tile.coords) === 'missing').length;
  byId('status').textContent = `Zoom ${map.getZoom()}: ${shown.length} tiles in view, `
    + `${missing} missing`;
};
tiles.on('load', count);
map.on('moveend zoomend', count);

// The panel; folded at first where it would cover the map.
if (globalThis.matchMedia('(max-width: 600px)').matches) byId('panel').open = false;
const title = data.title || 'tilequill';
byId('title').textContent = title;
document.title = title;
if (data.attribution) {
  const text = document.createElement('span');
  text.textContent = data.attribution;
  map.attributionControl.addAttribution(text.innerHTML);
}
const toggle = (id, layer) => byId(id).addEventListener('change', (event) => {
  if (event.target.checked) layer.addTo(map); else layer.remove();
});
toggle('show-tiles', tiles);
toggle('show-borders', borders);
toggle('show-holes', holes);
byId('opacity').addEventListener('input', (event) => tiles.setOpacity(event.target.value / 100));
for (const option of [...byId('holes').options]) {
  const isOffered = option.value === '204' || (option.value === 'fallback' && data.fallback)
    || (option.value === 'parent' && data.live);
  if (!isOffered) option.remove();
}
if (tiles.holes === 'fallback' && !data.fallback) tiles.holes = '204';
byId('holes').value = tiles.holes;
byId('holes').addEventListener('change', (event) => {
  tiles.holes = event.target.value;
  tiles.refresh();
});
if (data.base) {
  document.body.classList.add('has-base');
  byId('map').classList.add('base');
  const base = L.tileLayer(data.base, { zIndex: 0, maxZoom: 30, maxNativeZoom: 19 }).addTo(map);
  toggle('show-base', base);
}

// News of changed tiles. A page that lost the server looks at everything again.
const take = async (names) => {
  const answer = await fetch('preview/tiles.json', { cache: 'no-store' });
  tileset.read(await answer.json());
  tileset.version += 1;
  if (names) for (const name of names) tileset.versions.set(name, tileset.version);
  else tileset.versions.clear();
  tiles.refresh(names);
  holes.refresh();
  map.fire('tileschange');
};
if (data.live) {
  tileset.version = Date.now();
  const feed = new EventSource('preview/events');
  let isLost = false;
  feed.addEventListener('error', () => { isLost = true; });
  feed.addEventListener('open', () => {
    if (isLost) take(null).catch(() => {});
    isLost = false;
  });
  feed.addEventListener('tiles', (event) => {
    const { changed } = JSON.parse(event.data);
    take(changed ? new Set(changed) : null).catch(() => {});
  });
}
