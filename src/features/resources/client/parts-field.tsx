import { useRef, useState, type ClipboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { Part } from '../contract.ts';
import { blankPart, isTable, partsFromTable, partsTotal, typedNumber, type PartRow } from '../parts-table.ts';
import { limits } from '../rules.ts';
import type { Fields } from '#ui/form-group.tsx';
import { EditorValue, RowField, RowList, RowTools, useRows } from '#ui/rows.tsx';
import { formatCount, formatWon } from './words.ts';

const path = 'details.billOfMaterials';

/** Returns the row as it is sent. */
function valueOf(row: PartRow) {
  return {
    name: row.name,
    quantity: typedNumber(row.quantity),
    partNumber: row.partNumber,
    url: row.url.trim(),
    substitute: row.substitute,
    priceWon: typedNumber(row.priceWon),
  };
}

function rowOf(part: Part): PartRow {
  return {
    name: part.name,
    quantity: String(part.quantity),
    partNumber: part.partNumber ?? '',
    url: part.url ?? '',
    substitute: part.substitute ?? '',
    priceWon: part.priceWon === undefined ? '' : String(part.priceWon),
  };
}

/** Field for the bill of materials: edited by row or pasted from a spreadsheet. */
export function PartsField({ parts, fields }: { parts?: Part[] | undefined; fields: Fields }) {
  const [initial] = useState(() => (parts ?? []).map(rowOf));
  const rows = useRows({ path, initial, blank: blankPart, most: limits.parts });
  const values = rows.filled.map(valueOf);
  const total = partsTotal(values);

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    const found = partsFromTable(text);
    if (found.length === 0) return;
    event.preventDefault();
    rows.fill(found);
  }

  return (
    <section aria-label={m['resources.detail.bom']()} className="grid gap-4" onPaste={paste}>
      <h2 className="font-semibold">
        {m['resources.detail.bom']()}
        <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
      </h2>
      <EditorValue name={path} value={values} initial={initial.map(valueOf)} order={rows.order} />
      <RowList
        of={rows}
        addLabel={m['resources.parts.add']()}
        error={fields[path]}
        beside={
          rows.filled.length > 0 && (
            <p className="ml-auto text-right tabular-nums">
              {m['resources.parts.count']({ count: formatCount(rows.filled.length) })}
              {total !== null && (
                <strong className="ml-3">
                  {m['resources.detail.total']()} {formatWon(total)}
                </strong>
              )}
            </p>
          )
        }
      >
        {rows.rows.map((row, index) => {
          const at = rows.pathOf(row);
          const name = row.name.trim() || m['resources.parts.row']({ number: index + 1 });
          const field = (key: keyof PartRow, label: string) => ({
            label,
            path: `${at}.${key}`,
            fields,
            value: row[key],
            onChange: (value: string) => rows.change(row.key, { [key]: value }),
          });
          return (
            <li
              key={row.key}
              data-row={row.key}
              aria-label={name}
              className="grid grid-cols-2 gap-3 rounded-md border border-line bg-paper p-3 md:grid-cols-[2fr_1.5fr_5rem_7rem]"
            >
              <div className="col-span-2 md:col-span-1">
                <RowField {...field('name', m['resources.detail.part']())} maxLength={200} />
              </div>
              <div className="col-span-2 md:col-span-1">
                <RowField {...field('partNumber', m['resources.detail.part_number']())} maxLength={100} />
              </div>
              <RowField {...field('quantity', m['resources.detail.quantity']())} inputMode="decimal" />
              <RowField {...field('priceWon', m['resources.parts.price']())} inputMode="numeric" />
              <div className="col-span-2 grid gap-3 md:col-span-4 md:grid-cols-[2fr_2fr_auto] md:items-end">
                <RowField
                  {...field('url', m['resources.parts.url']())}
                  type="url"
                  inputMode="url"
                  maxLength={2000}
                />
                <RowField {...field('substitute', m['resources.detail.substitute']())} maxLength={200} />
                <RowTools of={rows} rowKey={row.key} name={name} />
              </div>
            </li>
          );
        })}
      </RowList>
      <PasteTable onParts={rows.fill} />
    </section>
  );
}

/** Alternative to pasting into the rows: a text area, or a CSV file. */
function PasteTable({ onParts }: { onParts(parts: PartRow[]): void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function fill(table: string): void {
    const parts = partsFromTable(table);
    setProblem(parts.length === 0 ? m['resources.parts.no_rows']() : '');
    if (parts.length === 0) return;
    setText('');
    onParts(parts);
  }
  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > maxFileBytes) setProblem(m['resources.parts.file_too_large']());
    else fill(decode(await file.arrayBuffer()));
    if (input.current) input.current.value = '';
  }

  return (
    <details className="rounded-md border border-line p-3">
      <summary className="py-1 font-semibold">{m['resources.parts.paste']()}</summary>
      <div className="mt-3 grid gap-3">
        <TextAreaField
          form="none"
          label={m['resources.parts.paste_label']()}
          hint={m['resources.parts.paste_hint']()}
          rows={4}
          value={text}
          className="font-mono text-sm"
          error={problem || undefined}
          // Otherwise the rows would handle the paste.
          onPaste={(event) => event.stopPropagation()}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" disabled={text.trim() === ''} onClick={() => fill(text)}>
            {m['resources.parts.fill']()}
          </Button>
          <label
            className={buttonClass(
              'secondary',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            {m['resources.parts.csv_file']()}
            <input
              ref={input}
              form="none"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
              className="sr-only"
              onChange={(event) => void readFile(event.target.files?.[0])}
            />
          </label>
        </div>
      </div>
    </details>
  );
}

const maxFileBytes = 1024 * 1024;

/** Spreadsheets in Korea and Japan still write CSV in legacy encodings. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(currentLocale() === 'ja' ? 'shift_jis' : 'euc-kr').decode(bytes);
  }
}
