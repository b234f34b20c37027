import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListFrame, readListSearch, ReasonDialog, StateLinks } from '#features/admin/client/public.tsx';
import { bankNames } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import type { StaffPayout } from '../contract.ts';
import { payoutStates } from '../states.ts';
import { payoutsQuery, settlePayout } from './money-api.ts';
import { formatMoment, payoutStateNames, won } from './money-words.ts';

const payoutsPlace: string = '/admin/payouts';

export function PayoutsScreen() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const search = readListSearch(asked);
  const state = payoutStates.find((each) => each === asked['state']);
  const query = useQuery(payoutsQuery({ ...search, ...(state && { state }) }));
  const [chosen, setChosen] = useState<StaffPayout | null>(null);
  const client = useQueryClient();
  return (
    <>
      <ListFrame
        path={payoutsPlace}
        title={m['payments.admin.payouts']()}
        text={m['payments.admin.payouts_text']()}
        empty={m['payments.admin.payouts_empty']()}
        label={m['payments.admin.search']()}
        search={search}
        kept={state ? { state } : {}}
        count={(count) => m['payments.admin.payouts_count']({ count })}
        query={query}
        above={
          <StateLinks
            path={payoutsPlace}
            label={m['payments.admin.states']()}
            chosen={state ?? ''}
            states={[
              { state: '', name: m['payments.admin.all']() },
              ...payoutStates.map((each) => ({ state: each, name: payoutStateNames[each]() })),
            ]}
          />
        }
      >
        {query.data?.items.map((payout) => (
          <li key={payout.id} className="grid gap-1 p-4">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span className="wrap-anywhere">
                {payout.provider.fullName} (@{payout.provider.username})
              </span>
              <span className="tabular-nums">{won(payout.amount)}</span>
            </p>
            <p className="flex flex-wrap gap-x-3">
              <span className="rounded-sm bg-sunken px-2">{payoutStateNames[payout.state]()}</span>
              {m['payments.admin.account']({
                bank: bankNames[payout.bankCode as keyof typeof bankNames]?.() ?? payout.bankCode,
                digits: payout.accountDigits,
              })}
            </p>
            <p className="text-sm text-ink-soft">
              {formatMoment(payout.completedAt ?? payout.requestedAt)}
              {payout.failureCode !== null &&
                ` · ${m['payments.admin.failed_because']({ code: payout.failureCode })}`}
            </p>
            {payout.byHand && payout.state !== 'completed' && payout.state !== 'failed' && (
              <Button look="secondary" className="w-fit" onClick={() => setChosen(payout)}>
                {m['payments.admin.settle']()}
              </Button>
            )}
          </li>
        ))}
      </ListFrame>
      {chosen && (
        <ReasonDialog
          title={m['payments.admin.settle']()}
          text={m['payments.admin.settle_text']()}
          hint={m['payments.admin.settle_hint']()}
          submit={m['payments.admin.settle']()}
          send={async ({ reason = '', outcome }) => {
            await settlePayout(chosen.id, { reason, outcome: outcome === 'failed' ? 'failed' : 'completed' });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setChosen(null)}
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
