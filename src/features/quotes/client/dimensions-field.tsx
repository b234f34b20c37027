import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dimensionLimits, type Dimension } from '#platform/shared/dimensions.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import { dimensionFields, usualTolerance } from './dimensions.ts';

/** Dimensions that matter to the buyer: what, how long, how far off it may be. */
export function DimensionsField(props: {
  /** Values that were typed before, by the names of their fields. */
  kept: Record<string, string> | null | undefined;
  fields: Fields;
  /** Beginning of the names of its fields, in a form of several orders. */
  prefix?: string;
}) {
  const { kept, fields, prefix = '' } = props;
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(kept));
  const nextId = useRef(rows.length);
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  // Focus goes to the row that was just added.
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [added]);
  return (
    <div className="grid gap-4">
      <ol ref={list} className="grid gap-4 empty:hidden">
        {rows.map((row, index) => {
          const names = dimensionFields(index, prefix);
          const error = (field: string) => fields[`dimensions[${index}].${field}`];
          return (
            <li
              key={row.id}
              className="grid grid-cols-2 items-start gap-3 rounded-md bg-sunken p-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <div className="col-span-2 sm:col-span-1">
                <TextField
                  label={m['quotes.dimensions.label']()}
                  placeholder={m['quotes.dimensions.label_example']()}
                  name={names.label}
                  defaultValue={row.label}
                  maxLength={dimensionLimits.label}
                  error={error('label')}
                />
              </div>
              <TextField
                label={m['quotes.dimensions.target']()}
                name={names.target}
                defaultValue={row.target}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                error={error('targetMm')}
              />
              <TextField
                label={m['quotes.dimensions.tolerance']()}
                name={names.tolerance}
                defaultValue={row.tolerance}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                error={error('toleranceMm')}
              />
              <button
                type="button"
                aria-label={m['quotes.dimensions.remove']({ number: index + 1 })}
                onClick={() => {
                  setRows(rows.filter(({ id }) => id !== row.id));
                  add.current?.focus();
                }}
                className="col-span-2 flex min-h-11 items-center gap-2 justify-self-end rounded-md px-3 hover:text-danger sm:col-span-1 sm:mt-7"
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </button>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        ref={add}
        hidden={rows.length >= dimensionLimits.count}
        className={buttonClass('secondary', 'w-fit')}
        onClick={() => {
          setRows([...rows, { id: nextId.current, label: '', target: '', tolerance: usualTolerance }]);
          setAdded(nextId.current);
          nextId.current += 1;
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        {m['quotes.dimensions.add']()}
      </button>
    </div>
  );
}

type Row = { id: number; label: string; target: string; tolerance: string };

function rowsOf(kept: Record<string, string> | null | undefined): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < dimensionLimits.count; index += 1) {
    const { label, target, tolerance } = dimensionFields(index);
    const said = kept?.[label];
    if (said === undefined) break;
    rows.push({
      id: index,
      label: said,
      target: kept?.[target] ?? '',
      tolerance: kept?.[tolerance] ?? usualTolerance,
    });
  }
  return rows;
}

/** Dimensions that were named, to be read. */
export function DimensionList({ dimensions }: { dimensions: readonly Dimension[] }) {
  const format = numberFormat(currentLocale(), { maximumFractionDigits: 3 });
  return (
    <ul className="grid gap-1">
      {dimensions.map(({ label, targetMm, toleranceMm }) => (
        <li key={label} className="wrap-anywhere tabular-nums">
          {m['quotes.dimensions.row']({
            label,
            target: format.format(targetMm),
            tolerance: format.format(toleranceMm),
          })}
        </li>
      ))}
    </ul>
  );
}
