import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { canHandleMoney } from '../access.ts';
import type { Finding, FindingKind } from '../contract.ts';
import { findingKinds } from '../rules.ts';
import { findingsTable } from '../states.ts';
import { findingStateNames } from '../words.ts';
import { resolveFinding } from './money-api.ts';
import { findingWords, formatDay, formatMoment } from './money-words.ts';
import { StaffLink } from './staff-link.tsx';

const kindNames = Object.fromEntries(
  findingKinds.map((kind) => [kind, () => findingWords[kind].title()]),
) as Record<FindingKind, () => string>;

/** What the checks of all money found, and what does not go on by itself. */
export function FindingsScreen() {
  return (
    <StaffTable<Finding>
      list="findings"
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
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => row.number ?? '–',
        },
        {
          head: m['payments.findings.at'](),
          isUnbroken: true,
          cell: (row) => formatDay(row.foundAt),
        },
      ]}
      rowName={({ invariant }) => findingWords[invariant].title()}
      Badges={StateBadge}
      Panel={FindingPanel}
      canExport
    />
  );
}

function StateBadge({ row: { resolvedAt } }: { row: Finding }) {
  return resolvedAt === null ? (
    <Badge isBad>{findingStateNames.open()}</Badge>
  ) : (
    <Badge>{findingStateNames.resolved()}</Badge>
  );
}

/** What was found in words, where to look, and for whoever knows the books the rest of it. */
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
          [m['payments.findings.at'](), formatMoment(row.foundAt)],
          ...(resolvedAt === null
            ? []
            : [[m['payments.findings.resolved_at'](), formatMoment(resolvedAt)] as const]),
          ...(row.number === null ? [] : [[m['payments.adjust.order_id'](), row.number] as const]),
          [m['payments.findings.subject'](), `${invariant} · ${row.subject}`],
          [m['payments.findings.id'](), id],
        ]}
      />
      {Object.keys(row.detail).length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">{m['payments.admin.detail']()}</h3>
          <pre className="rounded-md bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify(row.detail, null, 2)}
          </pre>
        </section>
      )}
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
