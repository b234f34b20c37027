import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListFrame, readListSearch, ReasonDialog, StateLinks } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { StaffRefund } from '../contract.ts';
import { refundStates } from '../states.ts';
import { refundsQuery, retryRefund } from './money-api.ts';
import { StaffLink } from './staff-link.tsx';
import { formatMoment, refundStateNames, won } from './money-words.ts';

const refundsPlace: string = '/admin/refunds';

export function RefundsScreen() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const search = readListSearch(asked);
  const state = refundStates.find((each) => each === asked['state']);
  const query = useQuery(refundsQuery({ ...search, ...(state && { state }) }));
  const [chosen, setChosen] = useState<StaffRefund | null>(null);
  const client = useQueryClient();
  return (
    <>
      <ListFrame
        path={refundsPlace}
        title={m['payments.admin.refunds']()}
        text={m['payments.admin.refunds_text']()}
        empty={m['payments.admin.refunds_empty']()}
        label={m['payments.admin.search']()}
        search={search}
        kept={state ? { state } : {}}
        count={(count) => m['payments.admin.refunds_count']({ count })}
        query={query}
        above={
          <StateLinks
            path={refundsPlace}
            label={m['payments.admin.states']()}
            chosen={state ?? ''}
            states={[
              { state: '', name: m['payments.admin.all']() },
              ...refundStates.map((each) => ({ state: each, name: refundStateNames[each]() })),
            ]}
          />
        }
      >
        {query.data?.items.map((refund) => (
          <li key={refund.id} className="grid gap-1 p-4">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span className="wrap-anywhere">
                {refund.person.fullName} (@{refund.person.username})
              </span>
              <span className="tabular-nums">{won(refund.amount)}</span>
            </p>
            <p>
              <span className="rounded-sm bg-sunken px-2">{refundStateNames[refund.state]()}</span>
            </p>
            {refund.orderId !== null && <StaffLink to="order" id={refund.orderId} />}
            <p className="text-sm wrap-anywhere text-ink-soft">
              {formatMoment(refund.confirmedAt ?? refund.decidedAt)}
              {refund.failureCode !== null &&
                ` · ${m['payments.admin.failed_because']({ code: refund.failureCode })}`}
            </p>
            {(refund.state === 'failed' || refund.state === 'unknown') && (
              <Button look="secondary" className="w-fit" onClick={() => setChosen(refund)}>
                {m['payments.admin.retry']()}
              </Button>
            )}
          </li>
        ))}
      </ListFrame>
      {chosen && (
        <ReasonDialog
          title={m['payments.admin.retry']()}
          text={m['payments.admin.retry_text']()}
          submit={m['payments.admin.retry']()}
          send={async ({ reason = '' }) => {
            await retryRefund(chosen.id, reason);
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
