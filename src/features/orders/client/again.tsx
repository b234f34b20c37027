import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import {
  askForQuote,
  dimensionFields,
  insteadOf,
  openRequestDraft,
} from '#features/quotes/client/public.tsx';
import { distanceWords, money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { PartInput } from '#features/quotes/contract.ts';
import type { Alternatives, OrderDetail } from '../contract.ts';
import { isLetDown } from '../rules.ts';
import { alternativesQuery } from './api.ts';
import { Card } from './card.tsx';
import { isLot } from './order-words.ts';
import { openDraft } from './paying.ts';
import { requestInstead } from './request-instead.ts';
import { formatDay } from './words.ts';

/** Leads the buyer on to another provider after one has not taken the order. */
export function Again({ order }: { order: OrderDetail }) {
  const end = order.events.findLast(({ fromState, toState }) => fromState !== toState);
  if (order.side !== 'buyer' || isLot(order) || !end || !isLetDown(end.event, end.side, order.state))
    return null;
  return (
    <div className="print:hidden">
      <Card title={m['orders.again.title']()}>
        {!order.isFree && <p>{m['orders.again.refunded']()}</p>}
        <Found order={order} />
      </Card>
    </div>
  );
}

function Found({ order }: { order: OrderDetail }) {
  const { data: found, error, refetch } = useQuery(alternativesQuery(order.id));
  if (error && !found) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!found)
    return (
      <p role="status" className="animate-pulse rounded-md bg-sunken p-4">
        {m['orders.again.looking']()}
      </p>
    );
  return (
    <>
      <p>{leadWords(found)}</p>
      {found.offers.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {found.offers.map((offer) => (
            <Offer key={offer.service.id} order={order} offer={offer} found={found} />
          ))}
        </ul>
      )}
      {found.serviceIds.length > 0 && <AskAll order={order} found={found} />}
    </>
  );
}

function leadWords({ offers, isComparable, ceiling, currency, day }: Alternatives): string {
  if (!isComparable) return m['orders.again.no_quote']();
  if (offers.length === 0) return m['orders.again.none']();
  return day === null
    ? m['orders.again.lead_undated']({ ceiling: money(ceiling, currency) })
    : m['orders.again.lead']({ ceiling: money(ceiling, currency), day: dayOf(day) });
}

const dayOf = (day: string) => formatDay(`${day}T12:00:00+09:00`);

/** Another provider. Their quote is made when it is wanted, and paid on its own page. */
function Offer(props: { order: OrderDetail; offer: Alternatives['offers'][number]; found: Alternatives }) {
  const { order, offer, found } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { service, provider, total, readyOn, distance } = offer;
  const navigate = useNavigate();
  const choice = useMutation({
    // The parts come from the same server that takes them.
    mutationFn: () => askForQuote(service.id, found.parts as PartInput[], crypto.randomUUID()),
    onSuccess: (quote) => {
      if (user) openDraft(user.id, quote.id).keep(draftOf(order));
      return navigate({
        to: '/payment/service/$id',
        params: { id: service.id },
        search: { quoteId: quote.id, replaces: order.id },
        // Needs a full page load, because the CSP of payment pages belongs to their document.
        reloadDocument: true,
      });
    },
  });
  return (
    <li className="grid items-center gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Link
          to="/services/$id"
          params={{ id: service.id }}
          className="inline-block py-1 font-semibold wrap-anywhere text-accent-strong underline"
        >
          {inReadersLanguage({ ...service, description: '' }).title}
        </Link>
        <p className="text-sm text-ink-soft">
          {provider.fullName} · {distanceWords(distance)}
        </p>
        <p className="font-semibold tabular-nums">
          {m['orders.again.total']({
            total: money(total, found.currency),
            day: readyOn === null ? '' : dayOf(readyOn),
          })}
        </p>
        {choice.error && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {describeError(choice.error)}
          </p>
        )}
      </div>
      <Button disabled={choice.isPending || choice.isSuccess} onClick={() => choice.mutate()}>
        {choice.isPending ? m['orders.again.preparing']() : m['orders.again.order']()}
      </Button>
    </li>
  );
}

/** Returns what the checkout begins with: the same way of delivery, whose price was shown, and the same dimensions. */
function draftOf({ deliveryKind, delivery: { address }, dimensions }: OrderDetail): Record<string, string> {
  const rows = dimensions.flatMap(({ label, targetMm, toleranceMm }, index) => {
    const names = dimensionFields(index);
    return [
      [names.label, label],
      [names.target, String(targetMm)],
      [names.tolerance, String(toleranceMm)],
    ];
  });
  return { delivery: deliveryKind, ...address, ...Object.fromEntries(rows) };
}

/** Begins a request for quotes to all of them, with the words of this order. */
function AskAll({ order, found }: { order: OrderDetail; found: Alternatives }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  // The files of one design go along.
  const resourceId = order.rights.length === 1 ? order.rights[0]?.resourceId : null;
  return (
    <Link
      to="/quote-requests/$id"
      params={{ id: 'new' }}
      search={{ insteadOf: order.id, ...(resourceId && { resourceId }) }}
      className={buttonClass(found.offers.length > 0 ? 'secondary' : 'primary', 'w-fit')}
      onClick={() => {
        if (!user) return;
        openRequestDraft(user.id, insteadOf(order.id)).keep(requestInstead(order, found.serviceIds));
      }}
    >
      {m['orders.again.ask']()}
    </Link>
  );
}
