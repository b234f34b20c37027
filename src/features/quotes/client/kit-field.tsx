import { useOptimistic, useState, useTransition } from 'react';
import { formatSizes, Printable, problemWords } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Unit } from '#platform/shared/models/mesh.ts';
import { meshDefect } from '#platform/shared/models/mesh-defect.ts';
import { Button } from '#ui/button.tsx';
import {
  ofPart,
  readPairs,
  settingNames,
  writeName,
  writePairs,
  type ChangeEstimate,
  type SettingName,
} from './choices.ts';
import { isWanted, shareOf, type KitPart } from '../kit.ts';
import { isTested, testedPrint, type Settings } from '../tested.ts';
import { printWords } from './part-list.tsx';
import { piecesIn, SettingFields, type Materials } from './print-field.tsx';
import { UnitChoice } from './unit-choice.tsx';
import { formatCount } from './words.ts';

/** Parts of a resource, all that are needed ticked, with how many of each. */
export function KitField(props: { kit: readonly KitPart[]; materials: Materials; onChange: ChangeEstimate }) {
  const { kit, materials, onChange } = props;
  const share = shareOf(kit);
  const setCount = (id: string, count: number) =>
    onChange(({ fileId, parts }) => {
      // A link to one file stays what it shows.
      const before: Iterable<readonly [string, string | number]> =
        fileId === undefined ? readPairs(parts) : kit.map((part) => [part.id, part.count] as const);
      return { fileId: undefined, parts: writePairs(new Map([...before, [id, count]])) };
    });
  const setUnit = (id: string, unit: Unit) =>
    onChange(({ units }) => ({ units: writePairs(new Map([...readPairs(units), [id, unit]])) }));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-live="polite" className={share.isWhole ? 'font-semibold' : 'font-semibold text-danger'}>
          {share.isWhole
            ? m['quotes.kit.whole']({ kinds: formatCount(share.kinds), pieces: formatCount(share.pieces) })
            : share.chosenKinds < share.neededKinds
              ? m['quotes.kit.some']({
                  chosen: formatCount(share.chosenKinds),
                  all: formatCount(share.neededKinds),
                })
              : m['quotes.kit.fewer']()}
        </p>
        {!share.isWhole && (
          <Button look="secondary" onClick={() => void onChange({ fileId: undefined, parts: undefined })}>
            {m['quotes.kit.choose_all']()}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {kit.map((part) => (
          <li key={part.id} className="grid gap-3 p-3 sm:p-4">
            <PartRow part={part} onCount={(count) => setCount(part.id, count)} />
            {isWanted(part) && part.state === 'unreadable' && (
              <p role="alert" className="text-sm font-semibold text-danger">
                {problemWords[part.problem]()}
              </p>
            )}
            {isWanted(part) && part.state === 'measured' && (
              <>
                {meshDefect(part.figures) !== null && <Printable figures={part.figures} />}
                {(part.isUnitMissing || part.unit !== undefined) && (
                  <UnitChoice
                    figures={part.figures}
                    chosen={part.unit}
                    onChoose={(unit) => void setUnit(part.id, unit)}
                  />
                )}
              </>
            )}
            {isWanted(part) && <PartSettings part={part} materials={materials} onChange={onChange} />}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{sourceWords(kit)}</p>
    </div>
  );
}

/** How a part is printed, and fields that change it for this part alone. */
function PartSettings(props: { part: KitPart; materials: Materials; onChange: ChangeEstimate }) {
  const { part, materials, onChange } = props;
  const { id, name, profile, settings } = part;
  const [isOpen, setIsOpen] = useState(false);
  const isLeft = profile !== undefined && !isTested(profile, settings);
  const write = (chosen: Partial<Record<SettingName, string>>) =>
    onChange((before) =>
      Object.fromEntries(
        settingNames.flatMap((setting) => {
          const value = chosen[setting];
          if (value === undefined) return [];
          const pairs = new Map(readPairs(before[ofPart[setting]]));
          pairs.set(id, setting === 'material' ? writeName(value) : value);
          return [[ofPart[setting], writePairs(pairs)]];
        }),
      ),
    );
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-sm text-ink-soft tabular-nums">
        {printWords(settings)}
        {isLeft && <span className="font-semibold text-danger"> · {m['quotes.tested.part_left']()}</span>}
      </summary>
      {isOpen && (
        <div
          role="group"
          aria-label={m['quotes.tested.of_part']({ name })}
          className="mt-3 grid grid-cols-2 gap-4"
        >
          <SettingFields
            settings={{ walls: undefined, ...settings }}
            materials={materials}
            onChoose={(setting, value) => void write({ [setting]: value })}
          />
          {isLeft && (
            <Button
              look="secondary"
              className="col-span-2 w-fit"
              onClick={() => void write(writtenOf(testedPrint(profile)))}
            >
              {m['quotes.tested.take']()}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

/** Returns settings as they stand in an address. */
function writtenOf({ material, infill, layerHeight, walls }: Settings): Record<SettingName, string> {
  return {
    material,
    infill: String(infill),
    layer: String(layerHeight),
    walls: walls === undefined ? 'usual' : String(walls),
  };
}

function PartRow({ part, onCount }: { part: KitPart; onCount(count: number): Promise<void> }) {
  const { name, needed, state } = part;
  // What was ticked is shown before all prices are worked out.
  const [count, setCount] = useOptimistic(part.count);
  const [, start] = useTransition();
  const choose = (next: number) =>
    start(async () => {
      setCount(next);
      await onCount(next);
    });
  const wanted = count > 0;
  const facts = [
    state === 'measured'
      ? formatSizes(part.figures.sizeMm, 'mm')
      : state === 'waiting'
        ? m['quotes.model.measuring']()
        : '',
    needed === 0
      ? m['quotes.kit.alternative']()
      : wanted && count !== needed
        ? m['quotes.kit.needed']({ count: formatCount(needed) })
        : '',
  ].filter(Boolean);
  return (
    <div className="flex items-center gap-3">
      <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={wanted}
          onChange={({ target }) => choose(target.checked ? Math.max(1, needed) : 0)}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="grid min-w-0">
          <span className={`wrap-anywhere ${wanted ? 'font-semibold' : 'text-ink-soft'}`}>{name}</span>
          {facts.length > 0 && (
            <span className="text-sm text-ink-soft tabular-nums">{facts.join(' · ')}</span>
          )}
        </span>
      </label>
      {wanted && <CountField name={name} count={count} onCount={choose} />}
    </div>
  );
}

/** Keeps the last valid number while an empty or invalid one is being typed. */
function CountField({ name, count, onCount }: { name: string; count: number; onCount(count: number): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(count);
  return (
    <span className="flex shrink-0 items-center gap-2">
      <span aria-hidden="true">×</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={m['quotes.kit.count_of']({ name })}
        aria-invalid={piecesIn(text) === null ? true : undefined}
        value={text}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value);
          const pieces = piecesIn(target.value);
          if (pieces !== null) onCount(pieces);
        }}
        className="min-h-11 w-20 rounded-md border border-line-strong bg-surface px-3 py-2 text-right tabular-nums aria-invalid:border-danger"
      />
    </span>
  );
}

/** Says where the numbers come from, so that nobody takes a guess for the author's word. */
function sourceWords(kit: readonly KitPart[]): string {
  const from = new Set(kit.filter(({ needed }) => needed > 0).map((part) => part.from));
  if (!from.has('unsaid'))
    return from.has('author') ? m['quotes.kit.from_author']() : m['quotes.kit.from_list']();
  return from.size > 1 ? m['quotes.kit.partly_unsaid']() : m['quotes.kit.unsaid']();
}
