import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { bankName } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { canHandleMoney } from '../access.ts';
import type { StaffPayout } from '../contract.ts';
import { payoutsTable } from '../states.ts';
import { settlePayout } from './money-api.ts';
import { payoutCause, payoutStateNames } from '../words.ts';
import { won } from './money-words.ts';

/** Payouts to providers. They cannot be undone, so there are no bulk actions. */
export function PayoutsScreen() {
  return (
    <StaffTable<StaffPayout>
      list="payouts"
      to="/admin/payouts"
      title={m['payments.admin.payouts']()}
      text={m['payments.admin.payouts_text']()}
      searchLabel={m['payments.admin.search']()}
      shape={payoutsTable}
      choices={[
        {
          name: 'state',
          label: m['payments.admin.states'](),
          all: m['payments.admin.all'](),
          values: payoutStateNames,
        },
      ]}
      sorts={{
        newest: () => m['payments.admin.newest'](),
        oldest: () => m['payments.admin.oldest'](),
        amount: () => m['payments.admin.by_amount'](),
      }}
      columns={[
        { head: m['payments.admin.provider'](), cell: ({ provider }) => `@${provider.username}` },
        {
          head: m['payments.admin.bank'](),
          isSecondary: true,
          cell: (row) =>
            m['payments.admin.account']({ bank: bankName(row.bankCode), digits: row.accountDigits }),
        },
        {
          head: m['payments.admin.amount'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amount }) => won(amount),
        },
        {
          head: m['payments.admin.requested'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatKoreanMoment(row.requestedAt),
        },
      ]}
      rowName={({ provider }) => provider.fullName}
      Badges={StateBadge}
      Panel={PayoutPanel}
      canExport
    />
  );
}

const looks = { requested: 'neutral', completed: 'good', failed: 'bad', unknown: 'bad' } as const;

function StateBadge({ row: { state } }: { row: StaffPayout }) {
  return <Badge look={looks[state]}>{payoutStateNames[state]()}</Badge>;
}

function PayoutPanel({ row }: { row: StaffPayout }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const [isSettling, setIsSettling] = useState(false);
  const client = useQueryClient();
  const isOpen = row.state !== 'completed' && row.state !== 'failed';
  return (
    <>
      <Details
        rows={[
          [m['payments.admin.states'](), payoutStateNames[row.state]()],
          [m['payments.admin.amount'](), won(row.amount)],
          [m['payments.admin.provider'](), `${row.provider.fullName} (@${row.provider.username})`],
          [
            m['payments.admin.bank'](),
            m['payments.admin.account']({ bank: bankName(row.bankCode), digits: row.accountDigits }),
          ],
          [m['payments.admin.requested'](), formatKoreanMoment(row.requestedAt)],
          [
            m['payments.admin.completed'](),
            row.completedAt === null ? '–' : formatKoreanMoment(row.completedAt),
          ],
          ...(row.failureCode === null
            ? []
            : [[m['payments.admin.cause'](), payoutCause(row.failureCode)] as const]),
          [m['payments.admin.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        {row.byHand && isOpen && canHandleMoney(user) && (
          <Button look="secondary" onClick={() => setIsSettling(true)}>
            {m['payments.admin.settle']()}
          </Button>
        )}
        <AuditLink id={row.id} />
      </div>
      {isSettling && (
        <ReasonDialog
          title={m['payments.admin.settle']()}
          text={m['payments.admin.settle_text']()}
          hint={m['payments.admin.settle_hint']()}
          submit={m['payments.admin.settle']()}
          send={async ({ reason = '', outcome }) => {
            await settlePayout(row.id, { reason, outcome: outcome === 'failed' ? 'failed' : 'completed' });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsSettling(false)}
        >
          {() => (
            <SelectField label={m['payments.admin.outcome']()} name="outcome" defaultValue="completed">
              <option value="completed">{m['payments.admin.done']()}</option>
              <option value="failed">{m['payments.admin.not_done']()}</option>
            </SelectField>
          )}
        </ReasonDialog>
      )}
    </>
  );
}
