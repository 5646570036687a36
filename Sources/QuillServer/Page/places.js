'use strict';
// Points of interest, ways and areas from a GeoJSON file.

const MOST_LABELS = 200;

const hueOf = (word) => [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);
const colorOf = ({ color, kind }) => {
  if (color && CSS.supports('color', color)) return color;
  return kind ? `hsl(${hueOf(kind)}, 60%, 40%)` : '#7a4fa0';
};
const line = (parent, tag, text, className) => {
  const element = parent.appendChild(document.createElement(tag));
  element.textContent = text;
  if (className) element.className = className;
  return element;
};
const popupOf = (place) => {
  const box = document.createElement('div');
  line(box, 'strong', place.name || 'No name');
  if (place.kind) line(box, 'div', place.kind, 'popup-kind');
  if (place.notes.length) {
    const list = box.appendChild(document.createElement('div'));
    list.className = 'popup-notes';
    for (const [key, value] of place.notes) line(list, 'div', `${key}: ${value}`);
  }
  return box;
};
const nameBox = (text) => {
  const box = document.createElement('span');
  box.textContent = text;
  return box;
};

// A shape can be reached with the tab key; the enter key opens what a click opens.
const makeReachable = (layer, group, place) => layer.on('add', () => {
  const element = layer.getElement && layer.getElement();
  if (!element) return;
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', [place.name || 'No name', place.kind].filter(Boolean).join(', '));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    group.openPopup(group.getBounds().getCenter());
  });
});

const places = L.featureGroup();
const named = [];
for (const place of globalThis.previewPlaces) {
  const color = colorOf(place);
  const layer = L.geoJSON(place.geometry, {
    style: (feature) => {
      const { type } = feature.geometry || feature;
      if (/Polygon/.test(type)) return { className: 'shimmer', color, weight: 2 };
      return /Line/.test(type) ? { color, weight: 3 } : {};
    },
    pointToLayer: (_, latlng) => L.circleMarker(latlng, {
      radius: 8, color: '#fff', weight: 2, fillColor: color, fillOpacity: 0.95,
    }),
  });
  layer.eachLayer((shape) => makeReachable(shape, layer, place));
  layer.bindPopup(() => popupOf(place));
  if (place.name) {
    layer.bindTooltip(nameBox(place.name));
    if (layer.getBounds().isValid()) named.push({ layer, name: place.name });
  }
  layer.addTo(places);
}

// Names stand beside their places where no other name is in the way; elsewhere the pointer shows them.
const labels = L.layerGroup();
const pen = document.createElement('canvas').getContext('2d');
const showLabels = () => {
  labels.clearLayers();
  if (!map.hasLayer(places)) return;
  const { fontSize, fontFamily } = getComputedStyle(byId('map'));
  pen.font = `600 ${fontSize} ${fontFamily}`;
  const view = map.getBounds();
  const taken = [];
  for (const { layer, name } of named) {
    if (taken.length === MOST_LABELS) break;
    const center = layer.getBounds().getCenter();
    if (!view.contains(center)) continue;
    const { x, y } = map.latLngToContainerPoint(center);
    const box = L.bounds([x - 10, y - 10], [x + 24 + pen.measureText(name).width, y + 10]);
    if (taken.some((other) => other.intersects(box))) continue;
    taken.push(box);
    L.tooltip({ permanent: true, direction: 'right', offset: [10, 0], className: 'label' })
      .setLatLng(center).setContent(nameBox(name)).addTo(labels);
  }
};

// The colours that glide over areas.
const shimmer = () => {
  const svg = document.querySelector('.leaflet-overlay-pane svg');
  if (!svg || document.getElementById('shimmer')) return;
  const make = (parent, tag, values) => {
    const element = parent.appendChild(document.createElementNS(svg.namespaceURI, tag));
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    return element;
  };
  const gradient = make(make(svg, 'defs', {}), 'linearGradient', {
    id: 'shimmer', x1: '0', y1: '0', x2: '1', y2: '1', spreadMethod: 'reflect',
  });
  for (const [offset, color] of [['0', '#3f8fb5'], ['0.5', '#bfe6f2'], ['1', '#4a9bc0']]) {
    make(gradient, 'stop', { offset, 'stop-color': color });
  }
  make(gradient, 'animate', {
    attributeName: 'x1', values: '-1;1;-1', dur: '6s', repeatCount: 'indefinite',
  });
};

if (globalThis.previewPlaces.length && !data.plain) {
  document.body.classList.add('has-places');
  places.addTo(map);
  shimmer();
  map.on('layeradd', shimmer);
  labels.addTo(map);
  showLabels();
  map.on('moveend', showLabels);
  byId('show-places').addEventListener('change', (event) => {
    if (event.target.checked) places.addTo(map); else places.remove();
    showLabels();
  });
}
