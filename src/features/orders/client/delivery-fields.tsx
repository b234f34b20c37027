import { m } from '#i18n/generated/messages.js';
import { TextField } from '#ui/field.tsx';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { money } from '#features/services/client/public.tsx';
import type { OrderInput, OrderOffer } from '../contract.ts';
import { isPhone, orderLimits, type DeliveryKind } from '../rules.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { byBought, isLot } from './order-words.ts';

const deliveryWords: Record<DeliveryKind, { name(): string; hint(): string }> = {
  ship: { name: () => m['orders.pay.ship'](), hint: () => m['orders.pay.ship_hint']() },
  pickup: { name: () => m['orders.pay.pickup'](), hint: () => m['orders.pay.pickup_hint']() },
  digital: { name: () => m['orders.pay.digital'](), hint: () => m['orders.pay.digital_hint']() },
};

/** Returns what sending costs, from when it is free, and with which carriers; empty for other ways. */
export function deliveryHint({ deliveries, amounts }: OrderOffer, kind: DeliveryKind): string {
  const way = deliveries.find((each) => each.kind === kind);
  if (way?.kind !== 'ship' || !amounts || amounts.total === 0) return '';
  const { currency } = amounts;
  const words = [
    way.price === 0
      ? m['orders.pay.ship_free']()
      : m['orders.pay.ship_price']({ amount: money(way.price, currency) }),
  ];
  if (way.freeFrom !== null)
    words.push(m['orders.pay.ship_free_from']({ amount: money(way.freeFrom, currency) }));
  if (way.carriers.length > 0) words.push(m['orders.pay.ship_carriers']({ names: way.carriers.join(', ') }));
  return words.join(' · ');
}

/** Fields for the kind of delivery and the address. */
export function DeliveryFields(props: {
  kinds: readonly DeliveryKind[];
  delivery: DeliveryKind;
  onDelivery(delivery: DeliveryKind): void;
  /** Values that were typed before. */
  kept: Record<string, string> | null;
  fields: Fields;
  /** Price and carriers of a way, in addition to its usual hint. */
  wordsOf?(kind: DeliveryKind): string;
  error?: string | undefined;
  /** Subject of the order: a service, or a lot. */
  of?: { serviceType: string };
}) {
  const { kinds, delivery, onDelivery, kept, fields, wordsOf, error, of = {} } = props;
  const field = (name: string) => ({
    name,
    defaultValue: kept?.[name],
    error: errorUnder(fields, `delivery.address.${name}`),
  });
  const optional = m['orders.pay.optional']();
  return (
    <Group title={m['orders.pay.delivery']()}>
      <div className="grid gap-2">
        {kinds.map((kind) => (
          <ChoiceField
            key={kind}
            type="radio"
            name="delivery"
            value={kind}
            checked={delivery === kind}
            onChange={() => onDelivery(kind)}
            hint={[
              wordsOf?.(kind),
              kind === 'pickup' && isLot(of) ? m['orders.lot.pickup_hint']() : deliveryWords[kind].hint(),
            ]
              .filter(Boolean)
              .join(' ')}
            aria-invalid={error === undefined ? undefined : true}
          >
            {deliveryWords[kind].name()}
          </ChoiceField>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {delivery === 'ship' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('name')}
            label={m['orders.pay.address_name']()}
            autoComplete="name"
            maxLength={orderLimits.name}
          />
          <TextField
            {...field('phone')}
            label={m['orders.pay.address_phone']()}
            type="tel"
            autoComplete="tel"
            maxLength={orderLimits.phone}
          />
          <TextField
            {...field('postcode')}
            label={m['orders.pay.address_postcode']()}
            optional={optional}
            autoComplete="postal-code"
            maxLength={orderLimits.postcode}
          />
          <div className="sm:col-span-2">
            <TextField
              {...field('address')}
              label={m['orders.pay.address_address']()}
              hint={byBought(of, m['orders.pay.address_privacy'], m['orders.lot.address_privacy'])()}
              autoComplete="street-address"
              maxLength={orderLimits.address}
            />
          </div>
          <div className="sm:col-span-2">
            <TextField
              {...field('note')}
              label={m['orders.pay.address_note']()}
              optional={optional}
              maxLength={orderLimits.address}
            />
          </div>
        </div>
      )}
    </Group>
  );
}

const text = (data: FormData, name: string) => String(data.get(name) ?? '').trim();

export function checkDelivery(data: FormData, delivery: DeliveryKind): Fields {
  if (delivery !== 'ship') return {};
  const missing = ['name', 'phone', 'address'].filter((name) => text(data, name) === '');
  const fields: Fields = Object.fromEntries(
    missing.map((name) => [`delivery.address.${name}`, m['platform.field.required']()]),
  );
  const phone = text(data, 'phone');
  if (phone !== '' && !isPhone(phone)) fields['delivery.address.phone'] = m['orders.field.phone']();
  return fields;
}

/** Returns the typed values as an order takes them. */
export function deliveryOf(data: FormData, kind: DeliveryKind): NonNullable<OrderInput['delivery']> {
  const [name, phone, postcode, address, note] = ['name', 'phone', 'postcode', 'address', 'note'].map(
    (each) => text(data, each),
  ) as [string, string, string, string, string];
  return { kind, address: kind === 'ship' ? { name, phone, postcode, address, note } : null };
}
