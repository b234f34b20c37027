import { lazy } from 'react';

export { usualUse, type Use } from '../rules.ts';

/** Loaded lazily, so that pages that name these parts do not carry them. */
export const RightsField = lazy(async () => ({ default: (await import('./rights-field.tsx')).RightsField }));
export const RightsNote = lazy(async () => ({ default: (await import('./rights-note.tsx')).RightsNote }));
export const OrderRights = lazy(async () => ({ default: (await import('./order-rights.tsx')).OrderRights }));
export const ShareField = lazy(async () => ({ default: (await import('./share-field.tsx')).ShareField }));
export const OwnPermissions = lazy(async () => ({
  default: (await import('./own-permissions.tsx')).OwnPermissions,
}));
export const ReceiptCheck = lazy(async () => ({
  default: (await import('./receipt-check.tsx')).ReceiptCheck,
}));
