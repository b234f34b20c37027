import { lazy } from 'react';

/** Loaded lazily, so that pages that name these components do not carry them. */
export const OrderReviews = lazy(async () => ({
  default: (await import('./order-reviews.tsx')).OrderReviews,
}));
export const PersonReviews = lazy(async () => ({
  default: (await import('./person-reviews.tsx')).PersonReviews,
}));
export const ServiceReviews = lazy(async () => ({
  default: (await import('./service-reviews.tsx')).ServiceReviews,
}));
