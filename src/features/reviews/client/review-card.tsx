import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { pictureSource } from '#platform/shared/pictures.ts';
import type { Review } from '../contract.ts';
import { reviewLimits } from '../rules.ts';
import { answerReview } from './api.ts';
import { formatDay, Stars } from './stars.tsx';

/** Review with its photos and its answer. `withService` adds the service's name. */
export function ReviewCard({ review, withService = false }: { review: Review; withService?: boolean }) {
  const { author, about, answer, service, photos, can } = review;
  const [answering, setAnswering] = useState(false);
  return (
    <article
      aria-label={m['reviews.of']({ name: author.fullName })}
      className="grid content-start gap-3 rounded-lg border border-line bg-surface p-3 sm:p-5"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={review.rating} />
        <Link
          to="/people/$username"
          params={{ username: author.username }}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {author.fullName}
        </Link>
        {review.shownAt !== null && (
          <span className="text-sm text-ink-soft">{formatDay(review.shownAt)}</span>
        )}
      </p>
      {review.worked !== null && (
        <p className="flex w-fit items-center gap-2 rounded-sm bg-sunken px-2 py-1 text-sm font-semibold">
          {review.worked ? (
            <Check aria-hidden="true" className="size-4 text-accent-strong" />
          ) : (
            <X aria-hidden="true" className="size-4 text-danger" />
          )}
          {review.worked ? m['reviews.worked_yes']() : m['reviews.worked_no']()}
        </p>
      )}
      {withService && service && (
        <Link
          to="/services/$id"
          params={{ id: service.id }}
          search={{}}
          className="w-fit py-1 text-sm wrap-anywhere text-accent-strong underline"
        >
          {service.title}
        </Link>
      )}
      <p className="wrap-anywhere whitespace-pre-line">{review.text}</p>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, index) => {
            const address = (width: number) => `/api/reviews/${review.id}/photos/${photo.id}/${width}.webp`;
            return (
              <li key={photo.id}>
                <a
                  href={address(Math.max(...photo.widths))}
                  className="block size-24 overflow-hidden rounded-md"
                >
                  <img
                    {...pictureSource('tile', photo, address)}
                    alt={m['reviews.photo']({ number: index + 1, name: author.fullName })}
                    width={photo.width}
                    height={photo.height}
                    loading="lazy"
                    decoding="async"
                    className="size-full object-cover"
                  />
                </a>
              </li>
            );
          })}
        </ul>
      )}
      {answer && (
        <div className="grid gap-1 border-l-2 border-line-strong pl-4">
          <p className="text-sm text-ink-soft">
            {m['reviews.answer_of']({ name: about.fullName })} · {formatDay(answer.at)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{answer.text}</p>
        </div>
      )}
      {answering ? (
        <AnswerForm review={review} onDone={() => setAnswering(false)} />
      ) : (
        <p className="flex flex-wrap gap-x-4 text-sm">
          {can.answer && (
            <button
              type="button"
              className="min-h-9 py-1 text-accent-strong underline"
              onClick={() => setAnswering(true)}
            >
              {m['reviews.answer']()}
            </button>
          )}
          {can.report && (
            <ReportButton kind="review" path={`/api/reviews/${review.id}/reports`} look="link" />
          )}
        </p>
      )}
    </article>
  );
}

function AnswerForm({ review, onDone }: { review: Review; onDone(): void }) {
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['text']),
    async send({ text = '' }) {
      await answerReview(review.id, text);
      toast('success', m['reviews.answered']());
      await client.invalidateQueries({ queryKey: ['reviews'] });
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextAreaField
        label={m['reviews.answer']()}
        hint={m['reviews.answer_hint']()}
        name="text"
        rows={3}
        maxLength={reviewLimits.answer}
        error={form.fields['text']}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {m['reviews.answer_send']()}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {m['reviews.cancel']()}
        </Button>
      </div>
    </form>
  );
}
