import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  checkDelivery,
  deliveryOf,
  DeliveryFields,
  RulesLink,
  type DeliveryKind,
} from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, Group } from '#ui/form-group.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { AuctionDetail } from '../contract.ts';
import { auctionQuery, orderLot } from './api.ts';
import { formatPercent, won } from './words.ts';
import { totalOf } from '#platform/shared/fee.ts';

/** Form for the winner: delivery method and address, followed by the payment. */
export function OrderLotScreen({ id }: { id: string }) {
  const { data: auction, error, refetch } = useQuery(auctionQuery(id));
  const back = (
    <Link to="/auctions/$" params={{ _splat: id }} className={buttonClass('secondary')}>
      {m['auctions.order.back']()}
    </Link>
  );
  if (!auction && !error) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (!auction)
    return (
      <NotRead error={error} retry={refetch}>
        {back}
      </NotRead>
    );
  if (auction.me?.can.includes('pay') === true && !auction.me.isArranged)
    return <OrderForm auction={auction} />;
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['auctions.order.not_payable']()}</p>
      {back}
    </div>
  );
}

function OrderForm({ auction }: { auction: AuctionDetail }) {
  const { id, title, delivery: kinds, shippingFee, feePercent, feeBearer, winnerPrice, me } = auction;
  const navigate = useNavigate();
  const zone = useTimeZone();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef('');
  const [delivery, setDelivery] = useState<DeliveryKind>(kinds[0] ?? 'pickup');
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  const price = winnerPrice ?? 0;
  const shipping = delivery === 'ship' ? shippingFee : 0;
  const withFee = totalOf({ principal: price, feePercent, feeBearer });
  const total = withFee + shipping;

  async function send(): Promise<void> {
    if (!form.current || isSending) return;
    const data = new FormData(form.current);
    const wrong = checkDelivery(data, delivery);
    if (!data.has('terms')) wrong['terms'] = m['auctions.error.terms_needed']();
    setFields(wrong);
    setFailure('');
    if (Object.keys(wrong).length > 0) return;
    setIsSending(true);
    try {
      const { orderId } = await orderLot(
        id,
        {
          delivery: deliveryOf(data, delivery),
          description: String(data.get('description') ?? '').trim(),
          total,
          terms: true,
        },
        (key.current ||= crypto.randomUUID()),
      );
      // Full page load, because the CSP of payment pages comes with their document.
      await navigate({
        to: '/payment/service/$id',
        params: { id: 'order' },
        search: { order: orderId },
        reloadDocument: true,
      });
    } catch (error) {
      // Keep the idempotency key only if there was no answer.
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['auctions.order.failed']());
    } finally {
      setIsSending(false);
    }
  }

  const row = 'flex justify-between gap-4 py-2 tabular-nums';
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onInput={corrected}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <section
        aria-label={m['auctions.order.sum']()}
        className="grid gap-3 rounded-lg border border-line bg-surface p-5 md:p-6"
      >
        <h2 className="text-xl font-bold break-words">
          <Link to="/auctions/$" params={{ _splat: id }} className="underline">
            {title}
          </Link>
        </h2>
        <dl className="divide-y divide-line border-y border-line">
          <div className={row}>
            <dt>{m['auctions.order.price']()}</dt>
            <dd>{won(price)}</dd>
          </div>
          {withFee > price && (
            <div className={row}>
              <dt>{m['auctions.order.fee']({ percent: formatPercent(feePercent) })}</dt>
              <dd>{won(withFee - price)}</dd>
            </div>
          )}
          {shipping > 0 && (
            <div className={row}>
              <dt>{m['auctions.order.shipping']()}</dt>
              <dd>{won(shipping)}</dd>
            </div>
          )}
          <div className={`${row} text-lg font-bold`}>
            <dt>{m['auctions.order.total']()}</dt>
            <dd aria-live="polite">{won(total)}</dd>
          </div>
        </dl>
        {me?.payBy != null && <p>{m['auctions.order.pay_by']({ moment: formatMoment(me.payBy, zone) })}</p>}
      </section>
      <DeliveryFields
        of={{ serviceType: 'auction' }}
        kinds={kinds}
        delivery={delivery}
        onDelivery={setDelivery}
        kept={null}
        fields={fields}
      />
      {auction.handover !== '' && <p className="break-words whitespace-pre-line">{auction.handover}</p>}
      <Group title={m['auctions.order.note']()}>
        <TextAreaField
          label={m['auctions.order.note']()}
          optional={m['auctions.form.optional']()}
          name="description"
          rows={3}
          maxLength={2000}
          error={errorUnder(fields, 'description')}
        />
      </Group>
      <Group title={m['auctions.order.agreement']()}>
        <ChoiceField
          type="checkbox"
          name="terms"
          aria-invalid={fields['terms'] === undefined ? undefined : true}
          aria-describedby={fields['terms'] === undefined ? undefined : 'terms-error'}
        >
          {m['orders.lot.terms']()}
        </ChoiceField>
        {fields['terms'] !== undefined && (
          <p id="terms-error" className="text-sm font-semibold text-danger">
            {fields['terms']}
          </p>
        )}
        <RulesLink />
      </Group>
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" disabled={isSending} className="justify-self-start">
        {isSending ? m['auctions.order.sending']() : m['auctions.order.send']({ total: won(total) })}
      </Button>
    </form>
  );
}
