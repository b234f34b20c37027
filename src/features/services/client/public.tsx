export { listServicesQuery, nearSeoulQuery } from './api.ts';
export { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
export { NearMe } from './near-me.tsx';
export { cityNames } from './words.ts';
export { ServiceGrid } from './service-card.tsx';
