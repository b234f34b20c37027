export { NearMe, nearSeoulQuery } from './near-me.tsx';
