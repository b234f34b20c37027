import { Star } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { ratings } from '../rules.ts';

export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={m['reviews.stars']({ rating: formatRating(rating) })}
      className="inline-flex gap-1 text-accent-strong"
    >
      {ratings.map((each) => (
        <Star
          key={each}
          aria-hidden="true"
          className="size-5"
          fill={each <= Math.round(rating) ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  );
}

export function formatRating(rating: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(rating);
}

export function formatDay(iso: string): string {
  return dateFormat(currentLocale(), { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(iso));
}
