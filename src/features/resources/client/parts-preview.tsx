import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { PartsTable } from '../parts-files.ts';
import {
  columnKinds,
  partCurrencies,
  proposeReading,
  readParts,
  rowsInWon,
  type ColumnKind,
  type Doubt,
  type PartCurrency,
  type Proposal,
} from '../parts-reading.ts';
import { numberText, type PartRow } from '../parts-numbers.ts';

const kindWords: Record<ColumnKind, () => string> = {
  name: () => m['resources.detail.part'](),
  quantity: () => m['resources.detail.quantity'](),
  designators: () => m['resources.parts.preview.designators'](),
  partNumber: () => m['resources.detail.part_number'](),
  price: () => m['resources.parts.preview.price'](),
  url: () => m['resources.parts.url'](),
  substitute: () => m['resources.detail.substitute'](),
};

const doubtWords: Record<Doubt, () => string> = {
  columns: () => m['resources.parts.preview.doubt.columns'](),
  quantity: () => m['resources.parts.preview.doubt.quantity'](),
  decimal: () => m['resources.parts.preview.doubt.decimal'](),
  currency: () => m['resources.parts.preview.doubt.currency'](),
};

const shownRows = 5;
const maxColumns = 30;

/** Asks how to read a table that leaves something open, with its first rows in sight. */
export function PartsPreview(props: {
  tables: readonly PartsTable[];
  onParts(parts: PartRow[]): void;
  onClose(): void;
}) {
  const { tables, onParts, onClose } = props;
  const [sheet, setSheet] = useState(0);
  const table = tables[sheet]!;
  const { rows } = table;
  const [reading, setReading] = useState<Proposal>(() => proposeReading(rows, table.delimiter));
  const [currency, setCurrency] = useState<PartCurrency | ''>(
    reading.doubts.includes('currency') && reading.currency === 'KRW' ? '' : reading.currency,
  );
  const [rate, setRate] = useState('');
  const [problem, setProblem] = useState<{ name?: string; currency?: string; rate?: string }>({});
  const change = (part: Partial<Proposal>) => setReading((before) => ({ ...before, ...part }));
  function choose(column: number, kind: ColumnKind | ''): void {
    const columns = new Map([...reading.columns].filter(([each, at]) => at !== column && each !== kind));
    if (kind !== '') columns.set(kind, column);
    change({ columns });
    setProblem({});
  }
  function chooseSheet(index: number): void {
    const next = proposeReading(tables[index]!.rows, tables[index]!.delimiter);
    setSheet(index);
    setReading(next);
    setCurrency(next.doubts.includes('currency') && next.currency === 'KRW' ? '' : next.currency);
  }
  const hasPrices = reading.columns.has('price');
  const needsRate = hasPrices && currency !== '' && currency !== 'KRW';
  function fill(): void {
    const wonPerUnit = rate.trim() === '' ? null : Number(numberText(rate));
    const wrong = {
      ...(!reading.columns.has('name') && { name: m['resources.parts.preview.choose_name']() }),
      ...(hasPrices && currency === '' && { currency: m['resources.parts.preview.choose_currency']() }),
      ...(needsRate &&
        wonPerUnit !== null &&
        !(wonPerUnit > 0) && { rate: m['resources.parts.preview.rate_wrong']() }),
    };
    setProblem(wrong);
    if (Object.keys(wrong).length > 0) return;
    const parts = readParts(rows, reading);
    if (parts.length === 0) setProblem({ name: m['resources.parts.no_rows']() });
    else onParts(rowsInWon(parts, currency === '' ? 'KRW' : currency, needsRate ? wonPerUnit : null));
  }

  const width = Math.min(maxColumns, Math.max(...rows.slice(0, 50).map(({ length }) => length)));
  const first = Math.max(0, reading.start - 1);
  const indices = Array.from({ length: width }, (_, index) => index);
  const kindOf = (column: number) => [...reading.columns].find(([, at]) => at === column)?.[0] ?? '';
  return (
    <Dialog title={m['resources.parts.preview.title']()} onClose={onClose}>
      <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
        {reading.doubts.map((doubt) => (
          <li key={doubt}>{doubtWords[doubt]()}</li>
        ))}
      </ul>
      {tables.length > 1 && (
        <SelectField
          form="none"
          label={m['resources.parts.preview.sheet']()}
          value={sheet}
          onChange={({ target }) => chooseSheet(Number(target.value))}
        >
          {tables.map(({ name }, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        form="none"
        label={m['resources.parts.preview.start']()}
        value={reading.start}
        onChange={({ target }) => change({ start: Number(target.value) })}
      >
        {rows.slice(0, 20).map((row, index) => (
          <option key={index} value={index}>
            {`${index + 1}: ${row.join(' · ').slice(0, 60)}`}
          </option>
        ))}
      </SelectField>
      {/* Focusable, so that a keyboard can scroll a wide table. */}
      <div
        role="region"
        aria-label={m['resources.parts.preview.table']()}
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-max min-w-full text-sm">
          <thead className="bg-sunken text-left align-top">
            <tr>
              {indices.map((column) => (
                <th key={column} scope="col" className="min-w-32 p-2">
                  <SelectField
                    form="none"
                    label={m['resources.parts.preview.column']({ number: column + 1 })}
                    value={kindOf(column)}
                    onChange={({ target }) => choose(column, target.value as ColumnKind | '')}
                  >
                    <option value="">{m['resources.parts.preview.unused']()}</option>
                    {columnKinds.map((kind) => (
                      <option key={kind} value={kind}>
                        {kindWords[kind]()}
                      </option>
                    ))}
                  </SelectField>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.slice(first, first + shownRows + 1).map((row, index) => (
              <tr key={index} className={first + index < reading.start ? 'text-ink-soft' : ''}>
                {indices.map((column) => (
                  <td key={column} className="max-w-60 truncate p-2">
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem.name !== undefined && (
        <p role="alert" className="text-danger">
          {problem.name}
        </p>
      )}
      {reading.doubts.includes('decimal') && (
        <SelectField
          form="none"
          label={m['resources.parts.preview.decimal']()}
          value={reading.decimal}
          onChange={({ target }) => change({ decimal: target.value === ',' ? ',' : '.' })}
        >
          <option value=".">{m['resources.parts.preview.decimal_point']()}</option>
          <option value=",">{m['resources.parts.preview.decimal_comma']()}</option>
        </SelectField>
      )}
      {hasPrices && (
        <SelectField
          form="none"
          label={m['resources.parts.preview.currency']()}
          value={currency}
          error={currency === '' ? problem.currency : undefined}
          onChange={({ target }) => setCurrency(target.value as PartCurrency | '')}
        >
          <option value="">{m['resources.parts.preview.choose']()}</option>
          {partCurrencies.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      )}
      {needsRate && (
        <TextField
          form="none"
          label={m['resources.parts.preview.rate']({ currency })}
          hint={m['resources.parts.preview.rate_hint']()}
          inputMode="decimal"
          value={rate}
          error={Number(numberText(rate)) > 0 || rate.trim() === '' ? undefined : problem.rate}
          onChange={({ target }) => setRate(target.value)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={fill}>{m['resources.parts.fill']()}</Button>
        <Button look="quiet" onClick={onClose}>
          {m['resources.parts.preview.cancel']()}
        </Button>
      </div>
    </Dialog>
  );
}
