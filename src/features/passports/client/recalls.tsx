import { OctagonAlert, Wrench } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import type { Recall } from '../contract.ts';

/** Warnings of what to do with a thing, the urgent ones so that nobody overlooks them. */
export function Recalls({ recalls }: { recalls: readonly Recall[] }) {
  return (
    <div className="grid gap-3">
      {recalls.map((recall) => (
        <Notice key={recall.id} recall={recall} />
      ))}
    </div>
  );
}

/** The same without those that have ended. */
export function OpenRecalls({ recalls }: { recalls: readonly Recall[] }) {
  return <Recalls recalls={recalls.filter(({ endedAt }) => endedAt === null)} />;
}

function Notice({ recall }: { recall: Recall }) {
  const { urgency, what, remedy, isByStaff, createdAt, endedAt, versions, updates } = recall;
  const isStop = urgency === 'stop' && endedAt === null;
  const Icon = urgency === 'stop' ? OctagonAlert : Wrench;
  return (
    <section
      className={`grid gap-3 rounded-lg border p-4 md:p-5 ${
        endedAt !== null
          ? 'border-line bg-sunken'
          : isStop
            ? 'border-danger bg-danger-soft'
            : 'border-accent bg-accent-soft'
      }`}
    >
      <header className="flex gap-3">
        <Icon aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${isStop ? 'text-danger' : ''}`} />
        <div className="min-w-0">
          <h2 className={`text-lg font-bold ${isStop ? 'text-danger' : ''}`}>
            {urgency === 'stop' ? m['passports.recall.stop']() : m['passports.recall.fix']()}
          </h2>
          <p className="text-sm text-ink-soft">
            {[
              ...(endedAt === null ? [] : [m['passports.recall.ended']()]),
              formatDay(createdAt),
              isByStaff ? m['passports.recall.by_staff']() : m['passports.recall.by_author'](),
              versions === null
                ? m['passports.recall.all']()
                : m['passports.recall.versions']({ versions: versions.join(', ') }),
            ].join(' · ')}
          </p>
        </div>
      </header>
      <p className="break-words whitespace-pre-line">{what}</p>
      <p className="break-words whitespace-pre-line">
        <strong className="block">{m['passports.recall.remedy']()}</strong>
        {remedy}
      </p>
      {updates.map(({ text, createdAt: at }) => (
        <p key={at} className="border-t border-line-strong pt-3 break-words whitespace-pre-line">
          <span className="block text-sm text-ink-soft">
            {m['passports.recall.update']()} · {formatDay(at)}
          </span>
          {text}
        </p>
      ))}
    </section>
  );
}
