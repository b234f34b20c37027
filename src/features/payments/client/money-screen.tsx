import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Finding } from '../contract.ts';
import { Adjustments } from './adjustments.tsx';
import { moneyQuery, resolveFinding } from './money-api.ts';
import { accountBalance, accountNames, findingWords, formatMoment, won } from './money-words.ts';
import { StaffLink } from './staff-link.tsx';
import { useFocusBack } from './use-focus-back.tsx';

/** What the books say by now: what is owed, what covers it, and what wants looking at. */
export function MoneyScreen() {
  const { data, error, refetch } = useQuery(moneyQuery);
  return (
    <>
      <h1 className="text-3xl font-bold">{m['payments.admin.money']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['payments.admin.money_text']()}</p>
      {error && !data ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />
      ) : (
        <div className="grid gap-8">
          <Cover owed={data.owed} cover={data.cover} />
          <Findings findings={data.findings} />
          <Adjustments />
          <section aria-labelledby="accounts" className="grid gap-3">
            <h2 id="accounts" className="text-xl font-bold">
              {m['payments.admin.accounts']()}
            </h2>
            <dl className="grid divide-y divide-line rounded-lg border border-line bg-surface">
              {Object.entries(data.accounts).map(([account, balance]) => (
                <div key={account} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
                  <dt>{accountNames[account as keyof typeof accountNames]?.() ?? account}</dt>
                  <dd className="tabular-nums">{accountBalance(account, balance)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </>
  );
}

function Cover({ owed, cover }: { owed: number; cover: number }) {
  const spare = cover - owed;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <dl className="grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-ink-soft">{m['payments.admin.owed']()}</dt>
          <dd className="text-2xl font-bold tabular-nums">{won(owed)}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{m['payments.admin.cover']()}</dt>
          <dd className="text-2xl font-bold tabular-nums">{won(cover)}</dd>
        </div>
      </dl>
      <p className={spare < 0 ? 'font-semibold text-danger' : ''}>
        {spare < 0
          ? m['payments.admin.uncovered']({ amount: won(-spare) })
          : m['payments.admin.covered']({ amount: won(spare) })}
      </p>
    </div>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const [chosen, setChosen] = useState<Finding | null>(null);
  const client = useQueryClient();
  const { heading, done } = useFocusBack(chosen !== null);
  return (
    <section aria-labelledby="findings" className="grid gap-3">
      <h2 ref={heading} id="findings" tabIndex={-1} className="text-xl font-bold">
        {m['payments.admin.findings']()}
      </h2>
      {findings.length === 0 ? (
        <p>{m['payments.admin.no_findings']()}</p>
      ) : (
        <ul className="grid gap-3">
          {findings.map((finding) => (
            <Found key={finding.id} finding={finding} onResolve={() => setChosen(finding)} />
          ))}
        </ul>
      )}
      {chosen && (
        <ReasonDialog
          title={m['payments.admin.resolve']()}
          text={`${findingWords[chosen.invariant].title()}. ${m['payments.admin.resolve_text']()}`}
          submit={m['payments.admin.resolve']()}
          send={async ({ reason = '' }) => {
            await resolveFinding(chosen.id, reason);
            done();
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

/** What was found in words, where to look, and for whoever knows the books the rest of it. */
function Found({ finding, onResolve }: { finding: Finding; onResolve(): void }) {
  const { invariant, subject, detail, orderId, refundId, payoutId } = finding;
  const { title, text } = findingWords[invariant];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-danger bg-surface p-4">
      <div>
        <h3 className="font-semibold wrap-anywhere text-danger">{title()}</h3>
        <p className="text-sm text-ink-soft">{formatMoment(finding.foundAt)}</p>
      </div>
      <p>{text()}</p>
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        {orderId !== null && <StaffLink to="order" id={orderId} />}
        {refundId !== null && <StaffLink to="refund" id={refundId} />}
        {payoutId !== null && <StaffLink to="payout" id={payoutId} />}
      </p>
      <details>
        <summary className="min-h-11 content-center">{m['payments.admin.detail']()}</summary>
        <p className="text-sm wrap-anywhere">
          {invariant} · {subject}
        </p>
        <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{JSON.stringify(detail, null, 2)}</pre>
      </details>
      <Button look="secondary" className="w-fit" onClick={onResolve}>
        {m['payments.admin.resolve']()}
      </Button>
    </li>
  );
}
