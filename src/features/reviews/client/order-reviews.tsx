import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { PhotosField, type ChosenPhoto } from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { OrderReviews as Reviews, Review } from '../contract.ts';
import { ratings, reviewLimits, waitDays } from '../rules.ts';
import { editReview, orderReviewsQuery, writeReview } from './api.ts';
import { ReviewCard } from './review-card.tsx';
import { formatDay } from './stars.tsx';

/** Both reviews of an order that has ended, and the form of the reader's own. */
export function OrderReviews({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useQuery(orderReviewsQuery(orderId));
  const [editing, setEditing] = useState(false);
  const titleId = useId();
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  const { own, others, canWrite } = data;
  if (!own && !others && !canWrite) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <h2 id={titleId} className="text-xl font-bold">
        {m['reviews.title']()}
      </h2>
      <p className="text-ink-soft">{waitWords(data)}</p>
      {(canWrite || editing) && <ReviewForm orderId={orderId} own={own} onDone={() => setEditing(false)} />}
      {own && !editing && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['reviews.own']()}</h3>
          <ReviewCard review={own} />
          {own.can.edit && (
            <Button look="secondary" className="w-fit" onClick={() => setEditing(true)}>
              {m['reviews.edit']()}
            </Button>
          )}
        </div>
      )}
      {others && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['reviews.others']()}</h3>
          <ReviewCard review={others} />
        </div>
      )}
    </section>
  );
}

function waitWords({ own, hasOther, others, showsAt }: Reviews): string {
  if (others || showsAt === null)
    return own || others ? m['reviews.shown']() : m['reviews.blind']({ days: waitDays });
  return hasOther
    ? m['reviews.other_waits']({ day: formatDay(showsAt) })
    : m['reviews.own_waits']({ day: formatDay(showsAt) });
}

function ReviewForm({ orderId, own, onDone }: { orderId: string; own: Review | null; onDone(): void }) {
  const client = useQueryClient();
  const ratingErrorId = useId();
  const [rating, setRating] = useState(own?.rating ?? 0);
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>(own?.photos ?? []);
  const [hasPhotosOnTheirWay, setHasPhotosOnTheirWay] = useState(false);
  const form = useForm({
    check: (values) => missing(values, ['rating', 'text']),
    async send({ text = '' }) {
      const input = { rating, text, photos: photos.map(({ id }) => id) };
      await (own ? editReview(own.id, input) : writeReview(orderId, input));
      toast('success', m['reviews.saved']());
      await client.invalidateQueries({ queryKey: ['reviews'] });
      onDone();
    },
  });
  const wrong = form.fields['rating'];
  return (
    <form {...form.props} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <fieldset className="grid gap-1">
        <legend className="font-semibold">{m['reviews.rating']()}</legend>
        <div className="flex flex-wrap gap-1">
          {ratings.map((each) => (
            <label
              key={each}
              className="grid size-11 cursor-pointer place-items-center rounded-md text-accent-strong hover:bg-accent-soft has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="rating"
                value={each}
                checked={each === rating}
                aria-describedby={wrong === undefined ? undefined : ratingErrorId}
                aria-label={m['reviews.star_row']({ rating: each })}
                onChange={() => setRating(each)}
                className="sr-only"
              />
              <Star aria-hidden="true" className="size-7" fill={each <= rating ? 'currentColor' : 'none'} />
            </label>
          ))}
        </div>
        {wrong !== undefined && (
          <p id={ratingErrorId} className="text-sm font-semibold text-danger">
            {wrong}
          </p>
        )}
      </fieldset>
      <TextAreaField
        label={m['reviews.text']()}
        hint={m['reviews.text_hint']()}
        name="text"
        rows={4}
        maxLength={reviewLimits.text}
        defaultValue={own?.text ?? ''}
        error={form.fields['text']}
      />
      <PhotosField
        orderId={orderId}
        photos={photos}
        setPhotos={setPhotos}
        most={reviewLimits.photos}
        label={m['reviews.photos']()}
        hint={m['reviews.photos_hint']({ most: reviewLimits.photos })}
        optional={m['orders.pay.optional']()}
        error={form.fields['photos']}
        onBusy={setHasPhotosOnTheirWay}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending || hasPhotosOnTheirWay}>
          {own ? m['reviews.save']() : m['reviews.send']()}
        </Button>
        {own && (
          <Button look="quiet" onClick={onDone}>
            {m['reviews.cancel']()}
          </Button>
        )}
      </div>
    </form>
  );
}
