import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { CalendarClock, MapPin, Printer, Star, Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { findingWords } from '#features/resources/client/public.tsx';
import { deliveryWords, distanceWords, type useAround } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import type { Figures } from '#platform/shared/models/measure.ts';
import type { Unit } from '#platform/shared/models/mesh.ts';
import { findingsOf, usualPrinter } from '#platform/shared/models/printability.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { PrinterOffer, PrintersAnswer } from '../contract.ts';
import { maxParts, maxPieces, type Part } from '../rules.ts';
import { compare, sorts, type Able, type Unable } from '../comparing.ts';
import type { KitTrouble } from '../kit.ts';
import type { Choices, EstimateSearch } from './choices.ts';
import { NobodyNear } from './nobody-near.tsx';
import { PartList } from './part-list.tsx';
import { PriceLines } from './price-lines.tsx';
import { QuoteDialog, type Question, type Source } from './quote-dialog.tsx';
import {
  formatCount,
  countedWords,
  formatDay,
  formatDaysAhead,
  formatGrams,
  formatHours,
  priceOrFree,
  rangeWords,
  sortNames,
  whyWords,
} from './words.ts';

const widestKm = 50;

/** Part that is to be printed, with where its file comes from. */
export type WantedPart = Part & { name: string; figures: Figures; unit: Unit | undefined; source: Source };
/** All that is to be printed, or what keeps it from having a price. */
export type Wanted = { parts: WantedPart[] } | { trouble: KitTrouble };

const troubleWords: Record<KitTrouble, () => string> = {
  none: () => m['quotes.kit.none'](),
  waiting: () => m['quotes.model.measuring'](),
  unreadable: () => m['quotes.kit.unreadable'](),
  unit: () => m['quotes.offers.unit_first'](),
  too_many: () => m['quotes.kit.too_many']({ most: formatCount(maxParts) }),
  too_many_pieces: () => m['quotes.error.too_many_pieces']({ most: formatCount(maxPieces) }),
};

/** Prices of all providers nearby, and the reasons of those who cannot make it. */
export function Offers(props: {
  printers: UseQueryResult<PrintersAnswer>;
  wanted: Wanted | null;
  choices: Choices;
  around: ReturnType<typeof useAround>;
  onChange(part: EstimateSearch): void;
}) {
  const { printers, wanted, choices, around, onChange } = props;
  const chosen = printers.data?.printers.find(({ id }) => id === choices.serviceId);
  return (
    <section aria-labelledby="offers" className="grid content-start gap-4">
      <h2 id="offers" className="ruler pb-3 text-xl font-bold">
        {m['quotes.offers.title']()}
      </h2>
      {printers.isPending && (
        <div aria-busy="true" className="grid gap-4">
          <SlowNotice />
          {[1, 2, 3].map((place) => (
            <div key={place} className="h-36 animate-pulse rounded-lg bg-sunken" />
          ))}
        </div>
      )}
      {printers.isError && (
        <LoadFailed retry={() => printers.refetch()}>
          {m['quotes.offers.failed']()} {describeError(printers.error)}
        </LoadFailed>
      )}
      {printers.data && printers.data.printers.length === 0 && (
        <div className="grid justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
          <p>{m['quotes.offers.nobody']()}</p>
          {!around.isCountry && around.radius < widestKm && (
            <Button look="secondary" onClick={() => onChange({ radius: widestKm })}>
              {m['quotes.offers.widen']({ km: widestKm })}
            </Button>
          )}
        </div>
      )}
      {printers.data?.printers.length === 0 && <Nobody {...{ choices, around, onChange }} />}
      {printers.data && printers.data.printers.length > 0 && !wanted && (
        <p className="rounded-lg border border-dashed border-line-strong p-6">
          {chosen
            ? m['quotes.offers.no_model_chosen']({
                title: inReadersLanguage({ ...chosen, description: '' }).title,
              })
            : m['quotes.offers.no_model']({ count: formatCount(printers.data.printers.length) })}
        </p>
      )}
      {wanted && 'trouble' in wanted && (
        <p role="status" className="rounded-lg border border-dashed border-line-strong p-6">
          {troubleWords[wanted.trouble]()}
        </p>
      )}
      {printers.data && printers.data.printers.length > 0 && wanted && 'parts' in wanted && (
        <Compared
          answer={printers.data}
          parts={wanted.parts}
          choices={choices}
          around={around}
          onChange={onChange}
        />
      )}
    </section>
  );
}

function Nobody(props: {
  choices: Choices;
  around: ReturnType<typeof useAround>;
  onChange(part: EstimateSearch): void;
}) {
  const { choices, around, onChange } = props;
  return (
    <NobodyNear
      trade="3d_printing"
      resourceId={choices.resourceId}
      around={around}
      onCountry={around.isCountry ? undefined : () => onChange({ radius: 'country' })}
    />
  );
}

function Compared(props: {
  answer: PrintersAnswer;
  parts: readonly WantedPart[];
  choices: Choices;
  around: ReturnType<typeof useAround>;
  onChange(part: EstimateSearch): void;
}) {
  const { answer, parts, choices, around, onChange } = props;
  const { color, sort, serviceId } = choices;
  const [today] = useState(() => koreanDay(new Date()));
  const [asked, setAsked] = useState<Question | null>(null);
  const { able, unable, cheapest } = useMemo(
    () =>
      compare(answer.printers, { parts, color, sort, serviceId }, { feePercent: answer.feePercent, today }),
    [answer, today, parts, color, sort, serviceId],
  );
  const open = parts.filter(({ figures }) => figures.openEdges > 0);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p aria-live="polite" className="font-semibold">
          {cheapest
            ? m['quotes.offers.found']({
                count: formatCount(able.length),
                price: priceOrFree(cheapest.offer.total, cheapest.printer.currency),
              })
            : m['quotes.offers.none_able']()}
        </p>
        {able.length > 1 && (
          <SelectField
            label={m['quotes.sort.label']()}
            value={sort}
            onChange={({ target }) => onChange({ sort: target.value === 'price' ? undefined : target.value })}
          >
            {sorts.map((each) => (
              <option key={each} value={each}>
                {sortNames[each]()}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {open.length > 0 && (
        <p className="rounded-md bg-sunken p-4">
          {parts.length === 1
            ? m['quotes.offers.open']()
            : m['quotes.kit.open']({ names: open.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {able.length > 0 && (
        <ol aria-label={m['quotes.offers.able']()} className="grid gap-4">
          {able.map((each) => (
            <li key={each.printer.id}>
              <Offered
                {...each}
                isChosen={each.printer.id === serviceId}
                feePercent={answer.feePercent}
                parts={parts}
                canQuote={open.length === 0}
                onAsk={() =>
                  setAsked({
                    service: each.printer,
                    estimated: each.offer.total,
                    parts: parts.map((part) => ({ ...part, print: { ...part.print, color } })),
                  })
                }
              />
            </li>
          ))}
        </ol>
      )}
      {able.length === 0 && <Nobody {...{ choices, around, onChange }} />}
      {unable.length > 0 && <Unsuited list={unable} parts={parts} color={color} chosenId={serviceId} />}
      {asked && <QuoteDialog about={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Offered(
  props: Able & {
    parts: readonly WantedPart[];
    isChosen: boolean;
    feePercent: number;
    canQuote: boolean;
    onAsk(): void;
  },
) {
  const { printer, offer, parts, isChosen, feePercent, canQuote, onAsk } = props;
  const { machine, plates } = offer;
  const pieces = parts.reduce((sum, { print }) => sum + print.quantity, 0);
  // Pieces that have to be turned, or laid on a side, to fit on the machine.
  const turned = parts.flatMap(({ name, figures }) => {
    const bed =
      machine &&
      findingsOf(figures, { ...usualPrinter, bedMm: machine.buildMm }).find(({ kind }) => kind === 'bed');
    return bed && bed.severity !== 'ok' ? [{ name, words: findingWords(bed) }] : [];
  });
  return (
    <article
      className={`grid gap-4 rounded-lg border p-4 focus-within:border-accent sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6 ${isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface'}`}
    >
      <div className="grid content-start gap-2">
        {isChosen && <p className="text-sm font-semibold text-accent-strong">{m['quotes.offer.chosen']()}</p>}
        <ServiceName printer={printer} />
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          {offer.readyOn !== null && offer.leadTimeDays !== null && (
            <li className="flex items-center gap-1 font-semibold text-ink">
              <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
              {m['quotes.offer.ready']({
                day: formatDay(offer.readyOn),
                when: formatDaysAhead(offer.leadTimeDays),
              })}
            </li>
          )}
          <li>
            {offer.waitingDays > 0
              ? m['quotes.days.working_waiting']({ days: offer.workingDays, waiting: offer.waitingDays })
              : m['quotes.days.working']({ days: offer.workingDays })}{' '}
            {countedWords(offer.daysOff)}
          </li>
          <li className="tabular-nums">
            {rangeWords(offer.grams, formatGrams)} · {rangeWords(offer.hours, formatHours)}
            {plates !== null && pieces > 1 && (
              <> · {m['quotes.kit.plates']({ count: formatCount(plates) })}</>
            )}
          </li>
          {offer.learnedFrom > 0 && <li>{m['quotes.offer.learned']({ count: offer.learnedFrom })}</li>}
          <li className="flex items-center gap-1">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {distanceWords(printer.distance)} · {printer.address}
          </li>
          <li className="flex items-center gap-1">
            <Truck aria-hidden="true" className="size-4 shrink-0" />
            {deliveryWords(printer.delivery, printer.currency).join(' · ')}
          </li>
          {machine && (
            <li className="flex items-center gap-1">
              <Printer aria-hidden="true" className="size-4 shrink-0" />
              {machine.name}
            </li>
          )}
          {turned.map(({ name, words }) => (
            <li key={name}>{parts.length === 1 ? words : `${name}: ${words}`}</li>
          ))}
          {printer.rating !== null && (
            <li className="flex items-center gap-1">
              <Star aria-hidden="true" className="size-4 shrink-0" />
              {m['quotes.offer.rating']({ rating: formatCount(printer.rating) })}
            </li>
          )}
        </ul>
      </div>
      <div className="grid content-start gap-3 sm:justify-items-end">
        <p className="sm:text-right">
          <span className="block text-2xl font-bold text-accent-strong tabular-nums">
            {offer.total === 0
              ? priceOrFree(0, printer.currency)
              : m['quotes.at_most']({ most: priceOrFree(offer.total, printer.currency) })}
          </span>
          {offer.likely.total < offer.total && (
            <span className="block text-sm tabular-nums">
              {m['quotes.about']({ likely: priceOrFree(offer.likely.total, printer.currency) })}
            </span>
          )}
          {offer.fee > 0 && <span className="text-sm text-ink-soft">{m['quotes.offer.with_fee']()}</span>}
        </p>
        {canQuote ? <AskButton onAsk={onAsk} /> : <AskProvider printer={printer} />}
      </div>
      <details className="sm:col-span-2">
        <summary className="w-fit rounded-sm py-1 text-sm font-semibold text-accent-strong underline">
          {m['quotes.offer.why_price']()}
        </summary>
        <div className="mt-3 grid gap-4">
          {parts.length > 1 && (
            <PartList
              parts={parts.map(({ name, figures, print }, index) => ({
                name,
                sizeMm: figures.sizeMm,
                ...print,
                walls: print.walls ?? null,
                ...offer.parts[index],
              }))}
            />
          )}
          <PriceLines price={offer} currency={printer.currency} feePercent={feePercent} />
        </div>
      </details>
    </article>
  );
}

function ServiceName({ printer }: { printer: PrinterOffer }) {
  const { title, language } = inReadersLanguage({ ...printer, description: '' });
  return (
    <div>
      <h3 className="text-lg font-semibold" lang={language === currentLocale() ? undefined : language}>
        <Link
          to="/services/$id"
          params={{ id: printer.id }}
          className="py-1 text-accent-strong hover:underline"
        >
          {title}
        </Link>
      </h3>
      <p className="text-sm text-ink-soft">
        {printer.provider.fullName} ·{' '}
        {printer.isIndividual ? m['quotes.offer.individual']() : m['quotes.offer.company']()}
      </p>
    </div>
  );
}

/** Quotes are personal, so guests log in first and come back to their choices. */
function AskButton({ onAsk }: { onAsk(): void }) {
  const { data: user } = useQuery(currentUserQuery);
  const { pathname, searchStr } = useLocation();
  if (user) return <Button onClick={onAsk}>{m['quotes.offer.ask']()}</Button>;
  return (
    <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
      {m['quotes.offer.login_to_ask']()}
    </Link>
  );
}

function AskProvider({ printer }: { printer: PrinterOffer }) {
  return (
    <Link to="/services/$id" params={{ id: printer.id }} className={buttonClass('secondary')}>
      {m['quotes.offer.ask_provider']()}
    </Link>
  );
}

function Unsuited(props: {
  list: Unable[];
  parts: readonly WantedPart[];
  color: string | undefined;
  chosenId: string | undefined;
}) {
  const { list, parts, color, chosenId } = props;
  const materials = [...new Set(parts.map(({ print }) => print.material))];
  return (
    <details open={list.length <= 5 || list[0]?.printer.id === chosenId} className="mt-4">
      <summary className="w-fit rounded-sm py-2 font-semibold">
        {m['quotes.offers.unable']({ count: formatCount(list.length) })}
      </summary>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
        {list.map(({ printer, why, tooLarge }) => (
          <li key={printer.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
            <ServiceName printer={printer} />
            <p className="text-sm">
              {why.map((each) => whyWords(each, { materials, color })).join(' ')}
              {parts.length > 1 &&
                tooLarge.length > 0 &&
                ` ${m['quotes.kit.too_large']({ names: tooLarge.map((index) => parts[index]!.name).join(', ') })}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
