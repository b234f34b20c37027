import { useState } from 'react';
import type { RateCard } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import type { Fields } from '#ui/form-group.tsx';
import { RowField, RowList, RowTools, useRows } from '#ui/rows.tsx';
import { standardRateCard } from '../rules.ts';
import {
  blankBreak,
  blankMaterial,
  breakRow,
  cardFields,
  cardValue,
  materialRow,
  type BreakRow,
  type CardFields,
  type MaterialRow,
} from './workshop-form.ts';

/** State of the form's rate card; null is the standard one. */
export function useRateCard(initial: RateCard | null, currency: string) {
  const [first] = useState(initial ?? standardRateCard);
  const [isOwn, setIsOwn] = useState(initial !== null);
  const [numbers, setNumbers] = useState(() => ({
    ...cardFields(first, currency),
    // The standard prices are in won.
    ...(initial === null && currency !== 'KRW' && { startFee: '', perTenGrams: '' }),
  }));
  const materials = useRows<MaterialRow>({
    path: 'rateCard.materials',
    initial: first.materials.map((each) => materialRow(each, currency)),
    blank: blankMaterial,
    most: 30,
  });
  const breaks = useRows<BreakRow>({
    path: 'rateCard.breaks',
    initial: first.breaks.map(breakRow),
    blank: blankBreak,
    most: 8,
  });
  return {
    isOwn,
    setIsOwn,
    numbers,
    setNumbers,
    materials,
    breaks,
    value: isOwn ? cardValue(numbers, materials.filled, breaks.filled, currency) : null,
    order: `${materials.order}/${breaks.order}`,
  };
}

