import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { lengthIn } from '#features/quotes/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { deviationOf, isWithin } from '#platform/shared/dimensions.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { OrderDetail } from '../contract.ts';
import { Card } from './card.tsx';

type Named = OrderDetail['dimensions'][number];
type Measured = Named['provider'];

const mm = (length: number) => numberFormat(currentLocale(), { maximumFractionDigits: 3 }).format(length);
const offWords = (off: number) =>
  numberFormat(currentLocale(), { maximumFractionDigits: 3, signDisplay: 'always' }).format(off);

/** Dimensions that matter to the buyer, with what both sides measured. */
export function Dimensions({ order }: { order: OrderDetail }) {
  const { dimensions, state } = order;
  if (dimensions.length === 0) return null;
  const isOutside = dimensions.some(({ provider }) => provider?.isWithin === false);
  return (
    <Card title={m['orders.page.dimensions.title']()}>
      {isOutside && (
        <p className="flex gap-3 rounded-md bg-danger-soft px-4 py-3 font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {state === 'working' ? m['orders.page.dimensions.warn']() : m['orders.page.dimensions.warn_sent']()}
        </p>
      )}
      <ul className="grid divide-y divide-line border-y border-line">
        {dimensions.map((dimension) => (
          <li
            key={dimension.label}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div className="col-span-2 min-w-0 sm:col-span-1">
              <p className="font-semibold wrap-anywhere">{dimension.label}</p>
              <p className="text-sm text-ink-soft tabular-nums">{targetWords(dimension)}</p>
            </div>
            <Value
              of={dimension}
              title={m['orders.page.dimensions.provider']()}
              measured={dimension.provider}
            />
            <Value of={dimension} title={m['orders.page.dimensions.buyer']()} measured={dimension.buyer} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function targetWords({ targetMm, toleranceMm }: Pick<Named, 'targetMm' | 'toleranceMm'>): string {
  return m['orders.page.field.measured_target']({ target: mm(targetMm), tolerance: mm(toleranceMm) });
}

function Value({ of, title, measured }: { of: Named; title: string; measured: Measured }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-ink-soft">{title}</p>
      {measured === null ? (
        <p className="text-ink-soft">{m['orders.page.dimensions.none']()}</p>
      ) : measured.mm === null ? (
        <p>{m['orders.page.dimensions.unmeasured']()}</p>
      ) : (
        <>
          <p className="font-semibold tabular-nums">{mm(measured.mm)} mm</p>
          <Verdict of={of} measuredMm={measured.mm} />
        </>
      )}
    </div>
  );
}

/** Says whether a measurement is within its tolerance, in words and not by colour alone. */
function Verdict({ of, measuredMm }: { of: Named; measuredMm: number }) {
  return isWithin(of, measuredMm) === true ? (
    <p className="flex items-center gap-1 text-sm text-accent-strong">
      <Check aria-hidden="true" className="size-4 shrink-0" />
      {m['orders.page.dimensions.within']()}
    </p>
  ) : (
    <p className="flex items-center gap-1 text-sm font-semibold text-danger">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {m['orders.page.dimensions.outside']({ off: offWords(deviationOf(of, measuredMm)) })}
    </p>
  );
}

/** Fields for what a side measured, each judged as it is typed. The provider says so where one cannot be measured. */
export function MeasuredFields(props: { order: OrderDetail; side: 'buyer' | 'provider'; fields: Fields }) {
  const { order, side, fields } = props;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-semibold">
        {m['orders.page.field.measured']()}
        {side === 'buyer' && (
          <span className="ml-2 text-sm font-normal text-ink-soft">{m['orders.pay.optional']()}</span>
        )}
      </legend>
      <p className="text-sm text-ink-soft">
        {side === 'provider'
          ? m['orders.page.field.measured_provider_hint']()
          : m['orders.page.field.measured_buyer_hint']()}
      </p>
      {order.dimensions.map((dimension, index) => (
        <MeasuredField
          key={dimension.label}
          dimension={dimension}
          name={`measured${index}`}
          side={side}
          error={fields[`measured[${index}]`]}
        />
      ))}
    </fieldset>
  );
}

function MeasuredField(props: {
  dimension: Named;
  name: string;
  side: 'buyer' | 'provider';
  error: string | undefined;
}) {
  const { dimension, name, side, error } = props;
  const before = dimension[side]?.mm ?? null;
  const [typed, setTyped] = useState(before === null ? '' : String(before));
  const [isUnmeasured, setIsUnmeasured] = useState(false);
  const length = isUnmeasured ? null : lengthIn(typed);
  const other = side === 'buyer' ? dimension.provider : null;
  return (
    <div className="grid gap-2">
      <TextField
        label={m['orders.page.field.measured_mm']({ label: dimension.label })}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        disabled={isUnmeasured}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        hint={
          <>
            {targetWords(dimension)}
            {other !== null && other.mm !== null && (
              <> · {m['orders.page.field.measured_by_provider']({ mm: mm(other.mm) })}</>
            )}
          </>
        }
        error={isUnmeasured ? undefined : error}
      />
      <div role="status" className="empty:hidden">
        {length !== null && <Verdict of={dimension} measuredMm={length} />}
      </div>
      {side === 'provider' && (
        <label className="flex min-h-11 w-fit items-center gap-3">
          <input
            type="checkbox"
            name={`${name}Unmeasured`}
            checked={isUnmeasured}
            onChange={({ target }) => setIsUnmeasured(target.checked)}
            className="size-5 accent-accent"
          />
          {m['orders.page.field.unmeasured']()}
        </label>
      )}
    </div>
  );
}

/**
 * Reads what was measured. A provider answers for every dimension; a buyer may leave all of them out, and what is left
 * empty next to others was not measured.
 */
export function readMeasured(
  data: FormData,
  order: OrderDetail,
  side: 'buyer' | 'provider',
): { measured: (number | null)[] | undefined; wrong: Fields } {
  const wrong: Fields = {};
  const measured = order.dimensions.map((_dimension, index) => {
    const name = `measured${index}`;
    const typed = String(data.get(name) ?? '').trim();
    if (data.has(`${name}Unmeasured`)) return null;
    if (typed === '') {
      if (side === 'provider') wrong[`measured[${index}]`] = m['orders.error.measured_needed']();
      return null;
    }
    const length = lengthIn(typed);
    if (length === null) wrong[`measured[${index}]`] = m['platform.field.number']();
    return length;
  });
  const isSaid = side === 'provider' || measured.some((length) => length !== null);
  return { measured: isSaid ? measured : undefined, wrong };
}
