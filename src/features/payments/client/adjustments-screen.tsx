import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { canHandleMoney } from '../access.ts';
import type { Adjustment } from '../contract.ts';
import { adjustmentsTable, type AdjustmentDecision } from '../states.ts';
import { adjustmentKindNames, adjustmentStateNames, adjustmentStateOf } from '../words.ts';
import { JournalLines } from './journal-lines.tsx';
import { decideAdjustment } from './money-api.ts';
import { won } from './money-words.ts';
import { OrderNumber } from './order-number.tsx';
import { StaffLink } from './staff-link.tsx';

/** Adjustments need two people: one proposes, another approves. They are decided one at a time. */
export function AdjustmentsScreen() {
  return (
    <StaffTable<Adjustment>
      list="adjustments"
      to="/admin/adjustments"
      title={m['payments.adjust.title']()}
      text={m['payments.adjust.text']()}
      searchLabel={m['payments.adjust.search']()}
      shape={adjustmentsTable}
      choices={[
        {
          name: 'state',
          label: m['payments.admin.states'](),
          all: m['payments.admin.all'](),
          values: adjustmentStateNames,
        },
        {
          name: 'kind',
          label: m['payments.adjust.kind_name'](),
          all: m['payments.admin.all'](),
          values: adjustmentKindNames,
        },
      ]}
      sorts={{
        newest: () => m['payments.admin.newest'](),
        oldest: () => m['payments.admin.oldest'](),
      }}
      columns={[
        { head: m['payments.adjust.kind_name'](), cell: () => '' },
        {
          head: m['payments.adjust.order_id'](),
          isUnderName: true,
          isUnbroken: true,
          cell: ({ order }) => order.number,
        },
        {
          head: m['payments.adjust.fact.amount'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amount, owed }) => amountOf(amount ?? owed),
        },
        {
          head: m['payments.adjust.proposed_at'](),
          isUnderName: true,
          isUnbroken: true,
          cell: (row) => formatKoreanMoment(row.proposedAt),
        },
      ]}
      rowName={({ kind }) => adjustmentKindNames[kind]()}
      Badges={StateBadge}
      Panel={AdjustmentPanel}
      above={
        <Link to="/admin/money" hash="books" className={buttonClass('quiet', 'text-sm text-accent-strong')}>
          {m['payments.adjust.to_books']()}
        </Link>
      }
      canExport
    />
  );
}

const amountOf = (amount: number | null) => (amount === null ? '–' : won(amount));

const looks = { proposed: 'bad', applied: 'good', refused: 'neutral' } as const;

function StateBadge({ row }: { row: Adjustment }) {
  return <Badge look={looks[row.state]}>{adjustmentStateOf(row)()}</Badge>;
}

/** Proposers cannot approve their own adjustment; they can only withdraw it. */
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

function AdjustmentPanel({ row }: { row: Adjustment }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const [decision, setDecision] = useState<AdjustmentDecision | null>(null);
  const client = useQueryClient();
  const words = decision && decisionWords[wayOf(row, decision)];
  return (
    <>
      <Details
        rows={[
          [m['payments.admin.states'](), adjustmentStateOf(row)()],
          ...whatChanges(row),
          ...(row.decidedBy === null || row.decidedAt === null
            ? []
            : ([
                [
                  m['payments.adjust.decider'](),
                  `@${row.decidedBy.username} · ${formatKoreanMoment(row.decidedAt)}`,
                ],
                [m['payments.adjust.decision_reason'](), row.decisionReason ?? ''],
              ] as const)),
          [m['payments.adjust.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        {row.can.length > 0 && canHandleMoney(user) && (
          <>
            {isOwn(row) ? (
              <p className="text-sm text-ink-soft">{m['payments.adjust.own']()}</p>
            ) : (
              <Button onClick={() => setDecision('approve')}>{decisionWords.approve.name()}</Button>
            )}
            <Button look="secondary" onClick={() => setDecision('refuse')}>
              {decisionWords[wayOf(row, 'refuse')].name()}
            </Button>
          </>
        )}
        <StaffLink to="order" id={row.orderId} isButton />
        <StaffLink to="books" id={row.orderId} isButton />
        <AuditLink id={row.id} />
      </div>
      {decision && words && (
        <ReasonDialog
          title={words.name()}
          text={words.text()}
          submit={words.name()}
          saved={words.done()}
          send={async ({ reason = '' }) => {
            await decideAdjustment(row.id, decision, reason);
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setDecision(null)}
        >
          {() => (
            <div className="rounded-md bg-sunken p-4">
              <p className="mb-3 font-semibold">{adjustmentKindNames[row.kind]()}</p>
              <Details rows={whatChanges(row)} />
            </div>
          )}
        </ReasonDialog>
      )}
    </>
  );
}

const opposite = (line: Adjustment['lines'][number]) => ({ ...line, amount: -line.amount });

/** Facts for the approver: order, amount, recipient, reason and proposer. */
function whatChanges(of: Adjustment): readonly (readonly [name: string, value: ReactNode])[] {
  const { order, kind, amount, owed, lines, reason, proposedBy, proposedAt } = of;
  const moved = amount ?? owed;
  return [
    [
      m['payments.adjust.fact.order'](),
      <>
        {order.title} <OrderNumber>{order.number}</OrderNumber>
      </>,
    ],
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
          ] as const,
        ]),
    ...(lines.length === 0
      ? []
      : ([
          [m['payments.adjust.fact.taken_back'](), <JournalLines key="lines" lines={lines} />],
          [m['payments.adjust.fact.booked'](), <JournalLines key="booked" lines={lines.map(opposite)} />],
        ] as const)),
    [m['payments.adjust.fact.reason'](), reason],
    [
      m['payments.adjust.fact.proposed'](),
      `${m['payments.adjust.by']({ username: proposedBy.username })} · ${formatKoreanMoment(proposedAt)}`,
    ],
  ];
}
