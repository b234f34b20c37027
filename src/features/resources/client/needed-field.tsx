import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';
import { EditorValue } from '#ui/rows.tsx';
import type { Part, ResourceFile } from '../contract.ts';
import { maxNeeded, neededOf } from '../kit.ts';
import type { Fields } from '#ui/form-group.tsx';

const path = 'needed';

/** How many of each printable file one thing needs. An empty field leaves it to the bill of materials. */
export function NeededField(props: {
  files: readonly ResourceFile[];
  /** Names of the files that are added. */
  added: readonly string[];
  billOfMaterials: readonly Part[] | undefined;
  fields: Fields;
}) {
  const { files, added, billOfMaterials, fields } = props;
  const names = [...new Set([...files.map(({ name }) => name), ...added])].filter(
    (name) => modelFormatOf(name) !== null,
  );
  const [initial] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      files.map(({ name, needed }) => [name, needed?.from === 'author' ? String(needed.count) : '']),
    ),
  );
  const [typed, setTyped] = useState(initial);
  if (names.length === 0) return null;
  const value = (from: Record<string, string>) =>
    Object.fromEntries(names.map((name) => [name, numberOf(from[name] ?? '')]));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">
        {m['resources.needed.title']()}
        <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
      </legend>
      <EditorValue name={path} value={value(typed)} initial={value(initial)} />
      <ul className="grid divide-y divide-line rounded-md border border-line bg-paper">
        {names.map((name) => {
          const error = fields[`${path}.${name}`];
          const found = neededOf({ name, needed: null }, billOfMaterials);
          return (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3">
              <span className="min-w-40 flex-1 wrap-anywhere">{name}</span>
              <input
                form="none"
                inputMode="numeric"
                aria-label={m['resources.needed.of']({ name })}
                aria-invalid={error ? true : undefined}
                maxLength={6}
                placeholder={String(found.count)}
                value={typed[name] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                className="min-h-11 w-20 rounded-md border border-line-strong bg-surface px-3 py-2 text-right tabular-nums placeholder:text-ink-soft aria-invalid:border-danger"
              />
              {error && <p className="w-full text-sm font-semibold text-danger">{error}</p>}
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-ink-soft">{m['resources.needed.hint']({ most: String(maxNeeded) })}</p>
    </fieldset>
  );
}

/** Returns what was typed as it is sent: null for nothing, and the text itself where the server has to refuse it. */
function numberOf(text: string): number | string | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}
