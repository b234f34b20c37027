import { useId } from 'react';
import { formatSizes, unitNames } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { textIn, type Texts } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { inUnit, type Figures } from '#platform/shared/models/measure.ts';
import type { Unit } from '#platform/shared/models/mesh.ts';
import { likelyUnits } from '#platform/shared/models/unclear-units.ts';

/** Diameters of coins that everybody has seen: 500 won and 500 yen, and a quarter. */
const coinMm: Texts<number> = { ko: 26.5, ja: 26.5, en: 24.3 };

const coinFace: Texts<string> = { ko: '500', ja: '500', en: '25¢' };

/** Choice of a unit for a file that says none: the thing to scale next to a coin, in either unit. */
export function UnitChoice(props: {
  figures: Figures;
  chosen: Unit | undefined;
  onChoose(unit: Unit): void;
}) {
  const { figures, chosen, onChoose } = props;
  const id = useId();
  return (
    <fieldset className="grid gap-3" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{m['quotes.model.unclear']()}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {m['quotes.model.unclear_hint']()}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {likelyUnits.map((unit) => {
          const { sizeMm } = inUnit(figures, unit);
          return (
            <label
              key={unit}
              className="grid cursor-pointer content-start gap-2 rounded-lg border border-line bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <span className="flex items-center gap-2 font-semibold">
                <input
                  type="radio"
                  name={id}
                  checked={chosen === unit}
                  onChange={() => onChoose(unit)}
                  className="size-5 shrink-0 accent-accent"
                />
                {unitNames[unit]()}
              </span>
              <BesideCoin sizeMm={sizeMm} />
              <span className="text-sm tabular-nums">{formatSizes(sizeMm, 'mm')}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Drawing of the thing's front, as wide and high as it is, next to a coin. Both stand on the same line. */
function BesideCoin({ sizeMm: [x, y, z] }: Pick<Figures, 'sizeMm'>) {
  const coin = textIn(coinMm, currentLocale());
  const width = Math.max(x, y);
  const gap = Math.max(coin, width) * 0.12;
  const whole = width + gap + coin;
  const height = Math.max(z, coin);
  // What would be thinner than a hair in the drawing is still to be seen.
  const least = Math.max(whole, height) / 100;
  return (
    <svg
      role="img"
      aria-label={m['quotes.model.coin']({ size: formatSizes([x, y, z], 'mm') })}
      viewBox={`0 0 ${whole} ${height}`}
      preserveAspectRatio="xMidYMax meet"
      className="h-28 w-full"
    >
      <rect
        x={0}
        y={height - Math.max(z, least)}
        width={Math.max(width, least)}
        height={Math.max(z, least)}
        className="fill-accent"
      />
      <circle
        cx={width + gap + coin / 2}
        cy={height - coin / 2}
        r={Math.max(coin / 2, least)}
        className="fill-line-strong"
      />
      <text
        x={width + gap + coin / 2}
        y={height - coin / 2}
        fontSize={coin * 0.36}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-surface font-bold"
      >
        {textIn(coinFace, currentLocale())}
      </text>
    </svg>
  );
}
