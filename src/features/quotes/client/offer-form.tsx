import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buyerFeeOf, feeOf, receivedOf, totalOf } from '#platform/shared/fee.ts';
import { minorDigits, moneyText, parseMoney } from '#platform/shared/money.ts';
import { wholeNumberIn } from '#platform/shared/widths.ts';
import { withoutErrorOf } from '#ui/field-errors.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { Offer, RequestDetail } from '../contract.ts';
import { maxCounters, requestLimits, usualValidDays } from '../negotiation.ts';
import { priceOrFree } from './words.ts';

export type Terms = { principal: number; readyInDays: number; validDays: number; note: string };

/** Form of an offer: the provider's first one, or a counter-offer of either side. */
export function OfferForm(props: {
  request: RequestDetail;
  /** Latest offer. */
  before: Offer | undefined;
  action: 'offer' | 'counter';
  countersUsed: number;
  fields: Fields;
  isBusy: boolean;
  /** The error that the server told of a field no longer holds. */
  onCorrected(name: string): void;
  onSend(terms: Terms): void;
  onClose?(): void;
}) {
  const { request, before, action, countersUsed, isBusy, onSend, onClose } = props;
  const { currency, role } = request;
  const isCustomer = role === 'customer';
  const [said, setSaid] = useState({
    principal: before ? moneyText(before.principal, currency) : '',
    readyInDays: before ? String(before.readyInDays) : '',
    validDays: String(usualValidDays),
    note: '',
  });
  const [wrong, setWrong] = useState<Fields>({});
  const principal = parseMoney(said.principal, currency);
  const isTooMuch = principal !== null && principal > requestLimits.money;
  const fields = { ...props.fields, ...wrong };

  function send(): void {
    const [readyInDays, validDays] = [wholeNumberIn(said.readyInDays), wholeNumberIn(said.validDays)];
    const found: Fields = {
      ...(principal === null && { principal: m['quotes.request.number']() }),
      ...(readyInDays === null && { readyInDays: m['quotes.request.number']() }),
      ...(validDays === null && { validDays: m['quotes.request.number']() }),
    };
    setWrong(found);
    if (principal !== null && readyInDays !== null && validDays !== null)
      onSend({ principal, readyInDays, validDays, note: said.note });
  }

  const field = (name: keyof typeof said) => ({
    name,
    value: said[name],
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setSaid((all) => ({ ...all, [name]: target.value }));
      setWrong((all) => withoutErrorOf(all, name));
      props.onCorrected(name);
    },
  });
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 rounded-md bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) send();
      }}
    >
      <TextField
        label={
          buyerFeeOf(request) === 0
            ? m['quotes.view.price']({ currency })
            : isCustomer
              ? m['quotes.view.principal']({ currency })
              : m['quotes.view.principal_mine']({ currency })
        }
        hint={principal === null || isTooMuch ? undefined : sums(principal, request)}
        inputMode={minorDigits(currency) > 0 ? 'decimal' : 'numeric'}
        maxLength={17}
        {...field('principal')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m['quotes.view.ready_in']()}
          hint={m['quotes.view.ready_in_hint']()}
          inputMode="numeric"
          maxLength={3}
          {...field('readyInDays')}
        />
        <TextField
          label={m['quotes.view.valid_days']()}
          inputMode="numeric"
          maxLength={2}
          {...field('validDays')}
        />
      </div>
      <TextAreaField
        label={m['quotes.view.note']()}
        optional={m['quotes.request.optional']()}
        rows={3}
        maxLength={requestLimits.note}
        {...field('note')}
      />
      {action === 'counter' && (
        <p className="text-sm text-ink-soft">
          {m['quotes.view.counters_left']({ count: maxCounters - countersUsed })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {action === 'offer' ? m['quotes.view.offer']() : m['quotes.view.send_counter']()}
        </Button>
        {onClose && (
          <Button look="secondary" onClick={onClose}>
            {m['quotes.view.cancel']()}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Returns the sums that follow from a price; the fee is paid by the buyer or by the provider. */
function sums(
  principal: number,
  request: Pick<RequestDetail, 'currency' | 'feePercent' | 'feeBearer' | 'role'>,
) {
  const { currency, feePercent, role } = request;
  if (feePercent === 0) return undefined;
  const price = { ...request, principal };
  const fee = priceOrFree(feeOf(principal, feePercent), currency);
  const isCustomer = role === 'customer';
  if (buyerFeeOf(request) === 0) {
    const received = priceOrFree(receivedOf(price), currency);
    return isCustomer ? undefined : m['quotes.view.sums_received']({ received, fee });
  }
  const words = { total: priceOrFree(totalOf(price), currency), fee };
  return isCustomer ? m['quotes.view.sums_customer'](words) : m['quotes.view.sums'](words);
}
