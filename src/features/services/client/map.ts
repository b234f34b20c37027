import L, { type LayerGroup, type Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import type { MapSettings } from '../contract.ts';
import type { Point } from '../rules.ts';
import { largePlaces, smallPlaces } from './map-places.ts';

export { L };
export type { LeafletMap };

/** product.md §9. */
const firstZoom = 13;
const farthestZoom = 18;
const tileSize = 256;
/** From here on the outline shows districts as well. */
const districtZoom = 10;

/**
 * A map in the element, with whatever ground there is: tiles of the configured server, or our own outline, which also
 * comes where tiles do not. `onTilesFailed` may say so; `outlineZoom` is for where there are none. Load this module only when somebody looks at a map.
 */
export async function createMap(
  element: HTMLElement,
  options: { centre: Point; zoom?: number; outlineZoom?: number; onTilesFailed?(): void },
): Promise<LeafletMap> {
  const { tiles } = await getJson<MapSettings>('/api/map');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: farthestZoom,
    minZoom: 4,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  }).setView(
    [options.centre.lat, options.centre.long],
    (tiles === null ? options.outlineZoom : undefined) ?? options.zoom ?? firstZoom,
  );
  map.attributionControl.setPrefix(false);
  L.control
    .zoom({ zoomInTitle: m['services.map.zoom_in'](), zoomOutTitle: m['services.map.zoom_out']() })
    .addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  if (tiles === null) await addOutline(map);
  else {
    L.tileLayer(tiles.url, { attribution: tiles.attribution, tileSize, maxZoom: farthestZoom })
      // Below the tiles that do come.
      .once('tileerror', () => {
        options.onTilesFailed?.();
        void addOutline(map);
      })
      .addTo(map);
  }
  return map;
}

async function addOutline(map: LeafletMap): Promise<void> {
  const outline = await getJson<Parameters<typeof L.geoJSON>[0]>('/map/outline.geojson');
  const pane = map.createPane('outline');
  pane.style.zIndex = '150';
  L.geoJSON(outline, {
    pane: 'outline',
    interactive: false,
    style: { className: 'fill-surface stroke-line-strong', weight: 1, fillOpacity: 1 },
    attribution: 'Natural Earth',
  }).addTo(map);
  const large = namesOf(largePlaces, 'font-semibold text-ink-soft');
  const small = namesOf(smallPlaces, 'text-ink-soft');
  const show = () => {
    const near = map.getZoom() >= districtZoom;
    map[near ? 'addLayer' : 'removeLayer'](small);
    map[near ? 'removeLayer' : 'addLayer'](large);
  };
  map.on('zoomend', show);
  show();
}

function namesOf(places: readonly [() => string, Point][], look: string): LayerGroup {
  return L.layerGroup(
    places.map(([name, { lat, long }]) => {
      const text = document.createElement('span');
      text.textContent = name();
      text.className = `absolute -translate-1/2 text-sm whitespace-nowrap ${look}`;
      const icon = L.divIcon({ html: text, className: '', iconSize: [0, 0] });
      return L.marker([lat, long], { icon, interactive: false, keyboard: false, pane: 'outline' });
    }),
  );
}

/** A pin or another sign of ours; Leaflet's own pictures get lost in bundles. */
export function sign(html: string, size: number, className: string) {
  return L.divIcon({ html, className, iconSize: [size, size], iconAnchor: [size / 2, size / 2] });
}

const pin =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true" class="fill-accent stroke-surface">' +
  '<path stroke-width="2" d="M16 39C8 28 2 22 2 15a14 14 0 0 1 28 0c0 7-6 13-14 24Z"/><circle cx="16" cy="15" r="5" class="fill-surface"/></svg>';

/** Where a service is. */
export function pinIcon() {
  return L.divIcon({
    html: pin,
    className: '',
    iconSize: [32, 40],
    iconAnchor: [16, 40],
    popupAnchor: [0, -36],
  });
}

/** A map's frame: Leaflet's own look, in our colours. */
export const mapFrame =
  'relative isolate z-0 h-[70vh] overflow-hidden rounded-lg border border-line bg-sunken! font-sans! text-base! md:h-[500px] [&_.leaflet-bar_a]:border-line! [&_.leaflet-bar_a]:bg-surface! [&_.leaflet-bar_a]:text-ink! [&_.leaflet-control-attribution]:bg-surface/90! [&_.leaflet-control-attribution]:text-ink-soft! [&_.leaflet-control-attribution_a]:text-accent-strong! [&_.leaflet-control-scale-line]:border-line-strong! [&_.leaflet-control-scale-line]:bg-surface/80! [&_.leaflet-control-scale-line]:text-ink! [&_.leaflet-control-scale-line]:[text-shadow:none]! [&_.leaflet-popup-close-button]:text-ink-soft! [&_.leaflet-popup-content-wrapper]:rounded-lg! [&_.leaflet-popup-content-wrapper]:bg-surface! [&_.leaflet-popup-content-wrapper]:text-ink! [&_.leaflet-popup-tip]:bg-surface!';
