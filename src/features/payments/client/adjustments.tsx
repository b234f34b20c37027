import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Adjustment } from '../contract.ts';
import type { AdjustmentDecision } from '../states.ts';
import { JournalLines } from './journal-lines.tsx';
import { adjustmentsQuery, decideAdjustment } from './money-api.ts';
import { formatMoment, won } from './money-words.ts';
import { OrderBooks } from './order-books.tsx';
import { StaffLink } from './staff-link.tsx';
import { useFocusBack } from './use-focus-back.tsx';

const kindNames: Record<Adjustment['kind'], () => string> = {
  release_early: () => m['payments.adjust.kind.release_early'](),
  goodwill: () => m['payments.adjust.kind.goodwill'](),
  reversal: () => m['payments.adjust.kind.reversal'](),
};
const stateNames: Record<Adjustment['state'], () => string> = {
  proposed: () => m['payments.adjust.state.proposed'](),
  applied: () => m['payments.adjust.state.applied'](),
  refused: () => m['payments.adjust.state.refused'](),
};

/** What takes two people: whoever of finance proposes it, somebody else makes it so. */
export function Adjustments() {
  const { data, error, refetch } = useQuery(adjustmentsQuery);
  const [chosen, setChosen] = useState<{ of: Adjustment; decision: AdjustmentDecision } | null>(null);
  const client = useQueryClient();
  const waiting = data?.items.filter(({ state }) => state === 'proposed') ?? [];
  const decided = data?.items.filter(({ state }) => state !== 'proposed') ?? [];
  const words = chosen && decisionWords[wayOf(chosen.of, chosen.decision)];
  const { heading, done } = useFocusBack(chosen !== null);
  return (
    <section aria-labelledby="adjustments" className="grid gap-4">
      <h2 ref={heading} id="adjustments" tabIndex={-1} className="text-xl font-bold">
        {m['payments.adjust.title']()}
      </h2>
      <p className="text-ink-soft">{m['payments.adjust.text']()}</p>
      {error ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />
      ) : waiting.length === 0 ? (
        <p>{m['payments.adjust.empty']()}</p>
      ) : (
        <AdjustmentList items={waiting} onDecide={(of, decision) => setChosen({ of, decision })} />
      )}
      {decided.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 font-semibold">{m['payments.adjust.decided']()}</summary>
          <AdjustmentList items={decided} />
        </details>
      )}
      <OrderBooks />
      {chosen && words && (
        <ReasonDialog
          title={words.name()}
          text={words.text()}
          submit={words.name()}
          saved={words.done()}
          send={async ({ reason = '' }) => {
            await decideAdjustment(chosen.of.id, chosen.decision, reason);
            done();
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setChosen(null)}
        >
          {() => (
            <div className="rounded-md bg-sunken p-4">
              <p className="mb-3 font-semibold">{kindNames[chosen.of.kind]()}</p>
              <WhatChanges of={chosen.of} />
            </div>
          )}
        </ReasonDialog>
      )}
    </section>
  );
}

/** Whoever proposed it may not approve it: they take it back. */
const isOwn = ({ can }: Adjustment) => !can.includes('approve');
const wayOf = (of: Adjustment, decision: AdjustmentDecision) =>
  decision === 'refuse' && isOwn(of) ? 'withdraw' : decision;

const decisionWords = {
  approve: {
    name: () => m['payments.adjust.approve'](),
    text: () => m['payments.adjust.approve_text'](),
    done: () => m['payments.adjust.approved'](),
  },
  refuse: {
    name: () => m['payments.adjust.refuse'](),
    text: () => m['payments.adjust.refuse_text'](),
    done: () => m['payments.adjust.was_refused'](),
  },
  withdraw: {
    name: () => m['payments.adjust.withdraw'](),
    text: () => m['payments.adjust.withdraw_text'](),
    done: () => m['payments.adjust.withdrawn'](),
  },
};

function stateOf({ state, proposedBy, decidedBy }: Adjustment): string {
  const isWithdrawn = state === 'refused' && decidedBy?.id === proposedBy.id;
  return isWithdrawn ? m['payments.adjust.state.withdrawn']() : stateNames[state]();
}

function AdjustmentList({
  items,
  onDecide,
}: {
  items: readonly Adjustment[];
  onDecide?: (of: Adjustment, decision: AdjustmentDecision) => void;
}) {
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
      {items.map((one) => (
        <li key={one.id} className="grid gap-1 p-4">
          <p className="font-semibold">{kindNames[one.kind]()}</p>
          <WhatChanges of={one} />
          <p className="flex flex-wrap gap-x-4">
            <StaffLink to="order" id={one.orderId} />
            <StaffLink to="books" id={one.orderId} />
          </p>
          <p className="text-sm text-ink-soft">{stateOf(one)}</p>
          {one.decidedBy && (
            <p className="text-sm wrap-anywhere text-ink-soft">
              {m['payments.adjust.decided_by']({
                username: one.decidedBy.username,
                reason: one.decisionReason ?? '',
              })}
            </p>
          )}
          {onDecide && (
            <div className="mt-2 flex flex-wrap items-center gap-3">
              {isOwn(one) ? (
                <p className="text-sm text-ink-soft">{m['payments.adjust.own']()}</p>
              ) : (
                <Button onClick={() => onDecide(one, 'approve')}>{decisionWords.approve.name()}</Button>
              )}
              <Button look="secondary" onClick={() => onDecide(one, 'refuse')}>
                {decisionWords[wayOf(one, 'refuse')].name()}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Of which order it is, what money moves and to whom, why, and who wants it: all that whoever approves has to know. */
function WhatChanges({ of }: { of: Adjustment }) {
  const { order, kind, amount, owed, lines, reason, proposedBy, proposedAt } = of;
  const moved = amount ?? owed;
  const facts: [name: string, value: ReactNode][] = [
    [m['payments.adjust.fact.order'](), `${order.title} (${order.number})`],
    [
      m['payments.adjust.fact.people'](),
      m['payments.adjust.fact.people_value']({
        buyer: order.buyer,
        provider: order.provider,
        total: won(order.total),
      }),
    ],
    ...(moved === null
      ? []
      : [
          [
            m['payments.adjust.fact.amount'](),
            kind === 'goodwill'
              ? m['payments.adjust.fact.to_buyer']({ amount: won(moved), username: order.buyer })
              : m['payments.adjust.fact.to_provider']({ amount: won(moved), username: order.provider }),
          ] satisfies [string, ReactNode],
        ]),
    ...(lines.length === 0
      ? []
      : [
          [m['payments.adjust.fact.taken_back'](), <JournalLines key="lines" lines={lines} />] satisfies [
            string,
            ReactNode,
          ],
        ]),
    [m['payments.adjust.fact.reason'](), reason],
    [
      m['payments.adjust.fact.proposed'](),
      `${m['payments.adjust.by']({ username: proposedBy.username })} · ${formatMoment(proposedAt)}`,
    ],
  ];
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-ink-soft sm:py-0.5">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
