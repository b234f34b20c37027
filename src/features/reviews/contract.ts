import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { reviewLimits, reviewSides, reviewsPerPage } from './rules.ts';

export const reviewsErrors = defineErrors({
  review_not_found: { status: 404, words: (locale) => m['reviews.error.review_not_found']({}, { locale }) },
  not_reviewable: { status: 409, words: (locale) => m['reviews.error.not_reviewable']({}, { locale }) },
  already_reviewed: { status: 409, words: (locale) => m['reviews.error.already_reviewed']({}, { locale }) },
  /** The other side's review is public, so this one would be an answer to it. */
  review_too_late: { status: 409, words: (locale) => m['reviews.error.review_too_late']({}, { locale }) },
  review_shown: { status: 409, words: (locale) => m['reviews.error.review_shown']({}, { locale }) },
  already_answered: { status: 409, words: (locale) => m['reviews.error.already_answered']({}, { locale }) },
  unknown_photo: { status: 400, words: (locale) => m['reviews.error.unknown_photo']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const said = (most: number) => rule(z.string().trim().min(1).max(most), isVisible, required);

export const reviewInput = z.object({
  rating: z.number().int().min(1).max(5),
  text: said(reviewLimits.text),
  photos: z
    .array(z.uuid())
    .max(reviewLimits.photos)
    .default([])
    .describe('Photos of one’s own that were added to the order; everybody sees them with the review.'),
  worked: z
    .boolean()
    .optional()
    .describe(
      'Of a buyer: whether what was made fits and works. With its machine and material a verified build.',
    ),
});
export type ReviewInput = z.output<typeof reviewInput>;
export const answerInput = z.object({ text: said(reviewLimits.answer) });

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);
const limit = z.coerce.number().int().min(1).max(100).default(reviewsPerPage);
export const reviewsQuery = z.object({ page, limit });
export const personReviewsQuery = z.object({
  as: z.enum(reviewSides).default('provider').describe('What the person was in the order.'),
  page,
  limit,
});

const someone = z.object({ username: z.string(), fullName: z.string(), avatarUrl: z.string().nullable() });
export const review = z.object({
  id: z.uuid(),
  rating: z.number(),
  text: z.string(),
  worked: z.boolean().nullable().describe('Whether what was made fits and works, where its buyer said so.'),
  /** Side of its author in the order. */
  side: z.enum(reviewSides),
  author: someone,
  about: someone,
  service: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  photos: z.array(
    z.object({ id: z.uuid(), width: z.number(), height: z.number(), widths: z.array(z.number()) }),
  ),
  answer: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  /** Time of publication; reviews of the same day share it. */
  shownAt: z.iso.datetime().nullable(),
  editedAt: z.iso.datetime().nullable(),
  can: z.object({ edit: z.boolean(), answer: z.boolean(), report: z.boolean() }),
});
export type Review = z.infer<typeof review>;

export const reviewSummary = z.object({
  count: z.number(),
  /** Unweighted mean, to two decimals. */
  average: z.number().nullable(),
  /** Weighted rating of lists: newer reviews count more. */
  rating: z.number().nullable(),
  /** Numbers of reviews with one to five stars. */
  distribution: z.array(z.number()).length(5),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

/** Reviews of an order as one of its parties sees them. */
export const orderReviews = z.object({
  side: z.enum(reviewSides),
  own: review.nullable(),
  /** Null until both have written or the wait is over. */
  others: review.nullable(),
  /** True if the other side has written, known before its content. */
  hasOther: z.boolean(),
  /** Time at which a waiting review is published. */
  showsAt: z.iso.datetime().nullable(),
  canWrite: z.boolean(),
});
export type OrderReviews = z.infer<typeof orderReviews>;
