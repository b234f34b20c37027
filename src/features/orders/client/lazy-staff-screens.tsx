import { lazy } from 'react';

/** For hardly anybody: loaded where they are shown. */
export const OrdersScreen = lazy(async () => ({
  default: (await import('./orders-screen.tsx')).OrdersScreen,
}));
export const DisputesScreen = lazy(async () => ({
  default: (await import('./disputes-screen.tsx')).DisputesScreen,
}));
