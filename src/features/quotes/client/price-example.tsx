import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { koreanDay } from '#platform/shared/working-days.ts';
import type { ManagedWorkshop, Machine } from '#features/services/contract.ts';
import { defaultInfill, defaultLayerHeight, offerOf } from '../rules.ts';
import type { useCalendar } from './calendar-field.tsx';
import type { useMachines } from './machines-field.tsx';
import type { useRateCard } from './rate-card-field.tsx';
import { asCalendar, asMachine, asRateCard } from './workshop-form.ts';

const cube = { sizeMm: [20, 20, 20], volumeMm3: 8000 } as const;
const counts = [1, 10] as const;

/** What is in the fields right now would ask for a well-known thing. */
export function PriceExample({
  service,
  feePercent,
  ...typed
}: Pick<ManagedWorkshop, 'service' | 'feePercent'> & {
  rateCard: ReturnType<typeof useRateCard>['value'];
  machines: ReturnType<typeof useMachines>['value'];
  calendar: ReturnType<typeof useCalendar>['value'];
}) {
  return (
    <div className="grid gap-1 rounded-md bg-accent-soft p-4" aria-live="polite">
      <h2 className="font-semibold">{m['quotes.workshop.example.title']()}</h2>
      {wordsOf(service, feePercent, typed).map((words) => (
        <p key={words} className="tabular-nums">
          {words}
        </p>
      ))}
    </div>
  );
}

function wordsOf(
  service: ManagedWorkshop['service'],
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
  const { material, layerHeight } = usualPrint(all);
  const money = new Intl.NumberFormat(currentLocale(), { style: 'currency', currency: service.currency });
  const today = koreanDay(new Date());
  const printer = { rateCard, machines: all, calendar, materials: [], ...service };
  const lines: string[] = [];
  let ready: string | null = null;
  for (const count of counts) {
    const print = { material, infill: defaultInfill, layerHeight, quantity: count };
    const found = offerOf(printer, cube, print, { feePercent, today });
    if ('noPrice' in found) return [noPriceWords(found.noPrice, material)];
    if ('obstacles' in found) return none;
    ready = found.offer.readyOn;
    const total = money.format(found.offer.total);
    lines.push(m['quotes.workshop.example.price']({ count, material, infill: defaultInfill, total }));
  }
  if (service.isFreeService) lines.splice(0, lines.length, m['quotes.workshop.example.free']());
  else lines.push(m['quotes.workshop.example.fee']({ percent: feePercent }));
  const date =
    ready &&
    new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(ready),
    );
  lines.push(date ? m['quotes.workshop.example.ready']({ date }) : m['quotes.workshop.example.never']());
  return lines;
}

/** PLA in the usual layers where it can be, else the first thing that a machine takes. */
function usualPrint(machines: readonly Machine[]): { material: string; layerHeight: number } {
  const working = machines.filter(({ paused }) => !paused);
  const takesPla = ({ stock }: Machine) => stock.some(({ material }) => /^pla$/i.test(material.trim()));
  const machine = working.find(takesPla) ?? working.find(({ stock }) => stock.length > 0);
  if (!machine) return { material: 'PLA', layerHeight: defaultLayerHeight };
  const [thinnest, thickest] = machine.layerMm;
  return {
    material: takesPla(machine) ? 'PLA' : (machine.stock[0]?.material ?? 'PLA'),
    layerHeight: Math.min(Math.max(defaultLayerHeight, thinnest), thickest),
  };
}

function noPriceWords(reason: string, material: string): string {
  if (reason === 'no_density') return m['quotes.workshop.example.no_density']({ material });
  if (reason === 'no_rate_card') return m['quotes.workshop.example.no_rate_card']();
  return m['quotes.workshop.example.none']();
}
