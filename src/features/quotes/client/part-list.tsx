import { Fragment } from 'react';
import { formatSizes } from '#features/resources/client/public.tsx';
import { colorName, materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Range } from '#platform/shared/models/print.ts';
import { formatCount, formatGrams, formatHours, formatPercent, rangeWords } from './words.ts';

export type ListedPart = {
  name: string;
  quantity: number;
  sizeMm: readonly number[];
  material: string;
  infill: number;
  layerHeight: number;
  walls: number | null;
  color?: string | null | undefined;
  grams?: Range;
  hours?: Range | null;
};

/** Parts of a quote or an order with how many there are of each, and how they are printed. */
export function PartList({ parts }: { parts: readonly ListedPart[] }) {
  const pieces = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const ways = new Set(parts.map(printWords));
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          {m['quotes.kit.whole']({ kinds: formatCount(parts.length), pieces: formatCount(pieces) })}
        </span>
        {ways.size === 1 && <span className="text-ink-soft tabular-nums">{[...ways][0]}</span>}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {parts.map((part, index) => (
          <li key={index} className="grid gap-x-4 py-2 tabular-nums sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="wrap-anywhere">
              {part.name}{' '}
              <span className="font-semibold whitespace-nowrap">× {formatCount(part.quantity)}</span>
            </span>
            <span className="text-sm text-ink-soft sm:text-right">
              {detailsOf(part, ways.size > 1).map((detail, at, all) => (
                <Fragment key={detail}>
                  <span className="inline-block">
                    {detail}
                    {at < all.length - 1 && ' ·'}
                  </span>{' '}
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ListedPrint = Pick<ListedPart, 'material' | 'infill' | 'layerHeight'> & {
  walls?: number | null | undefined;
  color?: string | null | undefined;
};

export function printWords({ material, infill, layerHeight, walls = null, color }: ListedPrint): string {
  return [
    color ? `${materialName(material)} ${colorName(color)}` : materialName(material),
    `${formatCount(layerHeight)} mm`,
    formatPercent(infill),
    walls !== null && m['quotes.print.walls_value']({ count: formatCount(walls) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function detailsOf(part: ListedPart, withPrint: boolean): string[] {
  return [
    formatSizes(part.sizeMm, 'mm'),
    part.grams && rangeWords(part.grams, formatGrams),
    part.hours && rangeWords(part.hours, formatHours),
    withPrint && printWords(part),
  ].filter((detail) => typeof detail === 'string');
}
