import { Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Part, ResourceDetail } from '../contract.ts';
import { partsTotal } from '../parts-table.ts';
import { CopyButton } from './copy-button.tsx';
import { partsCsv } from './parts-csv.ts';
import { Section } from './section.tsx';
import { formatCount, formatWon } from './words.ts';

const maxPieces = 100_000;

/** Bill of materials with its cost for a chosen number of pieces. */
export function PartsSection({ resource, parts }: { resource: ResourceDetail; parts: Part[] }) {
  const [typed, setTyped] = useState('1');
  const pieces = Math.min(maxPieces, Math.max(1, Math.floor(Number(typed)) || 1));
  const total = partsTotal(parts, pieces);
  const unpriced = parts.filter(({ priceWon }) => priceWon === undefined).length;
  const csv = () => partsCsv(parts, pieces);

  async function download(): Promise<void> {
    const { safeFileName } = await import('#platform/shared/file-name.ts');
    // The byte order mark lets spreadsheets read Korean.
    const address = URL.createObjectURL(new Blob(['\uFEFF', csv()], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = safeFileName(`${resource.title}.csv`, ' BOM');
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  return (
    <Section title={m['resources.detail.bom']()}>
      <div className="flex flex-wrap items-end justify-between gap-4 print:hidden">
        <label className="grid gap-1">
          <span className="font-semibold">{m['resources.parts.pieces']()}</span>
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={maxPieces}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => setTyped(String(pieces))}
            className="min-h-11 w-32 rounded-md border border-line-strong bg-surface px-3 py-2 tabular-nums"
          />
        </label>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={csv()} label={m['resources.parts.copy_csv']()} />
          <Button look="secondary" className="text-sm" onClick={download}>
            <Download aria-hidden="true" className="size-4" />
            {m['resources.parts.download_csv']()}
          </Button>
        </div>
      </div>
      <PartsTable parts={parts} pieces={pieces} />
      <PartsCards parts={parts} pieces={pieces} />
      {total !== null && (
        <div className="rounded-lg bg-accent-soft p-4" aria-live="polite">
          <p className="flex flex-wrap items-baseline justify-between gap-2">
            <span className="font-semibold">
              {pieces === 1
                ? m['resources.parts.total_one']()
                : m['resources.parts.total_of']({ count: formatCount(pieces) })}
            </span>
            <strong className="text-xl tabular-nums">{formatWon(total)}</strong>
          </p>
          {unpriced > 0 && (
            <p className="mt-1 text-sm text-ink-soft">
              {m['resources.parts.unpriced']({ count: formatCount(unpriced) })}
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

function sumOf({ priceWon, quantity }: Part, pieces: number): string {
  return priceWon === undefined ? '' : formatWon(Math.round(priceWon * quantity * pieces));
}

function PartName({ part }: { part: Part }) {
  return (
    <>
      {part.url === undefined ? (
        part.name
      ) : (
        <a
          href={part.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-6 items-center gap-1 text-accent-strong underline"
        >
          {part.name}
          <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">{m['resources.parts.opens']()}</span>
        </a>
      )}
      {part.substitute && (
        <span className="block text-sm text-ink-soft">
          {m['resources.detail.substitute']()}: {part.substitute}
        </span>
      )}
    </>
  );
}

function PartsTable({ parts, pieces }: { parts: Part[]; pieces: number }) {
  const priced = parts.some(({ priceWon }) => priceWon !== undefined);
  const numbered = parts.some(({ partNumber }) => partNumber);
  const cell = 'p-3 text-left align-top';
  const number = 'p-3 text-right align-top whitespace-nowrap tabular-nums';
  return (
    <div className="hidden overflow-hidden rounded-lg border border-line bg-surface md:block print:block">
      <table className="w-full text-sm">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className={cell}>
              {m['resources.detail.part']()}
            </th>
            {numbered && (
              <th scope="col" className={cell}>
                {m['resources.detail.part_number']()}
              </th>
            )}
            <th scope="col" className={number}>
              {m['resources.detail.quantity']()}
            </th>
            {priced && (
              <>
                <th scope="col" className={number}>
                  {m['resources.detail.price']()}
                </th>
                <th scope="col" className={number}>
                  {m['resources.parts.sum']()}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {parts.map((part, index) => (
            <tr key={index}>
              <td className={cell}>
                <PartName part={part} />
              </td>
              {numbered && <td className={`${cell} font-mono text-xs`}>{part.partNumber}</td>}
              <td className={number}>{formatCount(part.quantity * pieces)}</td>
              {priced && (
                <>
                  <td className={number}>{part.priceWon === undefined ? '' : formatWon(part.priceWon)}</td>
                  <td className={number}>{sumOf(part, pieces)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Cards of parts for phones, where five columns do not fit. */
function PartsCards({ parts, pieces }: { parts: Part[]; pieces: number }) {
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface md:hidden print:hidden">
      {parts.map((part, index) => (
        <li key={index} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 p-3">
          <div className="font-semibold">
            <PartName part={part} />
          </div>
          <p className="font-semibold whitespace-nowrap tabular-nums">
            × {formatCount(part.quantity * pieces)}
          </p>
          <p className="font-mono text-xs text-ink-soft">{part.partNumber}</p>
          <p className="text-right text-sm whitespace-nowrap tabular-nums">{sumOf(part, pieces)}</p>
        </li>
      ))}
    </ul>
  );
}
