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
import { ChoiceField } from '#ui/choice-field.tsx';
import { materialName } from '#features/services/client/public.tsx';
import { ReviewCard } from './review-card.tsx';
import { formatDay } from './stars.tsx';

/** What was made, as its order knows it, and what its buyer said after the arrival. */
export type Made = { machine: string | null; materials: readonly string[]; worked: boolean | null };

/** Both reviews of an order that has ended, and the form of the reader's own. */
export function OrderReviews({ orderId, made }: { orderId: string; made: Made | null }) {
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
      {(canWrite || editing) && (
        <ReviewForm orderId={orderId} own={own} made={made} onDone={() => setEditing(false)} />
      )}
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

function ReviewForm(props: {
  orderId: string;
  own: Review | null;
  /** For the buyer of something that was made. */
  made: Made | null;
  onDone(): void;
}) {
  const { orderId, own, made, onDone } = props;
  const client = useQueryClient();
  const ratingErrorId = useId();
  const [rating, setRating] = useState(own?.rating ?? 0);
  const [worked, setWorked] = useState(own?.worked ?? made?.worked ?? null);
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>(own?.photos ?? []);
  const [hasPhotosOnTheirWay, setHasPhotosOnTheirWay] = useState(false);
  const form = useForm({
    check: (values) => missing(values, ['rating', 'text']),
    async send({ text = '' }) {
      const input = {
        rating,
        text,
        photos: photos.map(({ id }) => id),
        ...(made && worked !== null && { worked }),
      };
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
      {made && <WorkedField made={made} worked={worked} onChange={setWorked} />}
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

/** Whether it works: with the machine and material of the order, that is a build that others can rely on. */
function WorkedField(props: { made: Made; worked: boolean | null; onChange(worked: boolean): void }) {
  const { made, worked, onChange } = props;
  const known = [...(made.machine === null ? [] : [made.machine]), ...made.materials.map(materialName)];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">
        {m['reviews.worked']()}{' '}
        <span className="text-sm font-normal text-ink-soft">{m['orders.pay.optional']()}</span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {[true, false].map((answer) => (
          <ChoiceField
            key={String(answer)}
            type="radio"
            name="worked"
            value={String(answer)}
            checked={worked === answer}
            onChange={() => onChange(answer)}
          >
            {answer ? m['reviews.worked_yes']() : m['reviews.worked_no']()}
          </ChoiceField>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        {known.length > 0
          ? m['reviews.worked_hint_known']({ known: known.join(' · ') })
          : m['reviews.worked_hint']()}
      </p>
    </fieldset>
  );
}
