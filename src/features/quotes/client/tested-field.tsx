import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { PrintProfile } from '#features/resources/contract.ts';
import { materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isTested } from '../tested.ts';
import type { Choices, EstimateSearch } from './choices.ts';
import { formatCount, formatPercent } from './words.ts';

/** Settings that the author has tested, and what it means to leave them. */
export function TestedField(props: {
  profiles: readonly PrintProfile[];
  choices: Choices;
  onChange(part: EstimateSearch): void;
}) {
  const { profiles, choices, onChange } = props;
  const id = useId();
  const chosen = profiles[choices.profile];
  if (!chosen) return null;
  const isKept = isTested(chosen, choices.print);
  const take = (index: number) =>
    onChange({
      profile: index === 0 ? undefined : index,
      material: undefined,
      color: undefined,
      infill: undefined,
      layer: undefined,
      walls: undefined,
    });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m['quotes.tested.title']()}</legend>
      {profiles.map((profile, index) => (
        <label
          key={index}
          className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-lg border border-line bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={id}
            checked={isKept && index === choices.profile}
            onChange={() => take(index)}
            className="row-span-2 size-5 shrink-0 accent-accent"
          />
          <span className="font-semibold wrap-anywhere">
            {profile.name ?? m['quotes.tested.number']({ number: index + 1 })}
          </span>
          <span className="text-sm text-ink-soft tabular-nums">{testedWords(profile)}</span>
        </label>
      ))}
      <p
        role="status"
        className={`flex items-start gap-3 rounded-md px-4 py-3 ${isKept ? 'bg-accent-soft text-accent-strong' : 'bg-sunken'}`}
      >
        {isKept ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        ) : (
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        )}
        <span>{isKept ? m['quotes.tested.kept']() : m['quotes.tested.left']()}</span>
      </p>
    </fieldset>
  );
}

function testedWords({ material, layerHeightMm, infillPercent, walls, supports }: PrintProfile): string {
  return [
    material && materialName(material),
    layerHeightMm !== undefined && `${formatCount(layerHeightMm)} mm`,
    infillPercent !== undefined && formatPercent(infillPercent),
    walls !== undefined && m['quotes.print.walls_value']({ count: formatCount(walls) }),
    supports !== undefined && (supports ? m['quotes.tested.supports']() : m['quotes.tested.no_supports']()),
  ]
    .filter(Boolean)
    .join(' · ');
}
