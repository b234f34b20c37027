import { lazy } from 'react';

/** Loaded lazily, because only staff need these screens. */
export const OrdersScreen = lazy(async () => ({
  default: (await import('./orders-screen.tsx')).OrdersScreen,
}));
export const DisputesScreen = lazy(async () => ({
  default: (await import('./disputes-screen.tsx')).DisputesScreen,
}));
