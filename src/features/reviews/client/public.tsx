import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of it. */
/** For the page of an order. @public */
export const OrderReviews = lazy(async () => ({
  default: (await import('./order-reviews.tsx')).OrderReviews,
}));
export const PersonReviews = lazy(async () => ({
  default: (await import('./person-reviews.tsx')).PersonReviews,
}));
export const ServiceReviews = lazy(async () => ({
  default: (await import('./service-reviews.tsx')).ServiceReviews,
}));
