import { useId, useRef, useState, type ChangeEvent } from 'react';
import { materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { OrderDetail } from '../contract.ts';
import { printedAmount } from './printed-amount.ts';

type Print = NonNullable<OrderDetail['print']>;
type Typed = { grams: string; hours: string };

/** What a print really weighed and took, by material: typed, or read from the files that it was printed from. */
export function PrintedField(props: {
  print: Print;
  machines: OrderDetail['making']['machines'];
  machine: string | null;
  fields: Fields;
}) {
  const { print, machines, machine, fields } = props;
  const { materials } = print;
  const [typed, setTyped] = useState<readonly Typed[]>(() =>
    materials.map(({ real }) => ({ grams: printedAmount(real?.grams), hours: printedAmount(real?.hours) })),
  );
  const [told, setTold] = useState<'read' | 'unread' | null>(null);
  const latest = useRef(0);
  const fileId = useId();
  const isSeveral = materials.length > 1;

  async function read(files: FileList | null): Promise<void> {
    if (!files || files.length === 0) return;
    latest.current += 1;
    const turn = latest.current;
    // Readers of files are loaded when somebody chooses one.
    const { readSlicedFiles } = await import('./sliced-files.ts');
    const found = await readSlicedFiles(
      [...files],
      materials.map(({ material }) => material),
    );
    if (turn !== latest.current) return;
    setTyped((before) =>
      before.map((each, index) => {
        const { grams, seconds } = found[index]!;
        return {
          grams: grams === null ? each.grams : printedAmount(grams),
          hours: seconds === null ? each.hours : printedAmount(seconds / 3600),
        };
      }),
    );
    const isSilent = found.every(({ grams, seconds }) => grams === null && seconds === null);
    setTold(isSilent ? 'unread' : 'read');
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">
        {m['orders.page.field.printed']()}{' '}
        <span className="text-sm font-normal text-ink-soft">{m['orders.pay.optional']()}</span>
      </legend>
      <p className="text-sm text-ink-soft">
        {isSeveral ? m['orders.page.field.printed_hint_several']() : m['orders.page.field.printed_hint']()}
      </p>
      {materials.map((each, index) => (
        <MaterialFields
          key={each.material}
          of={each}
          path={isSeveral ? `printed.materials[${index}]` : 'printed'}
          name={`printed[${index}]`}
          isSeveral={isSeveral}
          machines={isSeveral && machines.length > 1 ? machines : []}
          machine={machine}
          typed={typed[index]!}
          onChange={(change) =>
            setTyped(typed.map((one, at) => (at === index ? { ...one, ...change } : one)))
          }
          fields={fields}
        />
      ))}
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

function MaterialFields(props: {
  of: Print['materials'][number];
  /** Where errors of the server stand, and names of the fields. */
  path: string;
  name: string;
  isSeveral: boolean;
  machines: OrderDetail['making']['machines'];
  machine: string | null;
  typed: Typed;
  onChange(change: Partial<Typed>): void;
  fields: Fields;
}) {
  const { of, path, name, isSeveral, machines, machine, typed, onChange, fields } = props;
  const { estimated } = of;
  const material = materialName(of.material);
  const field = (key: keyof Typed, label: string) => ({
    label: isSeveral ? `${material} · ${label}` : label,
    name: `${name}.${key}`,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 20,
    value: typed[key],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [key]: target.value }),
    error: fields[`${path}.${key}`],
  });
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft tabular-nums">
        {isSeveral && `${material} · `}
        {m['orders.page.field.printed_estimate']({
          grams: formatAmount(estimated.grams),
          hours: formatAmount(estimated.hours),
        })}
      </p>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <TextField
          {...field(
            'grams',
            isSeveral ? m['orders.page.field.printed_weight']() : m['orders.page.field.printed_grams'](),
          )}
        />
        <TextField
          {...field(
            'hours',
            isSeveral ? m['orders.page.field.printed_time']() : m['orders.page.field.printed_hours'](),
          )}
        />
        {machines.length > 0 && (
          <SelectField
            label={`${material} · ${m['orders.page.field.machine']()}`}
            name={`${name}.machineId`}
            defaultValue=""
            error={fields[`${path}.machineId`]}
          >
            <option value="">{machine ?? m['orders.page.field.machine_any']()}</option>
            {machines
              .filter((each) => each.name !== machine)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
          </SelectField>
        )}
      </div>
    </div>
  );
}

function formatAmount(amount: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(amount);
}
