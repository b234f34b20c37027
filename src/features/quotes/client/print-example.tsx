import { useState } from 'react';
import type { ServiceDetail } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { koreanDay } from '#platform/shared/working-days.ts';
import { defaultInfill, defaultLayerHeight, densityOf, offerOf, standardRateCard } from '../rules.ts';
import { defaultMaterial } from './choices.ts';
import { PriceLines } from './price-lines.tsx';

const sideMm = 20;
const cube = { sizeMm: [sideMm, sideMm, sideMm] as const, volumeMm3: sideMm ** 3 };

/** Who says nothing else works every day, on one job. */
const everyDay = { closedWeekdays: [], holidays: [], jobsPerDay: 1 };

/** What a small cube would cost here, so that a rate card says something. */
export function PrintExample({ service }: { service: ServiceDetail }) {
  const { workshop, feePercent, currency, isFreeService } = service;
  const [today] = useState(() => koreanDay(new Date()));
  const card = workshop?.rateCard ?? null;
  const machines = (workshop?.machines ?? []).filter(({ paused }) => !paused);
  const offered =
    machines.length > 0
      ? machines.flatMap(({ stock }) => stock.map((each) => each.material))
      : service.materials;
  const known = offered.filter((each) => densityOf(card ?? standardRateCard, each) !== null);
  const material = known.includes(defaultMaterial) ? defaultMaterial : (known[0] ?? defaultMaterial);
  const found = offerOf(
    {
      rateCard: card,
      machines,
      calendar: workshop?.calendar ?? everyDay,
      isFreeService,
      currency,
      materials: service.materials,
    },
    cube,
    { material, infill: defaultInfill, layerHeight: defaultLayerHeight, quantity: 1 },
    { feePercent, today },
  );
  if (!('offer' in found)) return null;
  return (
    <div className="max-w-xl rounded-lg border border-line bg-surface p-4">
      <h3 className="font-semibold">{m['quotes.example.title']({ side: sideMm, material })}</h3>
      <div className="mt-3">
        <PriceLines price={found.offer} currency={currency} feePercent={feePercent} />
      </div>
    </div>
  );
}
