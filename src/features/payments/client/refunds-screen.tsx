import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import { Button } from '#ui/button.tsx';
import { canHandleMoney } from '../access.ts';
import type { StaffRefund } from '../contract.ts';
import { refundsTable } from '../states.ts';
import { retryRefund } from './money-api.ts';
import { refundCause, staffRefundStateNames } from '../words.ts';
import { won } from './money-words.ts';
import { StaffLink } from './staff-link.tsx';

const isStuck = ({ state }: StaffRefund) => state === 'failed' || state === 'unknown';

/** Refunds to buyers. They move money, so there are no bulk actions. */
export function RefundsScreen() {
  return (
    <StaffTable<StaffRefund>
      list="refunds"
      to="/admin/refunds"
      title={m['payments.admin.refunds']()}
      text={m['payments.admin.refunds_text']()}
      searchLabel={m['payments.admin.search']()}
      shape={refundsTable}
      choices={[
        {
          name: 'state',
          label: m['payments.admin.states'](),
          all: m['payments.admin.all'](),
          values: staffRefundStateNames,
        },
      ]}
      sorts={{
        newest: () => m['payments.admin.newest'](),
        oldest: () => m['payments.admin.oldest'](),
        amount: () => m['payments.admin.by_amount'](),
      }}
      columns={[
        { head: m['payments.admin.buyer'](), cell: ({ person }) => `@${person.username}` },
        {
          head: m['payments.admin.amount'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amount }) => won(amount),
        },
        {
          head: m['payments.admin.decided'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatKoreanMoment(row.decidedAt),
        },
        {
          head: m['payments.admin.completed'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => (row.confirmedAt === null ? '–' : formatKoreanMoment(row.confirmedAt)),
        },
      ]}
      rowName={({ person }) => person.fullName}
      Badges={StateBadge}
      Panel={RefundPanel}
      canExport
    />
  );
}

function StateBadge({ row }: { row: StaffRefund }) {
  const look = isStuck(row) ? 'bad' : row.state === 'confirmed' ? 'good' : 'neutral';
  return <Badge look={look}>{staffRefundStateNames[row.state]()}</Badge>;
}

function RefundPanel({ row }: { row: StaffRefund }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const client = useQueryClient();
  const [isRetrying, setIsRetrying] = useState(false);
  return (
    <>
      <Details
        rows={[
          [m['payments.admin.states'](), staffRefundStateNames[row.state]()],
          [m['payments.admin.amount'](), won(row.amount)],
          ...(row.orderId === null
            ? []
            : [[m['payments.adjust.order_id'](), orderNumber(row.orderId)] as const]),
          [m['payments.admin.buyer'](), `${row.person.fullName} (@${row.person.username})`],
          [m['payments.admin.decided'](), formatKoreanMoment(row.decidedAt)],
          [
            m['payments.admin.completed'](),
            row.confirmedAt === null ? '–' : formatKoreanMoment(row.confirmedAt),
          ],
          ...(row.failureCode === null
            ? []
            : [[m['payments.admin.cause'](), refundCause(row.failureCode)] as const]),
          [m['payments.admin.refund_id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        {isStuck(row) && canHandleMoney(user) && (
          <Button look="secondary" onClick={() => setIsRetrying(true)}>
            {m['payments.admin.retry']()}
          </Button>
        )}
        <AuditLink id={row.id} />
        {row.orderId !== null && <StaffLink to="order" id={row.orderId} isButton />}
      </div>
      {isRetrying && (
        <ReasonDialog
          title={m['payments.admin.retry']()}
          text={m['payments.admin.retry_text']()}
          submit={m['payments.admin.retry']()}
          send={async ({ reason = '' }) => {
            await retryRefund(row.id, reason);
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsRetrying(false)}
        />
      )}
    </>
  );
}
