export { OrderPassports, OwnThings, RecallManager } from './lazy-parts.tsx';
export { loadRecalls } from './recalls-api.ts';
export { ResourceRecalls } from './resource-recalls.tsx';
