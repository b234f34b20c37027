import { Copy, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Machine } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { errorUnder, type Fields } from '#ui/form-group.tsx';
import { RowField, RowList, RowTools, useRows, type Keyed, type Rows } from '#ui/rows.tsx';
import { densities } from '../rules.ts';
import { blankMachine, machineRow, machineValue, type MachineRow, type StockRow } from './workshop-form.ts';

const maxMachines = 30;
const maxStock = 30;

/** State of the form's machines and the values to submit. New machines get their ids here. */
export function useMachines(initial: readonly Machine[]) {
  const [first] = useState(() => initial.map(machineRow));
  const rows = useRows<MachineRow>({
    path: 'machines',
    initial: first,
    blank: blankMachine,
    most: maxMachines,
  });
  const [ids] = useState(() => new Map<number, string>());
  const idOf = (row: Keyed<MachineRow>) => {
    if (row.id !== '') return row.id;
    const id = ids.get(row.key) ?? crypto.randomUUID();
    ids.set(row.key, id);
    return id;
  };
  return { rows, value: rows.filled.map((row) => machineValue(row, idOf(row))), order: rows.order };
}

export function MachinesField({
  of: { rows },
  isPrinting,
  fields,
}: {
  of: ReturnType<typeof useMachines>;
  isPrinting: boolean;
  fields: Fields;
}) {
  return (
    <>
      {rows.rows.length === 0 && isPrinting && (
        <p className="text-ink-soft">{m['quotes.workshop.machines.none']()}</p>
      )}
      <RowList of={rows} addLabel={m['quotes.workshop.machines.add']()} error={fields['machines']}>
        {rows.rows.map((row, index) => (
          <MachineCard
            key={row.key}
            of={rows}
            row={row}
            name={row.name.trim() || m['quotes.workshop.machines.number']({ number: index + 1 })}
            isPrinting={isPrinting}
            fields={fields}
          />
        ))}
      </RowList>
      <datalist id="known-materials">
        {Object.keys(densities).map((material) => (
          <option key={material} value={material}>
            {material}
          </option>
        ))}
      </datalist>
    </>
  );
}

function MachineCard({
  of,
  row,
  name,
  isPrinting,
  fields,
}: {
  of: Rows<MachineRow>;
  row: Keyed<MachineRow>;
  name: string;
  isPrinting: boolean;
  fields: Fields;
}) {
  const at = of.pathOf(row);
  const field = (key: Exclude<keyof MachineRow, 'paused' | 'stock'>, path: string, label: string) => ({
    label,
    path: `${at}.${path}`,
    fields,
    value: row[key],
    onChange: (value: string) => of.change(row.key, { [key]: value }),
  });
  const { fill, isFull } = of;
  const { key: _key, ...copied } = row;
  const copies = [{ ...copied, id: '' }];
  return (
    <li
      data-row={row.key}
      aria-label={name}
      className="grid grid-cols-1 gap-4 rounded-md border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-44 flex-1">
          <RowField
            {...field('name', 'name', m['quotes.workshop.machines.name']())}
            placeholder="Bambu Lab P1S"
            maxLength={80}
          />
        </div>
        <div className="ml-auto flex md:mt-7">
          <button
            type="button"
            aria-label={m['quotes.workshop.machines.copy']({ name })}
            data-tooltip={m['quotes.workshop.machines.copy']({ name })}
            aria-disabled={isFull}
            onClick={() => {
              if (!isFull) fill(copies);
            }}
            className="grid size-11 place-items-center rounded-md text-ink-soft hover:bg-accent-soft hover:text-ink aria-disabled:opacity-40"
          >
            <Copy aria-hidden="true" className="size-5" />
          </button>
          <RowTools of={of} rowKey={row.key} name={name} />
        </div>
      </div>
      <fieldset className="grid min-w-0 grid-cols-3 gap-3">
        <legend className="sr-only">{m['quotes.workshop.machines.build']()}</legend>
        <RowField {...field('x', 'buildMm[0]', m['quotes.workshop.machines.x']())} inputMode="decimal" />
        <RowField {...field('y', 'buildMm[1]', m['quotes.workshop.machines.y']())} inputMode="decimal" />
        <RowField {...field('z', 'buildMm[2]', m['quotes.workshop.machines.z']())} inputMode="decimal" />
      </fieldset>
      <StockField
        path={`${at}.stock`}
        stock={row.stock}
        fields={fields}
        onChange={(stock) => of.change(row.key, { stock })}
      />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {isPrinting && (
          <>
            <RowField
              {...field('thinnest', 'layerMm[0]', m['quotes.workshop.machines.thinnest']())}
              inputMode="decimal"
            />
            <RowField
              {...field('thickest', 'layerMm[1]', m['quotes.workshop.machines.thickest']())}
              inputMode="decimal"
            />
          </>
        )}
        <RowField
          {...field('tolerance', 'toleranceMm', m['quotes.workshop.machines.tolerance']())}
          placeholder={m['quotes.workshop.optional']()}
          inputMode="decimal"
        />
        <RowField
          {...field('leadDays', 'leadDays', m['quotes.workshop.machines.lead_days']())}
          hint={m['quotes.workshop.machines.lead_days_hint']()}
          inputMode="numeric"
        />
        <RowField
          {...field('queue', 'queue', m['quotes.workshop.machines.queue']())}
          hint={m['quotes.workshop.machines.queue_hint']()}
          inputMode="numeric"
        />
      </div>
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          form="none"
          checked={row.paused}
          onChange={(event) => of.change(row.key, { paused: event.target.checked })}
          className="size-5 accent-accent"
        />
        {m['quotes.workshop.machines.paused']()}
      </label>
    </li>
  );
}

