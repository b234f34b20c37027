import { useState } from 'react';
import { StepsNeeded } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { minorDigits, moneyText, parseMoney } from '#platform/shared/money.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { ManagedService } from '../contract.ts';
import { currencies, limits, standardPrices } from '../offering.ts';
import type { ServiceType } from '../rules.ts';
import { amountField, type PriceKind } from './check-form.ts';
import { money, priceWords } from './words.ts';

const kinds = ['free', 'fixed', 'hourly', 'per_unit', 'standard', 'ask'] as const;
const kindNames: Record<(typeof kinds)[number], () => string> = {
  free: () => m['services.form.kind.free'](),
  fixed: () => m['services.form.kind.fixed'](),
  hourly: () => m['services.form.kind.hourly'](),
  per_unit: () => m['services.form.kind.per_unit'](),
  standard: () => m['services.form.kind.standard'](),
  ask: () => m['services.form.kind.ask'](),
};

/** Returns the kind of price of an existing service. */
export function priceKindOf(service: ManagedService | undefined): PriceKind {
  if (!service) return '';
  if (service.isFreeService) return 'free';
  if (service.hourlyRate !== null) return 'hourly';
  if (service.pricePerUnit !== null) return 'per_unit';
  if (service.price !== null) return 'fixed';
  const isUnsaid = service.state === 'draft' && service.pricing === '' && !service.workshop?.rateCard;
  if (isUnsaid) return '';
  return service.printRates ? 'standard' : 'ask';
}

const won = (amount: number) => money(amount, 'KRW');

/** Returns the text of a type's standard price (docs/product.md, "Standard prices"); null if there is none. */
function standardWords(type: ServiceType | null): string | null {
  switch (tradeOf(type)?.standardPrice) {
    case 'print':
      return m['services.price.print']({
        base: won(standardPrices.printBase),
        rate: won(standardPrices.printPerTenGrams),
      });
    case 'hour':
      return m['services.price.hourly']({ amount: won(standardPrices.engineerHour) });
    case 'quote':
      return m['services.form.standard.quote']();
    default:
      return null;
  }
}

/** Price fields, with the verification that paid services still need. */
export function PriceField(props: {
  service: ManagedService | undefined;
  type: ServiceType | null;
  kind: PriceKind;
  onKind(kind: PriceKind): void;
  fields: Fields;
  user: { phoneVerified: boolean; bankRegistered: boolean };
}) {
  const { service, type, fields, user, onKind } = props;
  const isByWeight = isPricedByWeight(type);
  const isByHour = tradeOf(type)?.standardPrice === 'hour';
  const standard = standardWords(type);
  // Another type may have no standard price.
  const kind = props.kind === 'standard' && standard === null ? 'ask' : props.kind;
  const offered = kinds.filter((each) => each !== 'standard' || standard !== null);
  const ownRates = isByWeight && service?.workshop?.rateCard ? priceWords(service, 0) : null;
  const optional = m['services.form.optional']();
  const amount = amountField[kind];
  return (
    <>
      <input type="hidden" name="isFreeService" value={String(kind === 'free')} />
      {(['price', 'hourlyRate', 'pricePerUnit'] as const)
        .filter((name) => name !== amount)
        .map((name) => (
          <input
            key={name}
            type="hidden"
            name={name}
            value={
              name === 'hourlyRate' && kind === 'standard' && isByHour ? standardPrices.engineerHour : ''
            }
          />
        ))}
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          label={m['services.form.price_kind']()}
          data-name="isFreeService"
          value={kind}
          onChange={(event) => onKind(event.target.value as PriceKind)}
          error={fields['isFreeService']}
        >
          <option value="">{m['services.form.choose']()}</option>
          {offered.map((each) => (
            <option key={each} value={each}>
              {each === 'per_unit' && isByWeight
                ? m['services.form.kind.per_ten_grams']()
                : each === 'standard' && ownRates !== null
                  ? m['services.form.kind.own_rates']()
                  : kindNames[each]()}
            </option>
          ))}
        </SelectField>
        {amount && <AmountField name={amount} service={service} fields={fields} />}
        {kind === 'standard' && <p className="self-end py-2 font-semibold">{ownRates ?? standard}</p>}
      </div>
      {kind === 'standard' && !isByHour && ownRates === null ? (
        <input type="hidden" name="pricing" value={standard ?? ''} />
      ) : (
        kind !== '' &&
        kind !== 'free' && (
          <TextField
            label={m['services.form.pricing']()}
            hint={m['services.form.pricing_hint']()}
            {...(!(kind === 'ask' && isByWeight) && { optional })}
            name="pricing"
            defaultValue={service && service.pricing !== standard ? service.pricing : ''}
            maxLength={limits.pricing}
            error={fields['pricing']}
          />
        )
      )}
      <p className="text-sm text-ink-soft">
        {isByWeight ? m['services.form.workshop_hint_printer']() : m['services.form.workshop_hint']()}{' '}
        {service && (
          // Opens in a new tab, so that the typed values are kept.
          <a
            href={localizePath(`/my/services/${service.id}/workshop`, currentLocale())}
            target="_blank"
            rel="noopener"
            className="text-accent-strong underline"
          >
            {m['services.mine.workshop']()}
          </a>
        )}
      </p>
      {kind !== '' && kind !== 'free' && <StepsNeeded title={m['services.form.steps.title']()} user={user} />}
    </>
  );
}

/**
 * Amount in whole units, sent in cents; an invalid text is sent as it is, and the server reports it at this field.
 */
function AmountField({
  name,
  service,
  fields,
}: {
  name: string;
  service: ManagedService | undefined;
  fields: Fields;
}) {
  const initial = service?.hourlyRate ?? service?.pricePerUnit ?? service?.price ?? null;
  const [currency, setCurrency] = useState(service?.currency ?? 'KRW');
  const [typed, setTyped] = useState(initial === null ? '' : moneyText(initial, currency));
  return (
    <div className="grid grid-cols-[1fr_auto] gap-3">
      <input type="hidden" name={name} value={parseMoney(typed, currency) ?? typed.trim()} />
      <TextField
        label={m['services.form.amount']()}
        data-name={name}
        inputMode={minorDigits(currency) > 0 ? 'decimal' : 'numeric'}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={20}
        error={fields[name]}
      />
      <SelectField
        label={m['services.form.currency']()}
        name="currency"
        value={currency}
        onChange={({ target }) => setCurrency(target.value)}
        error={fields['currency']}
      >
        {currencies.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
    </div>
  );
}
