export { listServicesQuery, nearSeoulQuery } from './api.ts';
export { AroundField, useAround } from './around.tsx';
export { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
export { NearMe } from './near-me.tsx';
export { cityNames, distanceWords, inReadersLanguage, money } from './words.ts';
export { ServiceGrid } from './service-card.tsx';
