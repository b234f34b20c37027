import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import type { RecordedBid, TenderDetail } from '../contract.ts';
import { isRecordTrue } from './checking.ts';
import { Points } from './job-bids.tsx';
import { formatCount, formatPoints, weightsWords, won } from './words.ts';

const stateWords: Record<Exclude<RecordedBid['state'], 'standing'>, () => string> = {
  replaced: () => m['tenders.record.replaced'](),
  withdrawn: () => m['tenders.record.withdrawn'](),
  void: () => m['tenders.record.void'](),
};

/** Formula and all commitments, which everybody can verify after the close. */
export function JobRecord({ job }: { job: TenderDetail }) {
  const formatMoment = useFormatMoment();
  const { record, formula } = job;
  const isOpened = record.some(({ opened }) => opened !== null);
  const ranked = record
    .flatMap((bid) => (bid.opened ? [{ ...bid, opened: bid.opened }] : []))
    .toSorted((a, b) => a.opened.rank - b.opened.rank);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['tenders.record.title']()}</h2>
      <details>
        <summary className="cursor-pointer py-1 font-semibold">{m['tenders.formula.title']()}</summary>
        <div className="mt-2 grid gap-2 text-sm">
          <p>{m['tenders.formula.text']()}</p>
          <p className="font-semibold">{weightsWords(formula)}</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>{m['tenders.formula.price']()}</li>
            <li>{m['tenders.formula.time']()}</li>
            <li>{m['tenders.formula.rating']()}</li>
            <li>{m['tenders.formula.distance']({ km: formatCount(formula.farKm) })}</li>
            <li>{m['tenders.formula.tie']()}</li>
          </ul>
        </div>
      </details>
      {ranked.length > 0 && !job.isMine && (
        <ol className="grid gap-3">
          {ranked.map(({ number, opened }) => (
            <li
              key={number}
              className={`grid gap-3 rounded-md border p-4 ${opened.isMine ? 'border-accent bg-accent-soft' : 'border-line'}`}
            >
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold tabular-nums">
                  {m['tenders.rank.place']({ rank: formatCount(opened.rank) })}
                </span>
                <span>
                  {opened.isMine
                    ? m['tenders.bid.mine']()
                    : m['tenders.record.provider']({ number: opened.provider })}
                </span>
                {opened.isChosen && (
                  <span className="rounded-sm bg-accent px-2 text-sm font-semibold text-on-accent">
                    {m['tenders.rank.chosen']()}
                  </span>
                )}
                <span className="text-sm text-ink-soft tabular-nums sm:ml-auto">
                  {m['tenders.rank.principal']({ amount: won(opened.principal) })} ·{' '}
                  {m['tenders.bid.days']({ count: opened.readyInDays })} ·{' '}
                  {m['tenders.rank.score']({ points: formatPoints(opened.score) })}
                </span>
              </p>
              <Points points={opened.points} job={job} />
            </li>
          ))}
        </ol>
      )}
      <details>
        <summary className="cursor-pointer py-1 font-semibold">
          {m['tenders.record.all']({ count: record.length })}
        </summary>
        <p className="mt-2 text-sm text-ink-soft">{m['tenders.record.text']()}</p>
        {record.length === 0 && <p className="mt-2">{m['tenders.record.none']()}</p>}
        <ol className="mt-2 grid gap-2">
          {record.map(({ number, madeAt, commitment, state, opened }) => (
            <li key={number} className="rounded-md bg-sunken p-3 text-sm">
              <p className="flex flex-wrap gap-x-3">
                <span className="font-semibold tabular-nums">
                  {m['tenders.record.number']({ number: formatCount(number) })}
                </span>
                <span className="text-ink-soft">{formatMoment(madeAt)}</span>
                {state !== 'standing' && <span>{stateWords[state]()}</span>}
              </p>
              <p className="mt-1 font-mono text-xs break-all">{commitment}</p>
              {opened && (
                <p className="mt-1 font-mono text-xs break-all text-ink-soft">
                  {m['tenders.record.salt']({ salt: opened.salt })}
                </p>
              )}
            </li>
          ))}
        </ol>
      </details>
      {isOpened && <Check job={job} />}
    </section>
  );
}

/** Recalculates the record in this browser. */
function Check({ job }: { job: TenderDetail }) {
  const [isTrue, setIsTrue] = useState<boolean | null>(null);
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        look="secondary"
        onClick={() => {
          isRecordTrue(job.id, job.record).then(setIsTrue, () => setIsTrue(false));
        }}
      >
        {m['tenders.record.check']()}
      </Button>
      <p role="status">
        {isTrue !== null && (
          <span className={`flex items-center gap-2 ${isTrue ? 'text-accent-strong' : 'text-danger'}`}>
            {isTrue ? (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            ) : (
              <CircleX aria-hidden="true" className="size-5 shrink-0" />
            )}
            {isTrue ? m['tenders.record.true']() : m['tenders.record.false']()}
          </span>
        )}
      </p>
    </div>
  );
}
