import { useState } from 'react';
import type { Delivery } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { moneyText } from '#platform/shared/money.ts';
import type { Fields } from '#ui/form-group.tsx';
import { RowField } from '#ui/rows.tsx';
import { typedMoney } from './workshop-form.ts';

/** State of the form's ways of delivery. */
export function useDelivery(
  initial: Delivery,
  { currency, pickupAddress: initialPlace }: { currency: string; pickupAddress: string | null },
) {
  const [ships, setShips] = useState(initial.post !== null);
  const [post, setPost] = useState(moneyText(initial.post ?? 0, currency));
  const [freeFrom, setFreeFrom] = useState(
    initial.freeFrom === null ? '' : moneyText(initial.freeFrom, currency),
  );
  const [pickup, setPickup] = useState(initial.pickup);
  const [pickupAddress, setPickupAddress] = useState(initialPlace);
  const [carriers, setCarriers] = useState(initial.carriers.join(', '));
  return {
    ships,
    setShips,
    post,
    setPost,
    freeFrom,
    setFreeFrom,
    pickup,
    setPickup,
    pickupAddress,
    setPickupAddress,
    carriers,
    setCarriers,
    value: {
      post: ships ? (typedMoney(post, currency) ?? 0) : null,
      freeFrom: ships ? typedMoney(freeFrom, currency) : null,
      pickup,
      carriers: ships
        ? carriers
            .split(/[,，、]/)
            .map((name) => name.trim())
            .filter(Boolean)
        : [],
    },
  };
}

export function DeliveryField({ of, fields }: { of: ReturnType<typeof useDelivery>; fields: Fields }) {
  const wrong = fields['delivery.pickup'];
  const check =
    'flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft';
  return (
    <>
      <label className={check}>
        <input
          type="checkbox"
          form="none"
          name="delivery.ships"
          checked={of.ships}
          onChange={(event) => of.setShips(event.target.checked)}
          className="size-5 accent-accent"
        />
        {m['quotes.workshop.delivery.ships']()}
      </label>
      {of.ships && (
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <RowField
            label={m['quotes.workshop.delivery.post']()}
            hint={m['quotes.workshop.delivery.post_hint']()}
            path="delivery.post"
            fields={fields}
            value={of.post}
            inputMode="decimal"
            onChange={of.setPost}
          />
          <RowField
            label={m['quotes.workshop.delivery.free_from']()}
            hint={m['quotes.workshop.delivery.free_from_hint']()}
            path="delivery.freeFrom"
            fields={fields}
            value={of.freeFrom}
            inputMode="decimal"
            onChange={of.setFreeFrom}
          />
          <RowField
            label={m['quotes.workshop.delivery.carriers']()}
            hint={m['quotes.workshop.delivery.carriers_hint']()}
            path="delivery.carriers"
            fields={fields}
            value={of.carriers}
            onChange={of.setCarriers}
          />
        </div>
      )}
      <label className={check}>
        <input
          type="checkbox"
          form="none"
          name="delivery.pickup"
          aria-invalid={wrong === undefined ? undefined : true}
          checked={of.pickup}
          onChange={(event) => of.setPickup(event.target.checked)}
          className="size-5 accent-accent"
        />
        {m['quotes.workshop.delivery.pickup']()}
      </label>
      {of.pickup && of.pickupAddress !== null && (
        <RowField
          label={m['quotes.workshop.delivery.pickup_address']()}
          hint={m['quotes.workshop.delivery.pickup_address_hint']()}
          path="pickupAddress"
          fields={fields}
          value={of.pickupAddress}
          onChange={of.setPickupAddress}
        />
      )}
      {wrong !== undefined && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {wrong}
        </p>
      )}
    </>
  );
}
