import type { FileRoutesByPath } from '@tanstack/react-router';

/** The pages of staff that a link can lead to by their address alone. */
export type StaffPlace = Exclude<
  Extract<keyof FileRoutesByPath, `/admin/${string}`>,
  '/admin/' | `${string}$${string}`
>;
