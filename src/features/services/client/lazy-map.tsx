import { lazy } from 'react';

/** Leaflet needs a browser, so the server must not load it; pages that name the map do not carry it. */
export const PlacesMap = lazy(async () => ({ default: (await import('./places-map.tsx')).PlacesMap }));
