'use strict';
// Points of interest, ways and areas from a GeoJSON file.

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

const places = L.featureGroup();
for (const place of data.places) {
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
  layer.bindPopup(() => popupOf(place));
  if (place.name) layer.bindTooltip(nameBox(place.name));
  layer.addTo(places);
}

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

if (data.places.length && !data.plain) {
  document.body.classList.add('has-places');
  places.addTo(map);
  shimmer();
  map.on('layeradd', shimmer);
  byId('show-places').addEventListener('change', (event) => {
    if (event.target.checked) places.addTo(map); else places.remove();
  });
}
