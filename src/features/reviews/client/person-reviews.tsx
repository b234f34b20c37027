import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { personSummaryQuery } from './api.ts';
import { ReviewList } from './review-list.tsx';

/** Reviews of a person, on each side that has any. */
export function PersonReviews({ username }: { username: string }) {
  const { data } = useQuery(personSummaryQuery(username));
  if (!data || data.provider.count + data.buyer.count === 0) return null;
  const sides = [
    { as: 'provider', title: m['reviews.as_provider']() },
    { as: 'buyer', title: m['reviews.as_buyer']() },
  ] as const;
  return (
    <div id="reviews" className="grid gap-10">
      {sides.map(
        ({ as, title }) =>
          data[as].count > 0 && (
            <section key={as} aria-label={title} className="grid gap-4">
              <h2 className="text-2xl font-bold">{title}</h2>
              <ReviewList subject={{ person: username, as }} summary={data[as]} />
            </section>
          ),
      )}
    </div>
  );
}
