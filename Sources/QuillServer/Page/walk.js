'use strict';
// A hero walks the route; the tiles that the walk needs are listed.

const WALKING_SPEED = 1.4; // metres a second
const PACES = [1, 4, 16, 64];
const MOST_LISTED = 300;
const HERO = '<svg width="28" height="36" viewBox="0 0 28 36">'
  + '<path d="M14 12 L23 32 H5 Z" fill="#8e2f4f" stroke="#3b1424" stroke-width="1.5"/>'
  + '<circle cx="14" cy="11" r="5" fill="#f3cfa8" stroke="#3b1424" stroke-width="1.5"/>'
  + '<path d="M6 9 Q14 6 22 9 L14 -3 Z" fill="#2f4f8e" stroke="#3b1424" stroke-width="1.5"/>'
  + '<path d="M23 14 V34" stroke="#6b4a24" stroke-width="2.5"/></svg>';

const route = globalThis.previewRoute;
const hero = (() => {
  if (!route || data.plain) return null;
  document.body.classList.add('has-route');

  // Legs of the way, each with how far along its beginning is; between two pieces the hero jumps.
  const legs = [];
  let length = 0;
  for (const piece of route.lines) {
    const points = piece.map(([longitude, latitude]) => L.latLng(latitude, longitude));
    for (let place = 1; place < points.length; place += 1) {
      const metres = points[place - 1].distanceTo(points[place]);
      legs.push({ from: points[place - 1], to: points[place], start: length, metres });
      length += metres;
    }
    L.polyline(points, { color: '#fff', weight: 7, opacity: 0.8, interactive: false }).addTo(map);
    L.polyline(points, { color: '#8e2f4f', weight: 3, dashArray: '2 8', interactive: false })
      .addTo(map);
  }
  const placeAt = (metres) => {
    const leg = legs.find(({ start, metres: own }) => metres <= start + own)
      || legs[legs.length - 1];
    const part = leg.metres ? Math.min(1, (metres - leg.start) / leg.metres) : 0;
    return L.latLng(
      leg.from.lat + (leg.to.lat - leg.from.lat) * part,
      leg.from.lng + (leg.to.lng - leg.from.lng) * part);
  };

  const icon = L.divIcon({ className: 'hero', html: HERO, iconSize: [28, 36], iconAnchor: [14, 33] });
  const marker = L.marker(legs[0].from, { icon, interactive: false, zIndexOffset: 1000 })
    .addTo(map);
  const state = { walked: 0, pace: 0, isWalking: false };

  // The tiles that the walk needs at the zoom that is shown.
  const needed = readRanges(route.tiles);
  const zoomShown = () => Math.min(data.maxzoom, Math.max(data.minzoom, map.getZoom()));
  const tilesAt = (z) => (needed.get(z) || []).flatMap(({ x0, x1, y0, y1 }) => {
    const found = [];
    for (let x = x0; x <= x1; x += 1) for (let y = y0; y <= y1; y += 1) found.push({ x, y, z });
    return found;
  });
  const boxOf = ({ x, y, z }) => L.latLngBounds(
    map.unproject([x * 256, (y + 1) * 256], z), map.unproject([(x + 1) * 256, y * 256], z));
  const marks = L.layerGroup().addTo(map);
  const list = byId('needed');
  const showNeeds = () => {
    const z = zoomShown();
    const all = tilesAt(z);
    const missing = all.filter((tile) => tileset.state(tile) === 'missing');
    byId('needs').textContent = `It needs ${all.length} ${all.length === 1 ? 'tile' : 'tiles'} at zoom ${z}, `
      + `${missing.length} of them missing.`;
    list.replaceChildren(...all.slice(0, MOST_LISTED).map((tile) => {
      const item = document.createElement('li');
      const word = tileset.state(tile);
      item.dataset.tile = nameOf(tile);
      item.textContent = nameOf(tile) + (word === 'own' ? '' : ` ${word}`);
      item.classList.toggle('missing', word === 'missing');
      return item;
    }));
    marks.clearLayers();
    for (const tile of missing) {
      L.rectangle(boxOf(tile), {
        color: '#c62828', weight: 2, dashArray: '6 4', fillOpacity: 0.12, interactive: false,
      }).addTo(marks);
    }
    showPlace();
  };
  const showPlace = () => {
    const place = placeAt(state.walked);
    marker.setLatLng(place);
    const z = zoomShown();
    const point = map.project(place, z).divideBy(256).floor();
    const name = nameOf({ x: point.x, y: point.y, z });
    for (const item of list.children) item.classList.toggle('here', item.dataset.tile === name);
    byId('way').textContent = `${(state.walked / 1000).toFixed(2)} of `
      + `${(length / 1000).toFixed(2)} km, on ${name}`;
  };
  const showPace = () => {
    const times = PACES[state.pace];
    byId('pace').textContent = times === 1 ? 'walking speed' : `${times} × walking speed`;
    byId('play').textContent = state.isWalking ? 'Pause' : 'Play';
    marker.getElement().classList.toggle('walking', state.isWalking);
  };

  let last = null;
  const step = (now) => {
    if (!state.isWalking) return;
    const seconds = last === null ? 0 : (now - last) / 1000;
    last = now;
    state.walked = Math.min(length, state.walked + seconds * WALKING_SPEED * PACES[state.pace]);
    showPlace();
    const place = marker.getLatLng();
    if (byId('follow').checked && !map.getBounds().pad(-0.2).contains(place)) map.panTo(place);
    if (state.walked >= length) {
      state.isWalking = false;
      showPace();
    } else {
      requestAnimationFrame(step);
    }
  };
  byId('play').addEventListener('click', () => {
    state.isWalking = !state.isWalking;
    if (state.isWalking) {
      if (state.walked >= length) state.walked = 0;
      last = null;
      requestAnimationFrame(step);
    }
    showPace();
  });
  byId('faster').addEventListener('click', () => {
    state.pace = (state.pace + 1) % PACES.length;
    showPace();
  });
  map.on('zoomend tileschange', showNeeds);
  showPace();
  showNeeds();
  return { marker, state, placeAt, length };
})();
