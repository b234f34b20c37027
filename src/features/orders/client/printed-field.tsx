import { useId, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { OrderDetail } from '../contract.ts';

/** What a print really weighed and took: typed, or read from the files that it was printed from. */
export function PrintedField({
  print,
  fields,
}: {
  print: NonNullable<OrderDetail['print']>;
  fields: Fields;
}) {
  const [grams, setGrams] = useState(() => shown(print.real?.grams));
  const [hours, setHours] = useState(() => shown(print.real?.hours));
  const [told, setTold] = useState<'read' | 'unread' | null>(null);
  const latest = useRef(0);
  const fileId = useId();

  async function read(files: FileList | null): Promise<void> {
    if (!files || files.length === 0) return;
    latest.current += 1;
    const turn = latest.current;
    // Readers of files are loaded when somebody chooses one.
    const { readSlicedFiles } = await import('./sliced-files.ts');
    const found = await readSlicedFiles([...files], print.material);
    if (turn !== latest.current) return;
    if (found.grams !== null) setGrams(shown(found.grams));
    if (found.seconds !== null) setHours(shown(found.seconds / 3600));
    setTold(found.grams === null && found.seconds === null ? 'unread' : 'read');
  }

  const { estimated } = print;
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">
        {m['orders.page.field.printed']()}{' '}
        <span className="text-sm font-normal text-ink-soft">{m['orders.pay.optional']()}</span>
      </legend>
      <p className="text-sm text-ink-soft">
        {m['orders.page.field.printed_hint']()}
        <span className="block tabular-nums">
          {m['orders.page.field.printed_estimate']({
            grams: formatAmount(estimated.grams),
            hours: formatAmount(estimated.hours),
          })}
        </span>
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m['orders.page.field.printed_grams']()}
          name="printedGrams"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={grams}
          onChange={({ target }) => setGrams(target.value)}
          error={fields['printed.grams']}
        />
        <TextField
          label={m['orders.page.field.printed_hours']()}
          name="printedHours"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
          error={fields['printed.hours']}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={fileId} className="text-sm font-semibold">
          {m['orders.page.field.printed_file']()}
        </label>
        <input
          id={fileId}
          type="file"
          form="none"
          multiple
          accept=".gcode,.bgcode,.gco,.g,.3mf"
          className="max-w-full text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-semibold file:text-ink"
          onChange={({ target }) => void read(target.files)}
        />
        <p role="status" className="text-sm">
          {told === 'read' && m['orders.page.field.printed_read']()}
          {told === 'unread' && m['orders.page.field.printed_unread']()}
        </p>
      </div>
    </fieldset>
  );
}

/** Amounts stand in fields without what groups their digits. */
const shown = (amount: number | null | undefined) =>
  typeof amount === 'number' ? String(Math.round(amount * 100) / 100) : '';

function formatAmount(amount: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(amount);
}
