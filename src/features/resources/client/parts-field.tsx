import { lazy, Suspense, useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { Part } from '../contract.ts';
import type { PartsTable } from '../parts-files.ts';
import { isTable } from '../parts-reading.ts';
import { blankPart, partsTotal, typedNumber, type PartRow } from '../parts-table.ts';
import { limits } from '../rules.ts';
import type { Fields } from '#ui/form-group.tsx';
import { EditorValue, RowField, RowList, RowTools, useRows } from '#ui/rows.tsx';
import { formatCount, formatWon } from './words.ts';

const PartsPreview = lazy(async () => ({ default: (await import('./parts-preview.tsx')).PartsPreview }));

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

  const [asked, setAsked] = useState<PartsTable[] | null>(null);
  const [problem, setProblem] = useState('');
  // Rows may be edited while the reader is loaded.
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });

  async function read(source: string | Uint8Array): Promise<boolean> {
    const { readPartsOf } = await import('./read-parts.ts');
    const answer = readPartsOf(source);
    setProblem('problem' in answer ? problemWords[answer.problem]() : '');
    if ('parts' in answer) latest.current.fill(answer.parts);
    if ('tables' in answer) setAsked(answer.tables);
    return !('problem' in answer);
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    event.preventDefault();
    void read(text);
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
      <PasteTable problem={problem} onProblem={setProblem} onRead={read} />
      {asked && (
        <Suspense fallback={null}>
          <PartsPreview
            tables={asked}
            onParts={(found) => {
              setAsked(null);
              rows.fill(found);
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

const problemWords = {
  no_rows: () => m['resources.parts.no_rows'](),
  unreadable: () => m['resources.parts.unreadable'](),
  too_large: () => m['resources.parts.file_too_large'](),
  encrypted: () => m['resources.parts.encrypted'](),
};

/** Alternative to pasting into the rows: a text area, or a file. */
function PasteTable(props: {
  problem: string;
  onProblem(words: string): void;
  /** Returns whether the table could be read. */
  onRead(source: string | Uint8Array): Promise<boolean>;
}) {
  const { problem, onProblem, onRead } = props;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  async function fill(): Promise<void> {
    if (await onRead(text)) setText('');
  }
  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > maxFileBytes) onProblem(problemWords.too_large());
    else await onRead(new Uint8Array(await file.arrayBuffer()));
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
          <Button look="secondary" disabled={text.trim() === ''} onClick={() => void fill()}>
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
              accept=".csv,.tsv,.txt,.xlsx,.xml,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
