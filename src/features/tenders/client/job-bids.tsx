import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useRef, useState } from 'react';
import { distanceWords } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { OfferedBid, TenderDetail } from '../contract.ts';
import { criteria, maxPoints, type Criterion } from '../rules.ts';
import { chooseBid, ownTendersKey, tenderQuery } from './api.ts';
import { ReasonField } from './reason-field.tsx';
import {
  countedWords,
  criterionNames,
  formatCount,
  formatDay,
  formatPoints,
  reasonProblem,
  weightsWords,
  won,
} from './words.ts';

/** Comparison of the bids for the customer, best score first. */
export function JobBids({ job }: { job: TenderDetail }) {
  const [chosen, setChosen] = useState<OfferedBid | null>(null);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl font-bold">{m['tenders.rank.title']()}</h2>
        <p className="mt-1 text-sm text-ink-soft">{m['tenders.rank.text']()}</p>
        <p className="mt-1 text-sm text-ink-soft">{weightsWords(job.formula)}</p>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {job.bids.map((bid) => (
          <li key={bid.id} className="grid grid-cols-[minmax(0,1fr)]">
            <BidCard
              job={job}
              bid={bid}
              {...(job.can.includes('choose') && { onChoose: () => setChosen(bid) })}
            />
          </li>
        ))}
      </ol>
      {chosen && <ChooseDialog job={job} bid={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

function BidCard({ job, bid, onChoose }: { job: TenderDetail; bid: OfferedBid; onChoose?: () => void }) {
  const { service, provider, rank, score, total, principal, rating, km, readyOn, isChosen } = bid;
  const { title, language } = inReadersLanguage({ ...service, description: '' });
  return (
    <article
      className={`grid gap-4 rounded-lg border bg-surface p-5 ${isChosen ? 'border-accent' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="rounded-sm bg-accent-soft px-2 font-semibold text-accent-strong tabular-nums">
              {m['tenders.rank.place']({ rank: formatCount(rank) })}
            </span>
            {isChosen && (
              <span className="rounded-sm bg-accent px-2 font-semibold text-on-accent">
                {m['tenders.rank.chosen']()}
              </span>
            )}
            <span className="text-ink-soft tabular-nums">
              {m['tenders.rank.score']({ points: formatPoints(score) })}
            </span>
          </p>
          <h3 className="mt-1 text-lg font-semibold break-words" lang={language}>
            <Link to="/services/$id" params={{ id: service.id }} className="underline">
              {title}
            </Link>
          </h3>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            <Link to="/people/$username" params={{ username: provider.username }} className="underline">
              {provider.fullName}
            </Link>
            {service.address !== null && <span>{service.address}</span>}
            {km !== null && <span>{distanceWords(km)}</span>}
            <span className="inline-flex items-center gap-1">
              <Star aria-hidden="true" className="size-4" />
              {rating === null ? m['tenders.rank.unrated']() : formatRating(rating)}
            </span>
          </p>
        </div>
        <p className="tabular-nums sm:text-right">
          <span className="block text-2xl font-bold">{won(total)}</span>
          {total > principal && (
            <span className="text-sm text-ink-soft">
              {m['tenders.rank.principal']({ amount: won(principal) })}
            </span>
          )}
        </p>
      </div>
      <p>
        <span className="font-semibold">{m['tenders.bid.days']({ count: bid.readyInDays })}</span>
        {readyOn !== null && (
          <span className="text-ink-soft"> · {m['tenders.rank.ready_on']({ day: formatDay(readyOn) })}</span>
        )}
        {bid.daysOff !== null && (
          <span className="text-sm text-ink-soft">
            {' '}
            ({countedWords(bid.daysOff.weekly + bid.daysOff.holidays)})
          </span>
        )}
        {bid.machine !== '' && <span className="text-ink-soft"> · {bid.machine}</span>}
      </p>
      {bid.note !== '' && <p className="break-words whitespace-pre-line">{bid.note}</p>}
      <Points points={bid.points} job={job} />
      {!bid.isAvailable && <p className="text-danger">{m['tenders.error.bid_unavailable']()}</p>}
      {onChoose && bid.isAvailable && (
        <Button
          className="justify-self-start"
          look={rank === 1 ? 'primary' : 'secondary'}
          aria-label={m['tenders.rank.choose_named']({ name: provider.fullName })}
          onClick={onChoose}
        >
          {m['tenders.rank.choose']()}
        </Button>
      )}
    </article>
  );
}

const formatRating = (rating: number) => rating.toFixed(1);

/** Points of each criterion as a bar and in numbers, out of its maximum. */
export function Points({
  points,
  job,
}: {
  points: Record<Criterion, number>;
  job: Pick<TenderDetail, 'formula'>;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm md:grid-cols-4">
      {criteria.map((each) => {
        const most = maxPoints(job.formula, each);
        return (
          <div key={each}>
            <dt className="text-ink-soft">{criterionNames[each]()}</dt>
            <dd className="tabular-nums">
              {m['tenders.rank.of']({ points: formatPoints(points[each]), most: formatPoints(most) })}
              <progress aria-hidden="true" value={points[each]} max={most} className="mt-1 block w-full" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function ChooseDialog({ job, bid, onClose }: { job: TenderDetail; bid: OfferedBid; onClose(): void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const idempotencyKey = useRef('');
  const choosing = useMutation({
    mutationFn: () =>
      chooseBid(job, { bidId: bid.id, reason }, (idempotencyKey.current ||= crypto.randomUUID())),
    onSuccess: (changed) => {
      client.setQueryData(tenderQuery(job.id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ownTendersKey });
      toast('success', m['tenders.rank.done']());
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
    },
  });
  const { error } = choosing;
  const refused = error instanceof ApiError ? error.fields['reason'] : undefined;
  const [isTried, setIsTried] = useState(false);
  const wrong = isTried ? (reasonProblem(reason) ?? refused) : refused;
  const usual = [
    m['tenders.reason.price'](),
    m['tenders.reason.time'](),
    m['tenders.reason.rating'](),
    m['tenders.reason.near'](),
    m['tenders.reason.machine'](),
    m['tenders.reason.note'](),
  ];
  return (
    <Dialog title={m['tenders.rank.dialog']({ name: bid.provider.fullName })} onClose={onClose}>
      <p>
        {bid.total > bid.principal
          ? m['tenders.rank.dialog_text']({ amount: won(bid.total) })
          : m['tenders.rank.dialog_text_plain']({ amount: won(bid.total) })}
      </p>
      <div role="group" aria-label={m['tenders.reason.usual']()} className="flex flex-wrap gap-2">
        {usual.map((words) => (
          <button
            key={words}
            type="button"
            className="min-h-9 rounded-full border border-line-strong px-3 text-sm hover:border-accent hover:text-accent-strong"
            onClick={() => setReason(words)}
          >
            {words}
          </button>
        ))}
      </div>
      <ReasonField
        label={m['tenders.rank.why']()}
        hint={m['tenders.rank.why_hint']()}
        value={reason}
        error={wrong}
        onChange={setReason}
      />
      {error && refused === undefined && (
        <p role="alert" className="text-danger">
          {describeError(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['tenders.view.keep']()}
        </Button>
        <Button
          disabled={choosing.isPending}
          onClick={() => {
            setIsTried(true);
            if (reasonProblem(reason) === undefined) choosing.mutate();
          }}
        >
          {m['tenders.rank.choose']()}
        </Button>
      </div>
    </Dialog>
  );
}
