export { listServicesQuery, nearSeoulQuery } from './api.ts';
export { NearMe } from './near-me.tsx';
