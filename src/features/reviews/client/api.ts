import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type { OrderReviews, Review, ReviewSummary } from '../contract.ts';
import { reviewsPerPage, type ReviewSide } from '../rules.ts';

/** Subject of reviews: a service, or a person on one side of orders. */
export type Subject = { service: string } | { person: string; as: ReviewSide };

const pathOf = (subject: Subject) =>
  'service' in subject
    ? `/api/services/${encodeURIComponent(subject.service)}/reviews`
    : `/api/people/${encodeURIComponent(subject.person)}/reviews`;
const keyOf = (subject: Subject) =>
  'service' in subject ? ['reviews', subject.service] : ['reviews', subject.person, subject.as];

export const reviewsQuery = (subject: Subject, page: number) =>
  queryOptions({
    queryKey: [...keyOf(subject), String(page)],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<Review>(
        pathOf(subject),
        { page, as: 'as' in subject ? subject.as : undefined },
        { limit: reviewsPerPage, signal },
      ),
  });

export const serviceSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', id, 'summary'],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<ReviewSummary>(`${pathOf({ service: id })}/summary`, signal),
  });
export const personSummaryQuery = (username: string) =>
  queryOptions({
    queryKey: ['reviews', username, 'summary'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<Record<ReviewSide, ReviewSummary>>(
        `/api/people/${encodeURIComponent(username)}/reviews/summary`,
        signal,
      ),
  });

const orderPath = (id: string) => `/api/orders/${encodeURIComponent(id)}/reviews`;
export const orderReviewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'order', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OrderReviews>(orderPath(id), signal),
  });

type Input = { rating: number; text: string; photos: string[]; worked?: boolean };
export const writeReview = (orderId: string, input: Input) =>
  sendJson<Review>('POST', orderPath(orderId), input);
export const editReview = (id: string, input: Input) => sendJson<Review>('PUT', `/api/reviews/${id}`, input);
export const answerReview = (id: string, text: string) =>
  sendJson<Review>('POST', `/api/reviews/${id}/answer`, { text });
