import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { RightsField, usualUse, type Use } from '#features/licensing/client/public.tsx';
import {
  checkDelivery,
  DeliveryFields,
  deliveryOf,
  formatCount,
  isPaymentDocument,
  LoginNeeded,
  Notice,
  orderLimits,
  priceOrFree,
  RulesLink,
  SafePayment,
  Skeleton,
  usePaying,
  leaveToPay,
  type DeliveryKind,
} from '#features/orders/client/public.tsx';
import { DimensionList, DimensionsField, dimensionsIn } from '#features/quotes/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { Group, type Fields } from '#ui/form-group.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { Basket, PlacedBasket } from '../contract.ts';
import { basketKey, basketQuery, openBasketAttempt, placeBasket, removeItem, setOwned } from './api.ts';
import { BoughtList } from './bought-list.tsx';
import { purposeRefusal, strictestRights } from './rights.ts';
import { Sum, type Amounts } from './sum.tsx';
import { answersWords } from './words.ts';

type Item = Basket['items'][number];
type Choices = Record<string, DeliveryKind>;

export const payBasket = async (id: string) => leaveToPay(await openBasketAttempt(id));

/** What a person is putting together, with everything that is needed to order and pay it at once. */
export function BasketScreen() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    // Client-side navigation leads here without the CSP that allows payment windows.
    if (!isPaymentDocument()) window.location.reload();
  }, []);
  if (!user) return <LoginNeeded>{m['baskets.login_needed']()}</LoginNeeded>;
  return <Loaded />;
}

function Loaded() {
  const [use, setUse] = useState<Use>(usualUse);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...basketQuery(use),
    placeholderData: (before) => before,
  });
  if (!data)
    return error ? (
      <NotRead error={error} retry={refetch}>
        {null}
      </NotRead>
    ) : (
      <Skeleton />
    );
  if (data.items.length === 0 && data.bought.lines.length === 0) return <Empty />;
  return (
    <Form
      basket={data}
      use={use}
      onUse={setUse}
      isRecounting={isPlaceholderData}
      onStale={() => void refetch()}
    />
  );
}

