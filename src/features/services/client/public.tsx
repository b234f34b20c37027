export { listServicesQuery, nearSeoulQuery, serviceQuery } from './api.ts';
export { AroundField, useAround } from './around.tsx';
export { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
export { NearMe } from './near-me.tsx';
export { ServiceScreen } from './service-screen.tsx';
export { cityNames, distanceWords, inReadersLanguage, money, typeName } from './words.ts';
export { distanceKm } from '../geo.ts';
export { serviceTypes } from '../rules.ts';
export { ServiceGrid } from './service-card.tsx';
