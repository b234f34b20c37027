import { Link } from '@tanstack/react-router';
import { distanceWords, typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { TenderCard } from '../contract.ts';
import { closesWords, deliveryNames, formatCount, stateNames, won } from './words.ts';

const badge = 'rounded-sm px-2 text-sm';

/** Tender in a list, with the maximum that the buyer would pay. */
export function JobCard({ job }: { job: TenderCard }) {
  const { id, title, excerpt, serviceType, state, quantity, ceiling, ceilingTotal, delivery, place } = job;
  const facts = [
    m['tenders.card.pieces']({ count: formatCount(quantity) }),
    ...(place ? [place.address] : []),
    ...(job.distance === undefined ? [] : [distanceWords(job.distance)]),
    deliveryNames[delivery](),
  ];
  return (
    <Link
      to="/auctions/jobs/{-$id}"
      params={{ id }}
      className="grid h-full content-start gap-2 rounded-lg border border-line bg-surface p-4 hover:border-accent md:p-5"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span
          className={`${badge} ${state === 'open' ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken text-ink-soft'}`}
        >
          {stateNames[state]()}
        </span>
        <span className="text-sm text-ink-soft">{typeName(serviceType)}</span>
        <span className="text-sm text-ink-soft sm:ml-auto">
          {m['tenders.card.bids']({ count: job.bidCount })}
        </span>
      </span>
      <span className="text-lg font-semibold break-words">{title}</span>
      {excerpt !== '' && <span className="line-clamp-2 text-sm break-words text-ink-soft">{excerpt}</span>}
      <span className="text-sm text-ink-soft">{facts.join(' · ')}</span>
      <span className="mt-auto grid gap-1 border-t border-line pt-3">
        {ceiling !== null && ceilingTotal !== null && (
          <span className="tabular-nums">
            <span className="font-semibold">{m['tenders.card.most']({ amount: won(ceilingTotal) })}</span>{' '}
            {ceilingTotal > ceiling && (
              <span className="text-sm text-ink-soft">
                {m['tenders.card.principal']({ amount: won(ceiling) })}
              </span>
            )}
          </span>
        )}
        {job.closesAt !== null && <span className="text-sm text-ink-soft">{closesWords(job.closesAt)}</span>}
      </span>
    </Link>
  );
}