function Empty() {
  return (
    <Notice>
      <p className="font-semibold">{m['baskets.empty.title']()}</p>
      <p>{m['baskets.empty.text']()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/estimate" className={buttonClass()}>
          {m['baskets.empty.estimate']()}
        </Link>
        <Link to="/services" className={buttonClass('secondary')}>
          {m['baskets.empty.services']()}
        </Link>
      </div>
    </Notice>
  );
}

/** Returns the chosen way of delivery of an item, or its usual one. */
function wayOf({ id, offer }: Item, chosen: Choices) {
  return offer?.deliveries.find(({ kind }) => kind === chosen[id]) ?? offer?.deliveries[0];
}

function sumOf(items: readonly Item[], chosen: Choices): Amounts {
  const sum: Amounts = { principal: 0, delivery: 0, share: 0, total: 0 };
  for (const item of items) {
    const amounts = wayOf(item, chosen)?.amounts;
    if (!amounts) continue;
    for (const of of ['principal', 'delivery', 'share', 'total'] as const) sum[of] += amounts[of];
  }
  return sum;
}

function Form(props: {
  basket: Basket;
  use: Use;
  onUse(use: Use): void;
  isRecounting: boolean;
  onStale(): void;
}) {
  const { basket, use, onUse, isRecounting, onStale } = props;
  const { items, bought } = basket;
  const client = useQueryClient();
  const navigate = useNavigate();
  const paying = usePaying(payBasket);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  const [chosen, setChosen] = useState<Choices>({});
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const keep = (next: Basket) => {
    client.setQueryData(basketQuery(use).queryKey, next);
    onStale();
  };
  const remove = useMutation({ mutationFn: removeItem, onSuccess: keep, onError: report });
  const own = useMutation({
    mutationFn: ({ line, isOwned }: { line: number; isOwned: boolean }) =>
      setOwned(basket.id ?? '', line, isOwned),
    onSuccess: onStale,
    onError: report,
  });
  const place = useMutation({
    mutationFn: (data: FormData) =>
      placeBasket(
        {
          ...use,
          items: items.map((item) => ({
            id: item.id,
            delivery: wayOf(item, chosen)?.kind ?? 'pickup',
            description: String(data.get(noteOf(item)) ?? ''),
            dimensions: dimensionsIn(data, item.id).dimensions,
          })),
          address: isSent ? (deliveryOf(data, 'ship').address ?? null) : null,
          consent: { terms: data.has('consentTerms'), customMade: data.has('consentCustomMade') },
          total: sum.total,
        },
        key.current,
      ),
    onSuccess: async (placed) => {
      await client.invalidateQueries({ queryKey: basketKey });
      await goOn(placed);
    },
    onError: (error) => {
      // A corrected order is another one than the refused. One whose answer was lost may have been placed.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        key.current = crypto.randomUUID();
      setFields(error instanceof ApiError ? atAddress(error.fields) : {});
      setFailure(describeError(error));
      toast('danger', m['baskets.failed']());
      if (error instanceof ApiError && error.status === 409) onStale();
    },
  });

  function report(error: Error): void {
    toast('danger', m['baskets.failed'](), describeError(error));
  }

  /** The way back from the gateway leads to what was ordered. */
  async function goOn({ id, toPay }: PlacedBasket): Promise<void> {
    if (toPay > 0) paying.pay(id);
    await navigate({ to: '/payment/basket/$id', params: { id }, replace: true });
  }

  const sum = sumOf(items, chosen);
  const isSent = items.some((item) => wayOf(item, chosen)?.kind === 'ship');
  const needsCustomMade = items.some(({ offer }) => offer?.customMade === true);
  const rights = strictestRights(items.flatMap(({ offer }) => offer?.rights ?? []));
  const consents = items.find(({ offer }) => offer !== null)?.offer?.consents;
  const percents = new Set(items.flatMap(({ offer }) => offer?.feePercent ?? []));
  const hasProblem = items.some(({ problem }) => problem !== null);
  const offers = items.flatMap(({ offer }) => offer ?? []);
  const isBusy = place.isPending || paying.isBusy;

  function send(): void {
    if (!form.current || isBusy || isRecounting) return;
    const data = new FormData(form.current);
    const wrong: Fields = isSent ? checkDelivery(data, 'ship') : {};
    for (const [index, { id }] of items.entries()) {
      for (const [name, words] of Object.entries(dimensionsIn(data, id).wrong))
        wrong[`items[${index}].${name}`] = words;
    }
    if (!data.has('consentTerms')) wrong['consent.terms'] = m['orders.error.consent_needed']();
    if (needsCustomMade && !data.has('consentCustomMade'))
      wrong['consent.customMade'] = m['orders.error.consent_needed']();
    setFields(wrong);
    setFailure(Object.keys(wrong).length > 0 ? m['platform.error.invalid_input']() : '');
    if (Object.keys(wrong).length === 0) place.mutate(data);
  }

  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      onInput={corrected}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section aria-label={m['baskets.items']()} className="grid gap-3">
          {items.map((item, index) => (
            <ItemCard
              key={item.id}
              item={item}
              way={wayOf(item, chosen)?.kind}
              fields={fieldsOf(fields, index)}
              isBusy={remove.isPending}
              onWay={(kind) => setChosen({ ...chosen, [item.id]: kind })}
              onRemove={() => remove.mutate(item.id)}
            />
          ))}
          {items.length === 0 && <p>{m['baskets.nothing_made']()}</p>}
        </section>
        {bought.lines.length > 0 && (
          <Group title={m['baskets.bought.title']()}>
            <BoughtList
              bought={bought}
              isBusy={own.isPending}
              onOwned={(line, isOwned) => own.mutate({ line, isOwned })}
            />
          </Group>
        )}
        {rights.length > 0 && (
          <RightsField
            rights={rights}
            use={use}
            onUse={onUse}
            onAsked={onStale}
            error={purposeRefusal(fields)}
          />
        )}
        {isSent && (
          <DeliveryFields
            kinds={[]}
            delivery="ship"
            onDelivery={() => {}}
            kept={keptAddress(items)}
            fields={fields}
          />
        )}
      </div>
      <div className="grid gap-6 lg:sticky lg:top-24">
        <section
          aria-label={m['baskets.sum.title']()}
          className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6"
        >
          <h2 className="text-xl font-bold">{m['baskets.sum.title']()}</h2>
          <Sum amounts={sum} feePercent={percents.size === 1 ? [...percents][0] : undefined} />
          {offers.length > 0 && <p className="text-sm text-ink-soft">{answersWords(offers)}</p>}
        </section>
        {consents && (
          <Group title={m['orders.pay.consents']()}>
            <Consent name="consentTerms" error={fields['consent.terms']} words={consents.terms.words} />
            <RulesLink />
            {needsCustomMade && (
              <Consent
                name="consentCustomMade"
                error={fields['consent.customMade']}
                words={consents.customMade.words}
              />
            )}
          </Group>
        )}
        {failure !== '' && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
            {failure}
          </p>
        )}
        {items.length > 0 && (
          <Button type="submit" disabled={isBusy || isRecounting || hasProblem}>
            {paying.isBusy
              ? m['orders.pay.leaving']()
              : place.isPending
                ? m['orders.pay.sending']()
                : sum.total === 0
                  ? m['orders.pay.use_free']()
                  : m['orders.pay.pay']({ total: priceOrFree(sum.total, 'KRW') })}
          </Button>
        )}
        {hasProblem && <p className="text-sm">{m['baskets.problem_first']()}</p>}
        <SafePayment of={{}} />
      </div>
    </form>
  );
}