/** Materials of a machine with their colours. */
function StockField({
  path,
  stock,
  fields,
  onChange,
}: {
  path: string;
  stock: readonly StockRow[];
  fields: Fields;
  onChange(stock: readonly StockRow[]): void;
}) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const [focus, setFocus] = useState<{ index: number } | null>(null);
  useEffect(() => {
    if (!focus) return;
    const inputs = frame.current?.querySelectorAll<HTMLElement>('[data-stock] input');
    (inputs?.[focus.index * 2] ?? frame.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }, [focus]);
  const filled = stock.filter(({ material, colors }) => `${material}${colors}`.trim() !== '');
  const change = (index: number, part: Partial<StockRow>) =>
    onChange(stock.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset ref={frame} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">{m['quotes.workshop.stock.title']()}</legend>
      {filled.length === 0 && (
        <p className="text-sm text-ink-soft">{m['quotes.workshop.stock.as_service']()}</p>
      )}
      {stock.map((each, index) => {
        const at = `${path}[${filled.indexOf(each)}]`;
        const color = errorUnder(fields, `${at}.colors`);
        return (
          <div key={index} data-stock className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-3 sm:grid-cols-[1fr_2fr]">
              <RowField
                label={m['quotes.workshop.stock.material']()}
                path={`${at}.material`}
                fields={fields}
                value={each.material}
                list="known-materials"
                maxLength={60}
                onChange={(material) => change(index, { material })}
              />
              <RowField
                label={m['quotes.workshop.stock.colors']()}
                path={`${at}.colors`}
                fields={color === undefined ? {} : { [`${at}.colors`]: color }}
                value={each.colors}
                placeholder={m['quotes.workshop.stock.colors_hint']()}
                maxLength={600}
                onChange={(colors) => change(index, { colors })}
              />
            </div>
            <button
              type="button"
              aria-label={m['quotes.workshop.stock.remove']({
                name: each.material.trim() || m['quotes.workshop.stock.material'](),
              })}
              onClick={() => {
                onChange(stock.filter((_, place) => place !== index));
                setFocus({ index: Math.min(index, stock.length - 2) });
              }}
              className="mt-7 grid size-11 place-items-center rounded-md text-ink-soft hover:bg-accent-soft hover:text-danger"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </div>
        );
      })}
      {fields[path] && <p className="text-sm font-semibold text-danger">{fields[path]}</p>}
      <Button
        look="secondary"
        data-add
        className="w-fit"
        disabled={stock.length >= maxStock}
        onClick={() => {
          onChange([...stock, { material: '', colors: '' }]);
          setFocus({ index: stock.length });
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        {m['quotes.workshop.stock.add']()}
      </Button>
    </fieldset>
  );
}
