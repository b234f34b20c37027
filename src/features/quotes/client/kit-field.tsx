import { useOptimistic, useState, useTransition } from 'react';
import { formatSizes, Printable, problemWords } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Unit } from '#platform/shared/models/mesh.ts';
import { meshDefect } from '#platform/shared/models/mesh-defect.ts';
import { Button } from '#ui/button.tsx';
import { readPairs, writePairs, type ChangeEstimate } from './choices.ts';
import { isWanted, shareOf, type KitPart } from '../kit.ts';
import { piecesIn } from './print-field.tsx';
import { UnitChoice } from './unit-choice.tsx';
import { formatCount } from './words.ts';

/** Parts of a resource, all that are needed ticked, with how many of each. */
export function KitField({ kit, onChange }: { kit: readonly KitPart[]; onChange: ChangeEstimate }) {
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
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{sourceWords(kit)}</p>
    </div>
  );
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