/** Returns the refusals of one item by the names that its own form uses; the one of the whole item is nameless. */
function fieldsOf(fields: Fields, index: number): Fields {
  const start = `items[${index}]`;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, words]) =>
      name.startsWith(start) ? [[name.slice(start.length).replace(/^\./, ''), words]] : [],
    ),
  );
}

const noteOf = ({ id }: Item) => `${id}note`;

/** The form begins with where the last parcel went. */
function keptAddress(items: readonly Item[]): Record<string, string> | null {
  const address = items.find(({ offer }) => offer?.address)?.offer?.address;
  return address ? { ...address, note: '' } : null;
}

/** Puts refusals of the basket's address where the fields of an order show theirs. */
function atAddress(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name.replace(/^address/, 'delivery.address'), words]),
  );
}

function ItemCard(props: {
  item: Item;
  way: DeliveryKind | undefined;
  fields: Fields;
  isBusy: boolean;
  onWay(kind: DeliveryKind): void;
  onRemove(): void;
}) {
  const { item, way, fields, isBusy, onWay, onRemove } = props;
  const { offer, problem } = item;
  const title = offer?.title ?? m['baskets.item.gone']();
  const words = problem?.message ?? fields[''] ?? fields['delivery'];
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
          {offer && (
            <p className="text-sm text-ink-soft">
              {[
                offer.provider.fullName,
                ...(offer.quantity > 1
                  ? [m['baskets.item.pieces']({ count: formatCount(offer.quantity) })]
                  : []),
                ...(offer.leadTimeDays === null ? [] : [m['orders.pay.days']({ days: offer.leadTimeDays })]),
              ].join(' · ')}
            </p>
          )}
        </div>
        {offer?.amounts && (
          <p className="shrink-0 font-semibold tabular-nums">
            {priceOrFree(offer.amounts.principal, offer.amounts.currency)}
          </p>
        )}
      </div>
      {words !== undefined && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {words}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {offer && offer.deliveries.length > 0 && (
          <div
            role="radiogroup"
            aria-label={m['baskets.item.delivery']({ title })}
            className="flex flex-wrap gap-2"
          >
            {offer.deliveries.map(({ kind, price }) => (
              <ChoiceField
                key={kind}
                type="radio"
                name={`delivery ${item.id}`}
                checked={way === kind}
                onChange={() => onWay(kind)}
              >
                {deliveryNames[kind]()}
                {kind === 'ship' && (
                  <span className="text-sm text-ink-soft tabular-nums"> {priceOrFree(price, 'KRW')}</span>
                )}
              </ChoiceField>
            ))}
          </div>
        )}
        <Button
          look="quiet"
          disabled={isBusy}
          onClick={onRemove}
          aria-label={m['baskets.item.remove_of']({ title })}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          {m['baskets.item.remove']()}
        </Button>
      </div>
      {offer && <Wishes item={item} offer={offer} isMade={way !== 'digital'} fields={fields} />}
    </article>
  );
}

/** What the maker should know or measure, closed until it is wanted. */
function Wishes(props: { item: Item; offer: NonNullable<Item['offer']>; isMade: boolean; fields: Fields }) {
  const { item, offer, isMade, fields } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isRefused = Object.keys(fields).some((name) => /^(?:dimensions|description)/.test(name));
  return (
    <details
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-t border-line pt-1"
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold">
        {m['baskets.item.wishes']()}
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-2">
        <TextAreaField
          label={m['baskets.item.note']()}
          name={noteOf(item)}
          rows={2}
          maxLength={orderLimits.description}
          error={fields['description']}
        />
        {offer.dimensions.length > 0 ? (
          <div className="grid gap-2">
            <p className="text-sm text-ink-soft">{m['quotes.dimensions.agreed']()}</p>
            <DimensionList dimensions={offer.dimensions} />
          </div>
        ) : (
          isMade && (
            <div className="grid gap-2">
              <p className="text-sm text-ink-soft">{m['quotes.dimensions.hint']()}</p>
              <DimensionsField kept={null} fields={fields} prefix={item.id} />
            </div>
          )
        )}
      </div>
    </details>
  );
}

const deliveryNames: Record<DeliveryKind, () => string> = {
  ship: m['orders.pay.ship'],
  pickup: m['orders.pay.pickup'],
  digital: m['orders.pay.digital'],
};

function Consent({ name, error, words }: { name: string; error: string | undefined; words: string }) {
  return (
    <div className="grid gap-1">
      <ChoiceField type="checkbox" name={name} aria-invalid={error === undefined ? undefined : true}>
        {words}
      </ChoiceField>
      {error !== undefined && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}
