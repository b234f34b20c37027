import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { ReviewSummary } from '../contract.ts';
import { ratings } from '../rules.ts';
import { reviewsQuery, type Subject } from './api.ts';
import { ReviewCard } from './review-card.tsx';
import { formatRating, Stars } from './stars.tsx';

/** Summary of all ratings, and the reviews below it, a page at a time. */
export function ReviewList({ subject, summary }: { subject: Subject; summary: ReviewSummary }) {
  const [pages, setPages] = useState(1);
  return (
    <div className="grid gap-4">
      <Summary summary={summary} />
      {Array.from({ length: pages }, (_, index) => (
        <ListPage
          key={index}
          subject={subject}
          page={index + 1}
          onMore={index + 1 === pages ? () => setPages(pages + 1) : null}
        />
      ))}
    </div>
  );
}

function Summary({ summary }: { summary: ReviewSummary }) {
  const { count, rating, distribution } = summary;
  if (rating === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-lg border border-line bg-surface p-3 sm:p-5">
      <div className="grid gap-1">
        <p className="text-3xl font-bold tabular-nums">{formatRating(rating)}</p>
        <Stars rating={rating} />
        <p className="text-sm text-ink-soft">{m['reviews.count']({ count })}</p>
      </div>
      <dl className="grid min-w-0 flex-1 basis-56 gap-1">
        {ratings.toReversed().map((each) => {
          const many = distribution[each - 1] ?? 0;
          return (
            <div
              key={each}
              className="grid grid-cols-[minmax(0,5rem)_minmax(1rem,1fr)_minmax(0,3rem)] items-center gap-2 text-sm"
            >
              <dt>{m['reviews.star_row']({ rating: each })}</dt>
              <dd aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
                <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="size-full text-accent">
                  <rect width={(many / count) * 100} height="1" fill="currentColor" />
                </svg>
              </dd>
              <dd className="text-right tabular-nums">{many}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function ListPage(props: { subject: Subject; page: number; onMore: (() => void) | null }) {
  const { data, error, refetch } = useQuery(reviewsQuery(props.subject, props.page));
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  // Past the end the server returns the last page, which is shown already.
  if (data.page < props.page) return null;
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2">
        {data.items.map((review) => (
          <li key={review.id} className="grid">
            <ReviewCard review={review} withService={'person' in props.subject} />
          </li>
        ))}
      </ul>
      {props.onMore && data.page < data.pageCount && (
        <Button look="secondary" className="w-fit justify-self-center" onClick={props.onMore}>
          {m['reviews.more']()}
        </Button>
      )}
    </>
  );
}
