import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { PrintProfile } from '#features/resources/contract.ts';
import { materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { isWanted, untestedOf, type KitPart } from '../kit.ts';
import { wholeProfiles } from '../tested.ts';
import { noneByPart, type EstimateSearch } from './choices.ts';
import { formatCount, formatPercent } from './words.ts';

/** Settings that the author has tested, for the whole thing and for single parts, and what it means to leave them. */
export function TestedField(props: {
  profiles: readonly PrintProfile[];
  /** Place of the chosen one among the profiles for the whole thing. */
  chosen: number;
  kit: readonly KitPart[];
  onChange(part: EstimateSearch): void;
}) {
  const { profiles, chosen, kit, onChange } = props;
  const id = useId();
  const wanted = kit.filter(isWanted);
  const own = profiles.flatMap((profile) => {
    const parts = profile.files === undefined ? [] : kit.filter((part) => part.profile === profile);
    return parts.length > 0 ? [{ profile, names: parts.map(({ name }) => name) }] : [];
  });
  const whole = wholeProfiles(profiles);
  if (whole.length + own.length === 0) return null;
  const left = untestedOf(kit);
  const isKept = left.length === 0;
  const take = (index: number) =>
    onChange({
      profile: index === 0 ? undefined : index,
      material: undefined,
      color: undefined,
      infill: undefined,
      layer: undefined,
      walls: undefined,
      ...noneByPart,
    });
  const nameOf = ({ name }: PrintProfile, index: number) =>
    name ?? m['quotes.tested.number']({ number: index + 1 });
  const box = 'grid min-h-11 rounded-lg border border-line bg-surface px-4 py-3';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m['quotes.tested.title']()}</legend>
      {whole.map((profile, index) => (
        <label
          key={index}
          className={`${box} cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
        >
          <input
            type="radio"
            name={id}
            checked={isKept && index === chosen}
            onChange={() => take(index)}
            className="row-span-2 size-5 shrink-0 accent-accent"
          />
          <span className="font-semibold wrap-anywhere">{nameOf(profile, index)}</span>
          <span className="text-sm text-ink-soft tabular-nums">{testedWords(profile)}</span>
        </label>
      ))}
      {own.map(({ profile, names }, index) => (
        <div key={index} className={box}>
          <p className="font-semibold wrap-anywhere">
            {profile.name === undefined ? names.join(', ') : `${profile.name}: ${names.join(', ')}`}
          </p>
          <p className="text-sm text-ink-soft tabular-nums">{testedWords(profile)}</p>
        </div>
      ))}
      <div
        role="status"
        className={`flex items-start gap-3 rounded-md px-4 py-3 ${isKept ? 'bg-accent-soft text-accent-strong' : 'bg-sunken'}`}
      >
        {isKept ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        ) : (
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        )}
        <div className="grid gap-2">
          <p>{isKept ? m['quotes.tested.kept']() : m['quotes.tested.left']()}</p>
          {!isKept && left.length < wanted.length && (
            <p className="font-semibold wrap-anywhere">
              {m['quotes.tested.left_parts']({ names: left.map(({ name }) => name).join(', ') })}
            </p>
          )}
          {!isKept && whole.length === 0 && (
            <Button look="secondary" className="w-fit" onClick={() => take(0)}>
              {m['quotes.tested.take']()}
            </Button>
          )}
        </div>
      </div>
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
