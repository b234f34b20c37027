import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { serviceSummaryQuery } from './api.ts';
import { ReviewList } from './review-list.tsx';

/** Reviews of a service by buyers; the page provides the heading. */
export function ServiceReviews({ serviceId }: { serviceId: string }) {
  const { data, error, refetch } = useQuery(serviceSummaryQuery(serviceId));
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-24 animate-pulse rounded-lg bg-sunken" />;
  if (data.count === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-6 text-ink-soft">
        {m['reviews.none']()}
      </p>
    );
  }
  return <ReviewList subject={{ service: serviceId }} summary={data} />;
}
