import { Link } from '@tanstack/react-router';
import { FlaskConical, ShieldCheck } from 'lucide-react';
import { PartList } from '#features/quotes/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { OrderOffer } from '../contract.ts';
import type { DeliveryKind } from '../rules.ts';
import { Facts } from './facts.tsx';
import { PriceSum } from './price-sum.tsx';
import { formatPercent, priceOrFree } from './words.ts';
import { byBought } from './order-words.ts';

export function Inquire({ serviceId, look }: { serviceId: string; look: 'primary' | 'secondary' }) {
  return (
    <Link to="/services/$id" params={{ id: serviceId }} hash="inquire" className={buttonClass(look)}>
      {m['orders.pay.inquire']()}
    </Link>
  );
}

/** Returns the offer with the price of a way of delivery; of the usual way where the chosen one is not possible. */
export function withDelivery(offer: OrderOffer, kind: DeliveryKind | null): OrderOffer {
  const way = offer.deliveries.find((each) => each.kind === kind) ?? offer.deliveries[0];
  return way ? { ...offer, amounts: way.amounts } : offer;
}

/** Subject and price: the first price shown is the one that is paid. */
export function OfferHead({ offer }: { offer: OrderOffer }) {
  const formatMoment = useFormatMoment();
  const { amounts, provider, leadTimeDays, expiresAt, files, parts } = offer;
  const facts: [string, string][] = [
    [m['orders.pay.provider'](), provider.fullName],
    ...(leadTimeDays === null
      ? []
      : [[m['orders.pay.ready'](), m['orders.pay.days']({ days: leadTimeDays })] as [string, string]]),
    // The list of parts names its files.
    ...(files.length === 0 || parts.length > 0
      ? []
      : [[m['orders.pay.files_agreed'](), files.map(({ name }) => name).join(', ')] as [string, string]]),
  ];
  return (
    <section className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold break-words">{offer.title}</h2>
      {offer.isSandbox && amounts !== null && amounts.total > 0 && <SandboxNote />}
      <div>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">
          {amounts === null ? m['orders.pay.inquiry_needed']() : priceOrFree(amounts.total, amounts.currency)}
        </p>
        {amounts !== null && amounts.total > 0 && buyerFeeOf(offer) > 0 && (
          <p className="text-sm text-ink-soft">
            {m['orders.pay.with_fee']({ percent: formatPercent(offer.feePercent) })}
          </p>
        )}
        {expiresAt !== null && <p>{m['orders.pay.valid_until']({ moment: formatMoment(expiresAt) })}</p>}
      </div>
      <Facts facts={facts} />
      {parts.length > 0 && <PartList parts={parts} />}
      {amounts !== null && amounts.total > 0 && (
        <section aria-label={m['orders.pay.sum']()}>
          <PriceSum
            lines={offer.lines}
            amounts={amounts}
            feePercent={offer.feePercent}
            feeBearer={offer.feeBearer}
            of={offer}
          />
        </section>
      )}
    </section>
  );
}

function SandboxNote() {
  return (
    <p className="flex items-center gap-2 rounded-md bg-accent-soft px-4 py-2 font-semibold">
      <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
      {m['orders.pay.sandbox']()}
    </p>
  );
}

/** Explains the escrow and its duration; a lot is held until it has arrived. */
export function SafePayment({ of }: { of: { serviceType?: string } }) {
  return (
    <section className="grid gap-3 rounded-lg bg-accent-soft p-5">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
        {m['orders.pay.safe_title']()}
      </h2>
      <p>{byBought(of, m['orders.pay.safe_text'], m['orders.lot.safe_text'])()}</p>
      <p className="text-sm">{byBought(of, m['orders.pay.broker'], m['orders.lot.broker'])()}</p>
      <HelpLink about="escrow" />
    </section>
  );
}
