import L, { type Map as LeafletMap } from 'leaflet';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import { distanceKm } from '../geo.ts';
import { placeOf } from '../coarse-place.ts';
import type { Point } from '../rules.ts';
import { largePlaces, smallPlaces, towns } from './map-places.ts';
import { clearLabels, gridStep, linesWithin } from './map-grid.ts';
import { placeName } from './place-name.ts';

/** Minimum zoom with names of districts. */
const districtZoom = 10;
/** Minimum zoom of the coordinate grid, where the outline has too little detail. */
const gridZoom = 10;
/** Maximum distance from a town at which its name is shown. */
const nearKm = 30;
const pane = 'outline';

/**
 * Draws a map without tiles: an outline, names, and at closer zooms a coordinate grid with the location of the
 * centre.
 */
export async function addGround(map: LeafletMap): Promise<void> {
  const outline = await getJson<Parameters<typeof L.geoJSON>[0]>('/map/outline.geojson');
  map.createPane(pane).style.zIndex = '150';
  L.geoJSON(outline, {
    pane,
    interactive: false,
    style: { className: 'fill-surface stroke-line-strong', weight: 1, fillOpacity: 1 },
    attribution: 'Natural Earth',
  }).addTo(map);
  const names = L.layerGroup([], { pane }).addTo(map);
  const grid = L.layerGroup([], { pane }).addTo(map);
  const where = whereControl().addTo(map);
  const show = () => {
    const near = map.getZoom() >= districtZoom;
    names.clearLayers();
    for (const layer of near ? namesIn(map, smallPlaces.concat(towns)) : namesIn(map, largePlaces))
      names.addLayer(layer);
    grid.clearLayers();
    if (map.getZoom() >= gridZoom) for (const line of gridLines(map)) grid.addLayer(line);
    const { lat, lng: long } = map.getCenter().wrap();
    where.tell(map.getZoom() >= gridZoom ? whereWords({ lat, long }) : '');
  };
  map.on('moveend', show);
  show();
}

function whereWords(point: Point): string {
  const numbers = `${point.lat.toFixed(4)}, ${point.long.toFixed(4)}`;
  if (placeOf(point) !== null) return `${placeName(point)} · ${numbers}`;
  const nearest = largePlaces
    .map(([name, place]) => ({ name, km: distanceKm(point, place) }))
    .toSorted((a, b) => a.km - b.km)[0];
  return nearest && nearest.km <= nearKm
    ? `${m['services.map.near_town']({ place: nearest.name() })} · ${numbers}`
    : numbers;
}

/** Control in the corner with the location of the centre. */
function whereControl() {
  const text = document.createElement('p');
  text.className =
    'rounded-md border border-line bg-surface/95 px-2 py-1 text-xs text-ink tabular-nums empty:hidden';
  text.setAttribute('aria-live', 'polite');
  const control = Object.assign(new L.Control({ position: 'topright' }), {
    onAdd: () => text,
    tell: (words: string) => {
      text.textContent = words;
    },
  });
  return control;
}

function gridLines(map: LeafletMap): L.Layer[] {
  const { lat, lng } = map.getCenter();
  const at = map.project([lat, lng]);
  const along = map.project([lat, lng + 1]);
  const step = gridStep(along.x - at.x);
  const bounds = map.getBounds();
  const [south, west, north, east] = [
    bounds.getSouth(),
    bounds.getWest(),
    bounds.getNorth(),
    bounds.getEast(),
  ];
  const line = (from: L.LatLngTuple, to: L.LatLngTuple) =>
    L.polyline([from, to], {
      pane,
      interactive: false,
      className: 'stroke-line-strong',
      weight: 1,
      opacity: 0.6,
      dashArray: '2 4',
    });
  const edge = map.containerPointToLatLng([4, map.getSize().y - 44]);
  return [
    ...linesWithin(south, north, step).flatMap((value) => [
      line([value, west], [value, east]),
      label([value, edge.lng], degrees(value, step), ''),
    ]),
    ...linesWithin(west, east, step).flatMap((value) => [
      line([south, value], [north, value]),
      label([edge.lat, value], degrees(value, step), 'ml-1'),
    ]),
  ];
}

function degrees(value: number, step: number): string {
  return `${value.toFixed(Math.max(0, Math.ceil(-Math.log10(step))))}°`;
}

function label(point: L.LatLngTuple, words: string, look: string) {
  return markerOf(point, words, `text-xs text-ink-soft tabular-nums -translate-y-1/2 ${look}`);
}

/** Height of the edge with the grid's numbers and the scale. */
const edgeHeight = 64;

/** Dots with names below, leaving room for pins on them. */
function namesIn(map: LeafletMap, places: readonly [() => string, Point][]): L.Layer[] {
  const bounds = map.getBounds().pad(0.2);
  const lowest = map.getSize().y - edgeHeight;
  const spots = places
    .filter(([, { lat, long }]) => bounds.contains([lat, long]))
    .map(([name, { lat, long }]) => {
      const { x, y } = map.latLngToContainerPoint([lat, long]);
      return { at: [lat, long] as L.LatLngTuple, name: name(), x, y };
    })
    .filter(({ y }) => y < lowest);
  return clearLabels(spots).flatMap(({ at, name }) => [
    L.circleMarker(at, {
      pane,
      interactive: false,
      radius: 2,
      fillOpacity: 1,
      className: 'fill-ink-soft stroke-none',
    }),
    markerOf(at, name, '-translate-x-1/2 translate-y-1 text-sm font-semibold text-ink'),
  ]);
}

function markerOf(point: L.LatLngTuple, words: string, look: string): L.Marker {
  const text = document.createElement('span');
  text.textContent = words;
  text.className = `absolute whitespace-nowrap ${look}`;
  const icon = L.divIcon({ html: text, className: '', iconSize: [0, 0] });
  // Leaflet stacks markers by latitude, which puts northern ones below the outline's background.
  return L.marker(point, { icon, interactive: false, keyboard: false, pane, zIndexOffset: 100_000 });
}
