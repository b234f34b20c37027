import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button } from '#ui/button.tsx';
import { canHandleMoney } from '../access.ts';
import type { Finding, FindingKind } from '../contract.ts';
import { findingFacts, findingSubject } from '../finding-words.ts';
import { findingKinds } from '../rules.ts';
import { findingsTable } from '../states.ts';
import { findingStateNames, findingWords } from '../words.ts';
import { resolveFinding } from './money-api.ts';
import { OrderNumber } from './order-number.tsx';
import { StaffLink } from './staff-link.tsx';

const kindNames = Object.fromEntries(
  findingKinds.map((kind) => [kind, () => findingWords[kind].title()]),
) as Record<FindingKind, () => string>;

/** Findings of the money checks, and transfers that are stuck. */
export function FindingsScreen() {
  return (
    <StaffTable<Finding>
      list="findings"
      to="/admin/findings"
      title={m['payments.findings.title']()}
      text={m['payments.findings.text']()}
      searchLabel={m['payments.findings.search']()}
      shape={findingsTable}
      choices={[
        {
          name: 'state',
          label: m['payments.admin.states'](),
          all: m['payments.admin.all'](),
          values: findingStateNames,
        },
        {
          name: 'kind',
          label: m['payments.findings.kind'](),
          all: m['payments.admin.all'](),
          values: kindNames,
        },
      ]}
      sorts={{
        newest: () => m['payments.admin.newest'](),
        oldest: () => m['payments.admin.oldest'](),
      }}
      columns={[
        { head: m['payments.findings.kind'](), cell: () => '' },
        {
          head: m['payments.adjust.order_id'](),
          isUnderName: true,
          isUnbroken: true,
          cell: (row) => row.number ?? '–',
        },
        {
          head: m['payments.findings.at'](),
          isUnderName: true,
          isUnbroken: true,
          cell: (row) => formatKoreanMoment(row.foundAt),
        },
      ]}
      rowName={({ invariant }) => findingWords[invariant].title()}
      Badges={StateBadge}
      Panel={FindingPanel}
      canExport
    />
  );
}

/** Settled by a person, or closed because it no longer holds. */
const stateOf = ({ resolvedAt, resolvedBy }: Finding) =>
  resolvedAt === null ? 'open' : resolvedBy === null ? 'gone' : 'resolved';
const badges = {
  open: () => <Badge look="bad">{findingStateNames.open()}</Badge>,
  resolved: () => <Badge look="good">{findingStateNames.resolved()}</Badge>,
  gone: () => <Badge>{m['payments.findings.by_itself']()}</Badge>,
};

function StateBadge({ row }: { row: Finding }) {
  return badges[stateOf(row)]();
}

function settledRows({ resolvedAt, resolvedBy, resolution }: Finding): (readonly [string, string])[] {
  if (resolvedAt === null) return [];
  return resolvedBy === null
    ? [
        [m['payments.findings.closed_at'](), formatKoreanMoment(resolvedAt)],
        [m['payments.findings.resolution'](), m['payments.findings.by_itself_text']()],
      ]
    : [
        [m['payments.findings.resolver'](), `@${resolvedBy.username} · ${formatKoreanMoment(resolvedAt)}`],
        [m['payments.findings.resolution'](), resolution ?? ''],
      ];
}

/** Finding in words, with links to look into and the raw details for staff who know the books. */
function FindingPanel({ row }: { row: Finding }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const [isResolving, setIsResolving] = useState(false);
  const client = useQueryClient();
  const { id, invariant, orderId, refundId, payoutId, resolvedAt } = row;
  const { title, text } = findingWords[invariant];
  return (
    <>
      <p>{text()}</p>
      <Details
        rows={[
          [m['payments.findings.at'](), formatKoreanMoment(row.foundAt)],
          ...settledRows(row),
          ...(row.number === null
            ? []
            : [
                [
                  m['payments.adjust.order_id'](),
                  <OrderNumber key="number">{row.number}</OrderNumber>,
                ] as const,
              ]),
          [m['payments.findings.subject'](), findingSubject(row, currentLocale())],
          ...findingFacts(row, currentLocale()),
          [m['payments.findings.codes'](), `${invariant} · ${row.subject}`],
          [m['payments.findings.id'](), id],
        ]}
      />
      <div className="grid gap-2">
        {resolvedAt === null && canHandleMoney(user) && (
          <Button onClick={() => setIsResolving(true)}>{m['payments.admin.resolve']()}</Button>
        )}
        {orderId !== null && <StaffLink to="order" id={orderId} isButton />}
        {orderId !== null && <StaffLink to="books" id={orderId} isButton />}
        {refundId !== null && <StaffLink to="refund" id={refundId} isButton />}
        {payoutId !== null && <StaffLink to="payout" id={payoutId} isButton />}
        <AuditLink id={id} />
      </div>
      {isResolving && (
        <ReasonDialog
          title={m['payments.admin.resolve']()}
          text={`${title()}. ${m['payments.admin.resolve_text']()}`}
          submit={m['payments.admin.resolve']()}
          send={async ({ reason = '' }) => {
            await resolveFinding(id, reason);
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsResolving(false)}
        />
      )}
    </>
  );
}
