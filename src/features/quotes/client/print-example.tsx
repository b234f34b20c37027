import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ServiceDetail } from '#features/services/contract.ts';
import { materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { offerOf } from '../rules.ts';
import { cube, examplePrint, sideMm } from './example-print.ts';
import { PriceLines } from './price-lines.tsx';
import { unpricedWords } from './words.ts';

/** Default calendar: open every day, one job a day. */
const everyDay = { closedWeekdays: [], holidays: [], jobsPerDay: 1 };

/** Example price of a small cube on a service's page; its owner sees why there is none. */
export function PrintExample({ service, isOwn }: { service: ServiceDetail; isOwn: boolean }) {
  const { workshop, feePercent, currency, isFreeService, price, pricePerUnit } = service;
  const [today] = useState(() => koreanDay(new Date()));
  const printer = {
    rateCard: workshop?.rateCard ?? null,
    machines: workshop?.machines ?? [],
    calendar: workshop?.calendar ?? everyDay,
    isFreeService,
    currency,
    price,
    pricePerUnit,
    materials: service.materials,
    learned: service.learned,
  };
  const print = examplePrint(printer);
  const found = offerOf(printer, [{ model: cube, print: { ...print, quantity: 1 } }], { feePercent, today });
  if (!('offer' in found)) {
    if (!isOwn) return null;
    return (
      <p className="max-w-xl rounded-md bg-accent-soft p-4">
        {m['quotes.example.unpriced']({ why: unpricedWords(found, print.material) })}{' '}
        <Link
          to="/my/services/$id/workshop"
          params={{ id: service.id }}
          className="font-semibold text-accent-strong underline"
        >
          {m['quotes.example.workshop']()}
        </Link>
      </p>
    );
  }
  return (
    <div className="max-w-xl rounded-lg border border-line bg-surface p-4">
      <h3 className="font-semibold">
        {m['quotes.example.title']({ side: sideMm, material: materialName(print.material) })}
      </h3>
      <div className="mt-3">
        <PriceLines price={found.offer} currency={currency} feePercent={feePercent} />
      </div>
    </div>
  );
}
