import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, StaffTable } from '#features/admin/client/public.tsx';
import { topUpOf } from '#features/ledger/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { Button } from '#ui/button.tsx';
import { canHandleMoney } from '../access.ts';
import type { StaffJournal } from '../contract.ts';
import { journalsTable } from '../states.ts';
import { JournalLines } from './journal-lines.tsx';
import { accountNames, ruleNames, ruleWords } from '../words.ts';
import { won } from './money-words.ts';
import { ProposalDialog } from './proposal-dialog.tsx';
import { OrderNumber } from './order-number.tsx';
import { StaffLink } from './staff-link.tsx';

/** All journals. They are immutable: a wrong one is reversed, which needs two people. */
export function JournalsScreen() {
  return (
    <StaffTable<StaffJournal>
      list="journals"
      to="/admin/journals"
      title={m['payments.books.title']()}
      text={m['payments.books.text']()}
      searchLabel={m['payments.books.search']()}
      shape={journalsTable}
      choices={[
        {
          name: 'rule',
          label: m['payments.books.rule'](),
          all: m['payments.admin.all'](),
          values: ruleNames,
        },
        {
          name: 'account',
          label: m['payments.books.account'](),
          all: m['payments.admin.all'](),
          values: accountNames,
        },
      ]}
      sorts={{
        newest: () => m['payments.admin.newest'](),
        oldest: () => m['payments.admin.oldest'](),
        amount: () => m['payments.admin.by_amount'](),
      }}
      columns={[
        { head: m['payments.books.rule'](), cell: () => '' },
        {
          head: m['payments.adjust.order_id'](),
          isUnderName: true,
          isUnbroken: true,
          cell: (row) => row.number ?? '–',
        },
        {
          head: m['payments.books.amount'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amount }) => won(amount),
        },
        {
          head: m['payments.books.at'](),
          isUnderName: true,
          isUnbroken: true,
          cell: (row) => formatKoreanMoment(row.postedAt),
        },
      ]}
      rowName={({ rules }) => ruleWords(rules)}
      Badges={ReversedBadge}
      Panel={JournalPanel}
      canExport
    />
  );
}

function ReversedBadge({ row }: { row: StaffJournal }) {
  return row.reversedBy !== null && <Badge>{m['payments.books.reversed']()}</Badge>;
}

/** Explains why the debits of a settlement exceed the payment: it has two parts. A reversal needs no explanation. */
function TopUp({ row }: { row: StaffJournal }) {
  const amount = topUpOf(row.lines);
  return (
    amount > 0 && (
      <p className="text-sm text-ink-soft">{m['payments.books.top_up']({ amount: won(amount) })}</p>
    )
  );
}

function JournalPanel({ row }: { row: StaffJournal }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const [isProposing, setIsProposing] = useState(false);
  const { orderId, refundId, payoutId, reverses, reversedBy } = row;
  return (
    <>
      <Details
        rows={[
          [m['payments.books.amount'](), won(row.amount)],
          [m['payments.books.at'](), formatKoreanMoment(row.postedAt)],
          ...(row.number === null
            ? []
            : [
                [
                  m['payments.adjust.order_id'](),
                  <OrderNumber key="number">{row.number}</OrderNumber>,
                ] as const,
              ]),
          ...(row.reason === '' ? [] : [[m['payments.books.reason'](), row.reason] as const]),
          ...(row.paymentId === null ? [] : [[m['payments.books.payment'](), row.paymentId] as const]),
          [m['payments.books.codes'](), `${row.rules} · ${row.commandId}`],
          [m['payments.books.id'](), row.id],
        ]}
      />
      <section className="grid gap-2">
        <h3 className="font-semibold">{m['payments.books.lines']()}</h3>
        <JournalLines lines={row.lines} />
        <TopUp row={row} />
      </section>
      <div className="grid gap-2">
        {row.isCorrectable && orderId !== null && canHandleMoney(user) && (
          <Button look="secondary" onClick={() => setIsProposing(true)}>
            {m['payments.adjust.reverse']()}
          </Button>
        )}
        {orderId !== null && <StaffLink to="order" id={orderId} isButton />}
        {orderId !== null && <StaffLink to="books" id={orderId} isButton />}
        {refundId !== null && <StaffLink to="refund" id={refundId} isButton />}
        {payoutId !== null && <StaffLink to="payout" id={payoutId} isButton />}
        {reverses !== null && <StaffLink to="reverses" id={reverses} isButton />}
        {reversedBy !== null && <StaffLink to="reversedBy" id={reversedBy} isButton />}
        {/* Staff do not act on a journal itself, so the link shows what it belongs to. */}
        <AuditLink id={orderId ?? refundId ?? payoutId ?? row.id} />
      </div>
      {isProposing && orderId !== null && (
        <ProposalDialog
          orderId={orderId}
          proposal={{ kind: 'reversal', commandId: row.commandId }}
          onClose={() => setIsProposing(false)}
        />
      )}
    </>
  );
}