export function RateCardField({
  of,
  currency,
  fields,
}: {
  of: ReturnType<typeof useRateCard>;
  currency: string;
  fields: Fields;
}) {
  const { isOwn, setIsOwn, numbers, setNumbers, materials, breaks } = of;
  const won = (amount: number) => formatMoney(amount, 'KRW', currentLocale());
  const symbol =
    numberFormat(currentLocale(), { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  const money = (label: string) => `${label} (${symbol})`;
  const number = (key: keyof CardFields, label: string) => ({
    label,
    path: `rateCard.${key}`,
    fields,
    value: numbers[key],
    inputMode: 'decimal' as const,
    onChange: (value: string) => setNumbers((before) => ({ ...before, [key]: value })),
  });
  const choices = [
    {
      isOwn: false,
      name: m['quotes.workshop.card.standard'](),
      hint:
        currency === 'KRW'
          ? m['quotes.workshop.card.standard_hint']({
              base: won(standardRateCard.startFee),
              rate: won(standardRateCard.perTenGrams),
            })
          : m['quotes.workshop.card.standard_won'](),
    },
    { isOwn: true, name: m['quotes.workshop.card.own'](), hint: m['quotes.workshop.card.own_hint']() },
  ];
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.name}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="card"
              form="none"
              checked={isOwn === choice.isOwn}
              onChange={() => setIsOwn(choice.isOwn)}
              className="mt-1 size-5 accent-accent"
            />
            <span className="font-semibold">
              {choice.name}
              <span className="block text-sm font-normal text-ink-soft">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
      {isOwn && (
        <>
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-3">
            <RowField {...number('startFee', money(m['quotes.workshop.card.start_fee']()))} />
            <RowField {...number('perTenGrams', money(m['quotes.workshop.card.per_ten_grams']()))} />
            <RowField {...number('perUnit', money(m['quotes.workshop.card.per_unit']()))} />
            <RowField {...number('perLoad', money(m['quotes.workshop.card.per_load']()))} />
            <RowField {...number('perHour', money(m['quotes.workshop.card.per_hour']()))} />
            <RowField {...number('minimum', money(m['quotes.workshop.card.minimum']()))} />
            <RowField
              {...number('gramsPerHour', m['quotes.workshop.card.grams_per_hour']())}
              hint={m['quotes.workshop.card.grams_per_hour_hint']()}
            />
            <RowField
              {...number('walls', m['quotes.workshop.card.walls']())}
              hint={m['quotes.workshop.card.walls_hint']()}
            />
            <RowField {...number('topLayers', m['quotes.workshop.card.top_layers']())} />
            <RowField {...number('bottomLayers', m['quotes.workshop.card.bottom_layers']())} />
            <RowField
              {...number('shell', m['quotes.workshop.card.shell']())}
              hint={m['quotes.workshop.card.shell_hint']()}
            />
            <RowField
              {...number('leadDays', m['quotes.workshop.card.lead_days']())}
              hint={m['quotes.workshop.card.lead_days_hint']()}
            />
          </div>
          <section aria-label={m['quotes.workshop.card.materials']()} className="grid gap-3">
            <h2 className="font-semibold">
              {m['quotes.workshop.card.materials']()}
              <span className="block text-sm font-normal text-ink-soft">
                {m['quotes.workshop.card.materials_hint']()}
              </span>
            </h2>
            <RowList
              of={materials}
              addLabel={m['quotes.workshop.card.add_material']()}
              error={fields['rateCard.materials']}
            >
              {materials.rows.map((row, index) => {
                const at = materials.pathOf(row);
                const name =
                  row.material.trim() || m['quotes.workshop.card.material_number']({ number: index + 1 });
                const field = (key: keyof MaterialRow, label: string) => ({
                  label,
                  path: `${at}.${key}`,
                  fields,
                  value: row[key],
                  onChange: (value: string) => materials.change(row.key, { [key]: value }),
                });
                return (
                  <li
                    key={row.key}
                    data-row={row.key}
                    aria-label={name}
                    className="grid grid-cols-2 items-start gap-3 rounded-md border border-line bg-paper p-3 md:grid-cols-[2fr_1fr_1fr_auto]"
                  >
                    <div className="col-span-2 md:col-span-1">
                      <RowField
                        {...field('material', m['quotes.workshop.card.material']())}
                        list="known-materials"
                        maxLength={60}
                      />
                    </div>
                    <RowField
                      {...field('perTenGrams', money(m['quotes.workshop.card.per_ten_grams']()))}
                      inputMode="numeric"
                    />
                    <RowField
                      {...field('density', m['quotes.workshop.card.density']())}
                      inputMode="decimal"
                    />
                    <div className="col-span-2 md:col-span-1 md:mt-7">
                      <RowTools of={materials} rowKey={row.key} name={name} />
                    </div>
                  </li>
                );
              })}
            </RowList>
          </section>
          <section aria-label={m['quotes.workshop.card.breaks']()} className="grid gap-3">
            <h2 className="font-semibold">{m['quotes.workshop.card.breaks']()}</h2>
            <RowList
              of={breaks}
              addLabel={m['quotes.workshop.card.add_break']()}
              error={fields['rateCard.breaks']}
            >
              {breaks.rows.map((row, index) => {
                const at = breaks.pathOf(row);
                const name = m['quotes.workshop.card.break_number']({ number: index + 1 });
                const field = (key: keyof BreakRow, label: string) => ({
                  label,
                  path: `${at}.${key}`,
                  fields,
                  value: row[key],
                  inputMode: 'numeric' as const,
                  onChange: (value: string) => breaks.change(row.key, { [key]: value }),
                });
                return (
                  <li
                    key={row.key}
                    data-row={row.key}
                    aria-label={name}
                    className="grid grid-cols-2 items-start gap-3 rounded-md border border-line bg-paper p-3 md:grid-cols-[1fr_1fr_auto]"
                  >
                    <RowField {...field('from', m['quotes.workshop.card.from']())} />
                    <RowField {...field('percentOff', m['quotes.workshop.card.percent']())} />
                    <div className="col-span-2 md:col-span-1 md:mt-7">
                      <RowTools of={breaks} rowKey={row.key} name={name} />
                    </div>
                  </li>
                );
              })}
            </RowList>
          </section>
        </>
      )}
    </>
  );
}
