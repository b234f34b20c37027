import { useQuery } from '@tanstack/react-query';
import { materialName, serviceQuery } from '#features/services/client/public.tsx';
import type { ManagedWorkshop, Machine } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { offerOf, type Printer } from '../rules.ts';
import type { useCalendar } from './calendar-field.tsx';
import { cube, examplePrint } from './example-print.ts';
import type { useMachines } from './machines-field.tsx';
import type { useRateCard } from './rate-card-field.tsx';
import { unpricedWords } from './words.ts';
import { asCalendar, asMachine, asRateCard } from './workshop-form.ts';

const counts = [1, 10] as const;

/** Example price of a well-known object with the current values of the form. */
export function PriceExample({
  id,
  service,
  feePercent,
  learned,
  ...typed
}: Pick<ManagedWorkshop, 'service' | 'feePercent' | 'learned'> & {
  id: string;
  rateCard: ReturnType<typeof useRateCard>['value'];
  machines: ReturnType<typeof useMachines>['value'];
  calendar: ReturnType<typeof useCalendar>['value'];
}) {
  const { data } = useQuery(serviceQuery(id));
  return (
    <div className="grid gap-1 rounded-md bg-accent-soft p-4" aria-live="polite">
      <h2 className="font-semibold">{m['quotes.workshop.example.title']()}</h2>
      {wordsOf({ ...service, learned, materials: data?.materials ?? [] }, feePercent, typed).map((words) => (
        <p key={words} className="tabular-nums">
          {words}
        </p>
      ))}
    </div>
  );
}

function wordsOf(
  service: ManagedWorkshop['service'] & Pick<Printer, 'materials' | 'learned'>,
  feePercent: number,
  typed: {
    rateCard: ReturnType<typeof useRateCard>['value'];
    machines: ReturnType<typeof useMachines>['value'];
    calendar: ReturnType<typeof useCalendar>['value'];
  },
): string[] {
  const rateCard = typed.rateCard && asRateCard(typed.rateCard);
  const machines = typed.machines.map(asMachine);
  const calendar = asCalendar(typed.calendar);
  const none = [m['quotes.workshop.example.none']()];
  if (!calendar || (typed.rateCard && !rateCard) || machines.includes(null)) return none;
  const all = machines as Machine[];
  const today = koreanDay(new Date());
  const printer = { rateCard, machines: all, calendar, ...service };
  const example = examplePrint(printer);
  const { infill } = example;
  const material = materialName(example.material);
  const lines: string[] = [];
  let ready: string | null = null;
  for (const count of counts) {
    const found = offerOf(printer, [{ model: cube, print: { ...example, quantity: count } }], {
      feePercent,
      today,
    });
    if (!('offer' in found)) return [unpricedWords(found, example.material)];
    ready = found.offer.readyOn;
    const total = formatMoney(found.offer.total, service.currency, currentLocale());
    lines.push(m['quotes.workshop.example.price']({ count, material, infill, total }));
  }
  if (service.isFreeService) lines.splice(0, lines.length, m['quotes.workshop.example.free']());
  else if (feePercent > 0) lines.push(m['quotes.workshop.example.fee']({ percent: feePercent }));
  const date =
    ready && dateFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(ready));
  lines.push(date ? m['quotes.workshop.example.ready']({ date }) : m['quotes.workshop.example.never']());
  return lines;
}
