import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import { localMoment, useTimeZone } from '#platform/client/local-time.ts';
import { buyerFeeOf, receivedOf, totalOf, type FeeTerms } from '#platform/shared/fee.ts';
import { parseWon } from '#platform/shared/money.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { EditorValue } from '#ui/rows.tsx';
import type { AuctionDetail } from '../contract.ts';
import { auctionLimits as limits, conditions, lowestSale, type LotKind } from '../rules.ts';
import { conditionNames, deliveryNames, formatPercent, won } from './words.ts';

type Lot = AuctionDetail | undefined;
const optional = () => m['auctions.form.optional']();

/**
 * Parses typed amounts in won; invalid input is sent as it is, so that the server's error appears at the
 * field.
 */
const digitsOf = (typed: string) => String(parseWon(typed) ?? typed.trim());

function WonField(props: {
  name: string;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}) {
  const { name, label, hint, isOptional = false, value, onChange, error } = props;
  return (
    <div>
      <input type="hidden" name={name} value={digitsOf(value)} />
      <TextField
        label={label}
        hint={hint}
        {...(isOptional && { optional: optional() })}
        inputMode="numeric"
        autoComplete="off"
        data-name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        className="tabular-nums"
      />
    </div>
  );
}

/** Fields of one kind of lot. Fields of other kinds stay mounted but hidden. */
export function KindGroup({ lot, kind, fields }: { lot: Lot; kind: LotKind; fields: Fields }) {
  return (
    <>
      <Group title={m['auctions.fact.condition']()} isShown={kind === 'thing'}>
        <SelectField
          label={m['auctions.fact.condition']()}
          name="condition"
          defaultValue={lot?.condition ?? ''}
          error={fields['condition']}
        >
          <option value="">{m['auctions.form.choose']()}</option>
          {conditions.map((each) => (
            <option key={each} value={each}>
              {conditionNames[each]()}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={m['auctions.fact.condition_note']()}
          hint={m['auctions.form.condition_hint']()}
          optional={optional()}
          name="conditionNote"
          rows={3}
          defaultValue={lot?.conditionNote}
          maxLength={limits.condition}
          error={fields['conditionNote']}
        />
      </Group>
      <Group title={m['auctions.kind.capacity']()} isShown={kind === 'capacity'}>
        <Choice
          name="serviceId"
          label={m['auctions.fact.service']()}
          isAsked={kind === 'capacity'}
          path="/api/user/services"
          isOpen={({ state }) => state === 'active'}
          initial={lot?.service ?? null}
          error={fields['serviceId']}
          none={
            <Link
              to="/services/register/{-$type}"
              params={{ type: undefined }}
              className="text-accent-strong underline"
            >
              {m['auctions.form.no_service']()}
            </Link>
          }
        />
        <Capacity lot={lot} fields={fields} />
      </Group>
      <Group title={m['auctions.kind.licence']()} isShown={kind === 'licence'}>
        <Choice
          name="resourceId"
          label={m['auctions.fact.resource']()}
          isAsked={kind === 'licence'}
          path="/api/user/resources"
          isOpen={({ state }) => state === 'published'}
          initial={lot?.resource ?? null}
          error={fields['resourceId']}
          none={
            <Link to="/resources/create" className="text-accent-strong underline">
              {m['auctions.form.no_resource']()}
            </Link>
          }
        />
        <TextAreaField
          label={m['auctions.fact.licence']()}
          hint={m['auctions.form.licence_hint']()}
          name="licenceTerms"
          rows={4}
          defaultValue={lot?.licenceTerms}
          maxLength={limits.description}
          error={fields['licenceTerms']}
        />
      </Group>
    </>
  );
}

type Own = { id: string; title: string; state: string };

/** Select for one of the seller's own services or resources. */
function Choice(props: {
  name: string;
  label: string;
  isAsked: boolean;
  path: string;
  isOpen(own: Own): boolean;
  initial: { id: string; title: string } | null;
  error: string | undefined;
  none: ReactNode;
}) {
  const { name, label, isAsked, path, isOpen, initial, error, none } = props;
  const [chosen, setChosen] = useState(initial?.id ?? '');
  const { data } = useQuery({
    queryKey: ['auction choices', path],
    meta: { private: true },
    staleTime: 0,
    enabled: isAsked,
    queryFn: ({ signal }) => getJson<Own[]>(path, signal),
  });
  const options = data?.filter(isOpen) ?? (initial ? [initial] : []);
  return (
    <div className="grid gap-1">
      <SelectField
        label={label}
        name={name}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        error={error}
      >
        <option value="">{m['auctions.form.choose']()}</option>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {data && options.length === 0 && <p className="text-sm">{none}</p>}
    </div>
  );
}

function Capacity({ lot, fields }: { lot: Lot; fields: Fields }) {
  const zone = useTimeZone();
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const [hours, setHours] = useState(String(lot?.capacity?.hours ?? ''));
  const shownFrom = from ?? (lot?.capacity ? localMoment(lot.capacity.from, zone) : '');
  const shownUntil = until ?? (lot?.capacity ? localMoment(lot.capacity.until, zone) : '');
  const count = Number(plainDigits(hours).replace(',', '.'));
  const isWhole = shownFrom !== '' && shownUntil !== '' && hours.trim() !== '';
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <EditorValue
        name="capacity"
        value={
          isWhole
            ? {
                from: new Date(shownFrom).toISOString(),
                until: new Date(shownUntil).toISOString(),
                hours: count,
              }
            : null
        }
        initial={null}
      />
      <TextField
        label={m['auctions.form.from']()}
        hint={m['auctions.form.zone']({ zone })}
        type="datetime-local"
        data-name="capacity"
        value={shownFrom}
        onChange={(event) => setFrom(event.target.value)}
        error={fields['capacity'] ?? fields['capacity.from']}
      />
      <TextField
        label={m['auctions.form.until']()}
        type="datetime-local"
        data-name="capacity"
        value={shownUntil}
        onChange={(event) => setUntil(event.target.value)}
        error={fields['capacity.until']}
      />
      <TextField
        label={m['auctions.form.hours']()}
        inputMode="decimal"
        data-name="capacity"
        value={hours}
        onChange={(event) => setHours(event.target.value)}
        error={fields['capacity.hours']}
      />
    </div>
  );
}

/** `terms` is the last saved lot, which contains the marketplace's fee. */
export function PriceGroup({ lot, terms, fields }: { lot: Lot; terms: Lot; fields: Fields }) {
  const [start, setStart] = useState(String(lot?.startPrice ?? ''));
  const [reserve, setReserve] = useState(String(lot?.reservePrice ?? ''));
  const [buyNow, setBuyNow] = useState(String(lot?.buyNowPrice ?? ''));
  const price = lowestSale(Number(digitsOf(start)), parseWon(reserve));
  return (
    <Group title={m['auctions.form.prices']()}>
      <div className="grid gap-5 md:grid-cols-3">
        <WonField
          name="startPrice"
          label={m['auctions.price.start']()}
          hint={m['auctions.form.start_hint']()}
          value={start}
          onChange={setStart}
          error={fields['startPrice']}
        />
        <WonField
          name="reservePrice"
          label={m['auctions.form.reserve']()}
          hint={m['auctions.form.reserve_hint']()}
          isOptional
          value={reserve}
          onChange={setReserve}
          error={fields['reservePrice']}
        />
        <WonField
          name="buyNowPrice"
          label={m['auctions.form.buy_now']()}
          hint={m['auctions.form.buy_now_hint']()}
          isOptional
          value={buyNow}
          onChange={setBuyNow}
          error={fields['buyNowPrice']}
        />
      </div>
      {terms && Number.isSafeInteger(price) && price > 0 && price <= limits.price && (
        <p aria-live="polite" className="rounded-md bg-sunken p-4 tabular-nums">
          {receivedWords(price, terms)}
        </p>
      )}
    </Group>
  );
}

/** Describes what the seller receives and the buyer pays at a price. */
function receivedWords(principal: number, terms: FeeTerms): string {
  const price = { ...terms, principal };
  const words = { price: won(principal), get: won(receivedOf(price)), total: won(totalOf(price)) };
  const percent = formatPercent(terms.feePercent);
  if (terms.feePercent === 0) return m['auctions.form.you_get_whole']({ price: words.price });
  return buyerFeeOf(terms) > 0
    ? m['auctions.form.you_get']({ ...words, percent })
    : m['auctions.form.you_get_less']({ ...words, percent });
}

const dayMinutes = 24 * 60;
const dayChoices = [1, 3, 5, 7, 10];

/** Start and duration, in the seller's time zone. */
export function TimeGroup({ lot, fields }: { lot: Lot; fields: Fields }) {
  const zone = useTimeZone();
  const [opened] = useState(Date.now);
  const isKnown =
    lot !== undefined &&
    lot.endsAt === null &&
    dayChoices.some((days) => days * dayMinutes === lot.durationMinutes);
  const [isLater, setIsLater] = useState(lot?.startsAt != null);
  const [typedStart, setTypedStart] = useState<string | null>(null);
  const [days, setDays] = useState<number | null>(
    lot === undefined ? 3 : isKnown ? lot.durationMinutes / dayMinutes : null,
  );
  const [typedEnd, setTypedEnd] = useState<string | null>(null);
  const start = typedStart ?? (lot?.startsAt ? localMoment(lot.startsAt, zone) : '');
  const startsAt = isLater && start !== '' ? new Date(start).toISOString() : '';
  const from = startsAt === '' ? opened : Date.parse(startsAt);
  const savedEnd =
    lot?.endsAt ?? new Date(from + (lot?.durationMinutes ?? 3 * dayMinutes) * 60_000).toISOString();
  const end = typedEnd ?? localMoment(savedEnd, zone);
  const radio =
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft';
  return (
    <Group title={m['auctions.form.times']()}>
      <input type="hidden" name="startsAt" value={startsAt} />
      {days !== null && <input type="hidden" name="durationMinutes" value={days * dayMinutes} />}
      <input
        type="hidden"
        name="endsAt"
        value={days === null && end !== '' ? new Date(end).toISOString() : ''}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{m['auctions.form.starts']()}</legend>
        <div className="flex flex-wrap gap-3">
          {[false, true].map((later) => (
            <label key={String(later)} className={radio}>
              <input
                type="radio"
                name="startChoice"
                value={later ? 'later' : 'now'}
                data-name="startsAt"
                checked={isLater === later}
                onChange={() => setIsLater(later)}
                className="size-5 accent-accent"
              />
              {later ? m['auctions.form.start_later']() : m['auctions.form.start_now']()}
            </label>
          ))}
        </div>
        {isLater && (
          <TextField
            label={m['auctions.form.starts_at']()}
            hint={m['auctions.form.zone']({ zone })}
            type="datetime-local"
            data-name="startsAt"
            value={start}
            onChange={(event) => setTypedStart(event.target.value)}
            error={fields['startsAt']}
            className="max-w-xs"
          />
        )}
        {!isLater && fields['startsAt'] !== undefined && (
          <p className="text-sm font-semibold text-danger">{fields['startsAt']}</p>
        )}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{m['auctions.form.duration']()}</legend>
        <div className="flex flex-wrap gap-3">
          {[...dayChoices, null].map((each) => (
            <label key={String(each)} className={radio}>
              <input
                type="radio"
                name="durationChoice"
                data-name="durationMinutes"
                checked={days === each}
                onChange={() => setDays(each)}
                className="size-5 accent-accent"
              />
              {each === null ? m['auctions.form.own_end']() : m['auctions.form.days']({ days: each })}
            </label>
          ))}
        </div>
        {days === null && (
          <TextField
            label={m['auctions.form.ends_at']()}
            hint={m['auctions.form.zone']({ zone })}
            type="datetime-local"
            data-name="endsAt"
            value={end}
            onChange={(event) => setTypedEnd(event.target.value)}
            error={fields['endsAt'] ?? fields['durationMinutes']}
            className="max-w-xs"
          />
        )}
        {days !== null && fields['durationMinutes'] !== undefined && (
          <p className="text-sm font-semibold text-danger">{fields['durationMinutes']}</p>
        )}
      </fieldset>
    </Group>
  );
}

export const deliveries = ['ship', 'pickup', 'digital'] as const;

export function DeliveryGroup({ lot, fields }: { lot: Lot; fields: Fields }) {
  const [chosen, setChosen] = useState<readonly string[]>(lot?.delivery ?? []);
  const [fee, setFee] = useState(String(lot?.shippingFee ?? ''));
  const error = errorUnder(fields, 'delivery');
  return (
    <Group title={m['auctions.page.handover']()}>
      <EditorValue
        name="delivery"
        value={deliveries.filter((each) => chosen.includes(each))}
        initial={null}
      />
      <div className="grid gap-2">
        <div
          role="group"
          aria-label={m['auctions.page.handover']()}
          aria-describedby={error === undefined ? undefined : 'delivery-error'}
          className="flex flex-wrap gap-3"
        >
          {deliveries.map((each) => (
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="checkbox"
                data-name="delivery"
                aria-invalid={error === undefined ? undefined : true}
                checked={chosen.includes(each)}
                onChange={() =>
                  setChosen(
                    chosen.includes(each) ? chosen.filter((kind) => kind !== each) : [...chosen, each],
                  )
                }
                className="size-5 accent-accent"
              />
              {deliveryNames[each]()}
            </label>
          ))}
        </div>
        {error !== undefined && (
          <p id="delivery-error" className="text-sm font-semibold text-danger">
            {error}
          </p>
        )}
      </div>
      <div hidden={!chosen.includes('ship')}>
        <WonField
          name="shippingFee"
          label={m['auctions.order.shipping']()}
          hint={m['auctions.form.shipping_hint']()}
          value={fee}
          onChange={setFee}
          error={fields['shippingFee']}
        />
      </div>
      <TextAreaField
        label={m['auctions.form.handover']()}
        hint={m['auctions.form.handover_hint']()}
        optional={optional()}
        name="handover"
        rows={2}
        defaultValue={lot?.handover}
        maxLength={limits.handover}
        error={fields['handover']}
      />
    </Group>
  );
}
