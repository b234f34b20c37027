import { lazy } from 'react';

/** Loaded lazily, so that pages that name these parts do not carry them. */
export const OrderPassports = lazy(async () => ({
  default: (await import('./order-passports.tsx')).OrderPassports,
}));
export const OwnThings = lazy(async () => ({ default: (await import('./own-things.tsx')).OwnThings }));
export const RecallManager = lazy(async () => ({
  default: (await import('./recall-manager.tsx')).RecallManager,
}));
