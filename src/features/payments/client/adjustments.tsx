import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { readOrderNumber } from '#platform/shared/order-number.ts';
import type { Adjustment, AdjustedOrder, Journal } from '../contract.ts';
import type { AdjustmentDecision } from '../states.ts';
import { adjustmentsQuery, decideAdjustment, journalsQuery, proposeAdjustment } from './money-api.ts';
import { accountChange, accountNames, formatMoment, ruleWords, won } from './money-words.ts';
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
          [m['payments.adjust.fact.taken_back'](), <Lines key="lines" lines={lines} />] satisfies [
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

/** What was booked, account by account: how much more or less is on each by it. */
function Lines({ lines }: { lines: Journal['lines'] }) {
  return (
    <ul className="grid gap-1">
      {lines.map(({ account, amount }, index) => (
        // Lines of one journal have an order, and the same account may come twice.
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span>{accountNames[account as keyof typeof accountNames]?.() ?? account}</span>
          <span className="ml-auto tabular-nums">{accountChange(account, amount)}</span>
        </li>
      ))}
    </ul>
  );
}

const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isOrder = (typed: string) => orderId.test(typed) || readOrderNumber(typed) !== null;

/** The books of one order, from where adjustments are proposed. */
function OrderBooks() {
  // The list of orders leads here with one of them.
  const { order }: { order?: unknown } = useSearch({ strict: false });
  const [asked, setAsked] = useState(typeof order === 'string' && isOrder(order) ? order : '');
  const form = useForm({
    check: ({ orderId: typed = '' }): Record<string, string> =>
      isOrder(typed.trim()) ? {} : { orderId: m['payments.adjust.order_id_wrong']() },
    async send({ orderId: typed = '' }) {
      setAsked(typed.trim());
    },
  });
  return (
    <div className="grid gap-4">
      <h3 className="text-lg font-bold">{m['payments.adjust.find']()}</h3>
      <form {...form.props} className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <TextField
          label={m['payments.adjust.order_id']()}
          hint={m['payments.adjust.order_id_hint']()}
          name="orderId"
          defaultValue={asked}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          error={form.fields['orderId']}
        />
        <Button type="submit" look="secondary" className="sm:mt-8">
          {m['payments.adjust.find']()}
        </Button>
        <FormMessage>{form.message}</FormMessage>
      </form>
      {asked !== '' && <Books asked={asked} />}
    </div>
  );
}

type Proposal = { kind: 'release_early' } | { kind: 'goodwill' } | { kind: 'reversal'; commandId: string };

const proposalWords = {
  release_early: {
    title: () => m['payments.adjust.release'](),
    text: () => m['payments.adjust.release_text'](),
  },
  goodwill: {
    title: () => m['payments.adjust.goodwill'](),
    text: () => m['payments.adjust.goodwill_text'](),
  },
  reversal: { title: () => m['payments.adjust.reverse'](), text: () => m['payments.adjust.reverse_text']() },
};

function Books({ asked }: { asked: string }) {
  const { data, error, refetch } = useQuery(journalsQuery(asked));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const client = useQueryClient();
  if (error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />;
  const { order, journals } = data;
  if (!order) return <p role="status">{m['payments.adjust.no_order']()}</p>;
  return (
    <div className="grid gap-4">
      <BooksOf order={order} />
      {journals.length === 0 && <p role="status">{m['payments.adjust.nothing_booked']()}</p>}
      <ol aria-label={m['payments.adjust.books']()} className="grid gap-3">
        {journals.map((journal) => (
          <Booked
            key={journal.commandId}
            journal={journal}
            onReverse={() => setProposal({ kind: 'reversal', commandId: journal.commandId })}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => setProposal({ kind: 'release_early' })}>
          {m['payments.adjust.release']()}
        </Button>
        <Button look="secondary" onClick={() => setProposal({ kind: 'goodwill' })}>
          {m['payments.adjust.goodwill']()}
        </Button>
      </div>
      {proposal && (
        <ReasonDialog
          title={proposalWords[proposal.kind].title()}
          text={proposalWords[proposal.kind].text()}
          submit={m['payments.adjust.propose']()}
          saved={m['payments.adjust.saved']()}
          needed={proposal.kind === 'goodwill' ? ['amount', 'reason'] : ['reason']}
          send={async ({ reason = '', amount = '' }) => {
            await proposeAdjustment(
              proposal.kind === 'goodwill'
                ? { kind: 'goodwill', orderId: order.id, reason, amount: Number(amount.replaceAll(',', '')) }
                : { ...proposal, orderId: order.id, reason },
            );
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setProposal(null)}
        >
          {(errors) =>
            proposal.kind === 'goodwill' && (
              <TextField
                label={m['payments.adjust.amount']()}
                name="amount"
                inputMode="numeric"
                autoComplete="off"
                maxLength={15}
                error={errors['amount']}
              />
            )
          }
        </ReasonDialog>
      )}
    </div>
  );
}

function BooksOf({ order }: { order: AdjustedOrder }) {
  const { id, title, number, buyer, provider, total } = order;
  return (
    <div className="grid gap-1">
      <h4 className="text-lg font-semibold wrap-anywhere">{title}</h4>
      <p className="text-sm tabular-nums">{number}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {m['payments.adjust.fact.people_value']({ buyer, provider, total: won(total) })}
      </p>
      <StaffLink to="order" id={id} />
    </div>
  );
}

function Booked({ journal, onReverse }: { journal: Journal; onReverse(): void }) {
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{ruleWords(journal.rules)}</span>
        <span className="text-sm text-ink-soft">{formatMoment(journal.postedAt)}</span>
      </p>
      {journal.reason !== '' && <p className="wrap-anywhere">{journal.reason}</p>}
      <Lines lines={journal.lines} />
      <details className="text-sm text-ink-soft">
        <summary className="min-h-11 content-center">{m['payments.admin.detail']()}</summary>
        <p className="break-all">
          {m['payments.adjust.command']({ rules: journal.rules, id: journal.commandId })}
        </p>
      </details>
      {journal.isCorrectable && (
        <Button look="quiet" className="w-fit" onClick={onReverse}>
          {m['payments.adjust.reverse']()}
        </Button>
      )}
    </li>
  );
}
