import L, { type Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import type { MapSettings } from '../contract.ts';
import type { Point } from '../rules.ts';
import { addGround } from './map-ground.ts';

export { L };
export type { LeafletMap };

/** Constants of docs/product.md, "Map". */
export const firstZoom = 13;
const farthestZoom = 18;
const tileSize = 256;
/** How long a map waits for its first tile before it shows our outline. */
const patienceMs = 5000;
/** Zoom without tiles: shows the default radius, with names of districts. */
export const outlineZoom = 11;
/** Maximum zoom without tiles; closer than this, outline and grid show nothing useful. */
const farthestOutlineZoom = 16;

/**
 * Creates a map in the element, with tiles of the configured server, or with our outline, also if tiles fail to load.
 * `onOutline` gets the reason. Loaded on demand.
 */
export async function createMap(
  element: HTMLElement,
  options: {
    centre: Point;
    onOutline(why: 'no_tiles' | 'outline'): void;
  },
): Promise<LeafletMap> {
  const { tiles } = await getJson<MapSettings>('/api/map');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: tiles === null ? farthestOutlineZoom : farthestZoom,
    minZoom: 4,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  }).setView([options.centre.lat, options.centre.long], tiles === null ? outlineZoom : firstZoom);
  map.attributionControl.setPrefix(false);
  L.control
    .zoom({ zoomInTitle: m['services.map.zoom_in'](), zoomOutTitle: m['services.map.zoom_out']() })
    .addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  if (tiles === null) {
    options.onOutline('no_tiles');
    await addGround(map);
  } else {
    // Drawn below the tiles that do come, once: when one fails, or when none has come for a while.
    let isDrawn = false;
    const showOutline = () => {
      clearTimeout(late);
      if (isDrawn) return;
      isDrawn = true;
      options.onOutline('outline');
      void addGround(map);
    };
    const late = setTimeout(showOutline, patienceMs);
    map.once('unload', () => clearTimeout(late));
    L.tileLayer(tiles.url, {
      attribution: tiles.attribution,
      tileSize,
      maxZoom: farthestZoom,
    })
      .once('tileload', () => clearTimeout(late))
      .once('tileerror', () => showOutline())
      .addTo(map);
  }
  return map;
}

/** Creates an icon, because Leaflet's own images are lost in bundles. */
export function sign(html: string, size: number, className: string) {
  return L.divIcon({ html, className, iconSize: [size, size], iconAnchor: [size / 2, size / 2] });
}

const pin =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true" class="fill-accent stroke-surface">' +
  '<path stroke-width="2" d="M16 39C8 28 2 22 2 15a14 14 0 0 1 28 0c0 7-6 13-14 24Z"/><circle cx="16" cy="15" r="5" class="fill-surface"/></svg>';

/** Pin of a service's location. */
export function pinIcon() {
  return L.divIcon({
    html: pin,
    className: '',
    iconSize: [32, 40],
    iconAnchor: [16, 40],
    popupAnchor: [0, -36],
  });
}

/** Leaflet's own styles, in our colours. */
export const mapLook =
  'relative isolate z-0 overflow-hidden border border-line bg-sunken! font-sans! text-base! [&_.leaflet-bar_a]:border-line! [&_.leaflet-bar_a]:bg-surface! [&_.leaflet-bar_a]:text-ink! [&_.leaflet-control-attribution]:bg-surface/90! [&_.leaflet-control-attribution]:text-ink-soft! [&_.leaflet-control-attribution_a]:text-accent-strong! [&_.leaflet-control-scale-line]:border-line-strong! [&_.leaflet-control-scale-line]:bg-surface/80! [&_.leaflet-control-scale-line]:text-ink! [&_.leaflet-control-scale-line]:[text-shadow:none]! [&_.leaflet-popup-close-button]:text-ink-soft! [&_.leaflet-popup-content-wrapper]:rounded-lg! [&_.leaflet-popup-content-wrapper]:bg-surface! [&_.leaflet-popup-content-wrapper]:text-ink! [&_.leaflet-popup-tip]:bg-surface!';

/** Frame of the map of a list. */
export const listMapFrame = `${mapLook} h-[70vh] rounded-lg`;

/** Frame of all other maps. */
export const mapFrame = `${mapLook} h-[70vh] rounded-lg md:h-[500px]`;
