import { lazy, Suspense, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { learning } from '#platform/shared/models/learning.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import type { Calendar, Machine, RateCard, ServiceDetail } from '../contract.ts';
import { printPrices } from '../offering.ts';
import { deliveryWords } from './delivery-words.ts';
import { colorName, materialName } from './stock-words.ts';
import { money } from './words.ts';

const LearnedList = lazy(() =>
  import('./learned-list.tsx').then((module) => ({ default: module.LearnedList })),
);

/** Returns whether finished orders correct estimates already. */
const isTaught = (learned: ServiceDetail['learned']) =>
  learned.some(({ grams, hours }) => Math.max(grams.orders, hours.orders) >= learning.first);

/** Machines, rates and closed days of a service. */
export function Workshop({ service, example }: { service: ServiceDetail; example: ReactNode }) {
  const { workshop, currency, isFreeService } = service;
  const { startFee, perTenGrams } = printPrices(service);
  const printsByTable =
    isPricedByWeight(service.serviceType) &&
    !isFreeService &&
    (workshop?.rateCard != null || currency === 'KRW');
  return (
    <>
      {workshop && workshop.machines.length > 0 && (
        <Section title={m['services.workshop.machines']()}>
          <ul className="grid gap-4 md:grid-cols-2">
            {workshop.machines.map((machine) => (
              <MachineCard key={machine.id} machine={machine} />
            ))}
          </ul>
        </Section>
      )}
      {workshop && tradeOf(service.serviceType)?.result !== 'work' && (
        <Section title={m['services.workshop.delivery']()}>
          <ul className="grid gap-1">
            {deliveryWords(workshop.delivery, currency).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Section>
      )}
      {isTaught(service.learned) && (
        <Section title={m['services.workshop.learned.title']()}>
          <Suspense fallback={null}>
            <LearnedList learned={service.learned} machines={workshop?.machines ?? []} />
          </Suspense>
          <p className="text-sm text-ink-soft">{m['services.workshop.learned.note']()}</p>
        </Section>
      )}
      {printsByTable && (
        <Section title={m['services.workshop.rate_card']()}>
          {workshop?.rateCard ? (
            <Rates card={workshop.rateCard} currency={currency} />
          ) : (
            <p>
              {m['services.workshop.standard']({
                base: money(startFee, currency),
                rate: money(perTenGrams, currency),
              })}
            </p>
          )}
          {example}
        </Section>
      )}
      {workshop && (workshop.machines.length > 0 || hasDaysOff(workshop.calendar)) && (
        <Section title={m['services.workshop.calendar']()}>
          <DaysOff calendar={workshop.calendar} />
        </Section>
      )}
    </>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h2 className="ruler pb-3 text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

function MachineCard({ machine }: { machine: Machine }) {
  const { buildMm, layerMm, toleranceMm, leadDays, queue, stock } = machine;
  const mm = (values: readonly number[], between: string) => `${values.map(formatNumber).join(between)} mm`;
  const facts: [string, string][] = [
    [m['services.workshop.build'](), mm(buildMm, ' × ')],
    [m['services.workshop.layers'](), mm(layerMm, '–')],
    ...(toleranceMm === null
      ? []
      : [[m['services.workshop.tolerance'](), `±${mm([toleranceMm], '')}`] as [string, string]]),
    [m['services.workshop.lead'](), m['services.workshop.lead_days']({ days: leadDays })],
    [m['services.workshop.queue'](), m['services.workshop.queue_jobs']({ count: queue })],
  ];
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-semibold">{machine.name}</h3>
        {machine.paused && (
          <p className="rounded-full bg-sunken px-3 py-1 text-sm">{m['services.workshop.paused']()}</p>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stock.length > 0 && (
        <ul aria-label={m['services.workshop.stock']()} className="flex flex-wrap gap-2">
          {stock.map(({ material, colors }) => (
            <li key={material} className="rounded-sm bg-accent-soft px-2 py-1 text-sm text-accent-strong">
              <span className="font-semibold">{materialName(material)}</span>
              {colors.length > 0 && ` ${colors.map(colorName).join(', ')}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Only rates that are charged; a free material is listed, because the others are. */
function Rates({ card, currency }: { card: RateCard; currency: string }) {
  const asked: [string, number | null][] = [
    [m['services.workshop.start_fee'](), card.startFee || null],
    [m['services.workshop.minimum'](), card.minimum || null],
    [m['services.workshop.per_ten_grams'](), card.perTenGrams || null],
    ...card.materials.map(({ material, perTenGrams }): [string, number | null] => [
      m['services.workshop.material_per_ten_grams']({ material: materialName(material) }),
      perTenGrams,
    ]),
    [m['services.workshop.per_hour'](), card.perHour || null],
    [m['services.workshop.per_unit'](), card.perUnit || null],
    [m['services.workshop.per_load'](), card.perLoad || null],
  ];
  const rows = [
    ...asked.flatMap(([term, amount]) => (amount === null ? [] : [[term, money(amount, currency)] as const])),
    ...card.breaks.map(
      ({ from, percentOff }) =>
        [
          m['services.workshop.break']({ from: formatNumber(from) }),
          m['services.workshop.percent_off']({ percent: formatPercent(percentOff) }),
        ] as const,
    ),
  ];
  return (
    <div className="max-w-xl">
      <dl className="divide-y divide-line border-y border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 py-2">
            <dt>{term}</dt>
            <dd className="shrink-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{m['services.workshop.rate_note']()}</p>
    </div>
  );
}

const maxHolidays = 6;

function hasDaysOff({ closedWeekdays, holidays }: Calendar): boolean {
  return closedWeekdays.length > 0 || holidays.length > 0;
}

function DaysOff({ calendar }: { calendar: Calendar }) {
  const [today] = useState(() => koreanDay(new Date()));
  const coming = calendar.holidays
    .filter(({ to }) => to >= today)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .slice(0, maxHolidays);
  return (
    <div className="grid gap-4">
      <p>
        {calendar.closedWeekdays.length > 0
          ? m['services.workshop.closed_weekdays']({ days: weekdayNames(calendar.closedWeekdays) })
          : m['services.workshop.always_open']()}
      </p>
      {coming.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['services.workshop.holidays']()}</h3>
          <ul className="grid gap-1">
            {coming.map(({ from, to, note }) => (
              <li key={`${from} ${to}`} className="flex flex-wrap gap-x-3">
                <span className="tabular-nums">{daysWords(from, to)}</span>
                {note !== '' && <span className="text-ink-soft">{note}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A Sunday, from which weekdays are counted. */
const someSunday = Date.UTC(2026, 0, 4);
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the names of weekdays, from Monday on. */
function weekdayNames(weekdays: readonly number[]): string {
  const name = dateFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' });
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(
    weekdays
      .toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
      .map((weekday) => name.format(someSunday + weekday * dayMs)),
  );
}

function daysWords(from: string, to: string): string {
  const format = dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)];
  // Browsers and the server format ranges with different spaces.
  return from === to ? format.format(first) : format.formatRange(first, last).replaceAll(/\s/gu, ' ');
}

function formatNumber(value: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 3 }).format(value);
}

function formatPercent(percent: number): string {
  return numberFormat(currentLocale(), { style: 'percent' }).format(percent / 100);
}
