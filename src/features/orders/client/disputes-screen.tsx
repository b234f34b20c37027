import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ListFrame, readListSearch } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import type { StaffDispute } from '../contract.ts';
import { disputesQuery } from './list-api.ts';
import { OrderTitle } from './order-title.tsx';
import { outcomeWords, phaseWords, sideWords, turnWords } from './order-words.ts';
import { priceOrFree } from './words.ts';

const disputesPlace: string = '/admin/disputes';

/** The ruling desk: what waits, since when, and what was said so far. */
export function DisputesScreen() {
  const { page } = readListSearch(useSearch({ strict: false }));
  const query = useQuery(disputesQuery(page ?? 1));
  return (
    <ListFrame
      path={disputesPlace}
      title={m['orders.disputes.title']()}
      text={m['orders.disputes.text']()}
      empty={m['orders.disputes.empty']()}
      search={page === undefined ? {} : { page }}
      count={(count) => m['orders.disputes.count']({ count })}
      query={query}
    >
      {query.data?.items.map((dispute) => (
        <Row key={`${dispute.kind} ${dispute.id}`} dispute={dispute} />
      ))}
    </ListFrame>
  );
}

function Row({ dispute }: { dispute: StaffDispute }) {
  const formatMoment = useFormatMoment();
  const { kind, phase, claimed, amounts, rulings, overdueSince } = dispute;
  const won = (amount: number) => priceOrFree(amount, amounts.currency);
  return (
    <li className="grid gap-2 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <OrderTitle order={dispute} />
        <span className="tabular-nums">{won(amounts.total)}</span>
      </p>
      <p className="flex flex-wrap gap-2 text-sm">
        <span className="rounded-sm bg-sunken px-2">
          {kind === 'claim' ? m['orders.disputes.claim']() : m['orders.disputes.dispute']()}
        </span>
        {phase !== null && <span className="rounded-sm bg-sunken px-2">{phaseWords[phase]()}</span>}
        {overdueSince !== null && (
          <span className="rounded-sm bg-danger-soft px-2 font-semibold text-danger">
            {m['orders.disputes.overdue']({ moment: formatMoment(overdueSince) })}
          </span>
        )}
        {dispute.needsTwo && (
          <span className="rounded-sm bg-danger-soft px-2 text-danger">
            {m['orders.disputes.needs_two']()}
          </span>
        )}
      </p>
      <p>{turnWords(dispute, formatMoment)}</p>
      {claimed !== null && <p>{m['orders.disputes.claimed']({ amount: won(claimed) })}</p>}
      <p className="text-sm wrap-anywhere text-ink-soft">
        {m['orders.disputes.opened']({
          who: sideWords[dispute.openedBy](),
          time: formatMoment(dispute.openedAt),
        })}{' '}
        · {m['orders.admin.parties']({ buyer: dispute.buyer.username, provider: dispute.provider.username })}{' '}
        · {dispute.number}
      </p>
      {rulings.map((ruling) => (
        <p key={`${ruling.admin} ${ruling.at}`} className="text-sm wrap-anywhere">
          {m['orders.disputes.ruled']({
            admin: ruling.admin,
            outcome: outcomeWords[ruling.outcome](),
            keep: won(ruling.keep),
            reason: ruling.reason,
          })}
        </p>
      ))}
    </li>
  );
}
