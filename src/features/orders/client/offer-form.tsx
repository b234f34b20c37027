import { useNavigate, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RightsField, type Use } from '#features/licensing/client/public.tsx';
import { DimensionList, DimensionsField, dimensionsIn } from '#features/quotes/client/public.tsx';
import {
  forgetUploads,
  isPlainFileName,
  mediaTypeOf,
  UploadField,
} from '#features/uploads/client/public.tsx';
import { useRememberDoing } from '#platform/client/doing.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { plainDigits } from '#platform/shared/widths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import type { OrderDetail, OrderInput, OrderOffer } from '../contract.ts';
import { orderLimits, type DeliveryKind } from '../rules.ts';
import { placeOrder } from './api.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { RulesLink } from './rules-link.tsx';
import { checkDelivery, deliveryHint, deliveryOf, DeliveryFields } from './delivery-fields.tsx';
import { Inquire, SafePayment } from './offer-parts.tsx';
import type { Above } from './pay-screen.tsx';
import { keyFor, openDraft, rememberOrder, renewKey } from './paying.ts';
import { usePaying } from './use-paying.tsx';
import { formatCount, priceOrFree } from './words.ts';

type Props = {
  offer: OrderOffer;
  quantity: number;
  isRecounting: boolean;
  personId: string | null;
  /** Chosen way of delivery; null before a choice. */
  delivery: DeliveryKind | null;
  onDelivery(kind: DeliveryKind): void;
  /** What designs of others are made for. */
  use: Use;
  onUse(use: Use): void;
  /** Called when the price has changed since it was shown. */
  onStale(): void;
  later: Above['later'];
  /** The order that ended, whose place this one takes. */
  replaces: string | undefined;
  onPlaced: Above['onPlaced'];
};

/** Order form: quantity, delivery and agreements. Guests fill it in, log in, and find their input again. */
export function OfferForm(props: Props) {
  const {
    offer,
    quantity,
    isRecounting,
    personId,
    onStale,
    onDelivery,
    use,
    onUse,
    later,
    replaces,
    onPlaced,
  } = props;
  const delivery = props.delivery ?? offer.deliveries[0]?.kind ?? 'ship';
  const { serviceId, quoteId, amounts } = offer;
  const about = quoteId ?? serviceId;
  const uploadsOf = `order ${about}`;
  const total = amounts?.total ?? 0;
  const isFree = offer.kind === 'free';
  const navigate = useNavigate();
  const { pathname, searchStr } = useLocation();
  const paying = usePaying();
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => openDraft(personId, about));
  const [kept] = useState(draft.read);
  const kinds = offer.deliveries.map(({ kind }) => kind);
  // The way that was chosen before; its price belongs to the sum above the form.
  const keptKind = kinds.find((kind) => kind === kept?.['delivery']);
  useEffect(() => {
    if (keptKind) onDelivery(keptKind);
  }, [keptKind, onDelivery]);
  const [hasFiles, setHasFiles] = useState(false);
  const [failure, setFailure] = useState('');
  useRememberDoing();
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  const [unpaid, setUnpaid] = useState<OrderDetail | null>(null);
  const [typedQuantity, setTypedQuantity] = useState(String(quantity));
  // Wait until the total of the typed quantity was shown, so that nobody pays an unseen sum.
  const isRecounted = !isRecounting && (!isQuantity(typedQuantity) || quantityIn(typedQuantity) === quantity);
  // Work from the buyer's own file is made to measure, for every kind of service.
  const needsCustomMade = !isFree && (offer.customMade || hasFiles);
  const key = useRef<Promise<string>>(null);

  useEffect(() => {
    if (personId === null) return;
    key.current = keyFor(personId, about).then((found) => {
      setUnpaid(found.unpaid);
      return found.key;
    });
  }, [personId, about]);

  /** A retry with the same input is the same order; changed input makes another one. */
  async function place(person: string, input: OrderInput): Promise<OrderDetail> {
    const first = (await key.current) ?? renewKey(person, about);
    try {
      return await placeOrder(input, first);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'idempotency_conflict')) throw error;
      const next = renewKey(person, about);
      key.current = Promise.resolve(next);
      return placeOrder(input, next);
    }
  }

  async function send(): Promise<void> {
    if (!form.current || isSending || paying.isBusy || personId === null || !isRecounted) return;
    const data = new FormData(form.current);
    const wrong = check(data, { delivery, needsCustomMade });
    setFields(wrong);
    setFailure(Object.keys(wrong).length > 0 ? m['platform.error.invalid_input']() : '');
    if (Object.keys(wrong).length > 0) return;
    setIsSending(true);
    try {
      const order = await place(personId, inputOf(data, { offer, quantity, delivery, use, replaces }));
      rememberOrder(personId, about, { key: (await key.current) ?? '', orderId: order.id });
      draft.forget();
      forgetUploads(uploadsOf);
      await onPlaced?.(order.id);
      await goOnWith(order);
    } catch (error) {
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['orders.pay.failed']());
      if (error instanceof ApiError && error.status === 409) onStale();
    } finally {
      setIsSending(false);
    }
  }

  async function goOnWith(order: OrderDetail): Promise<void> {
    if (order.isFree || order.state !== 'created') {
      toast('success', order.isFree ? m['orders.pay.ordered_free']() : m['orders.pay.already_paid']());
      await navigate({ to: '/orders/$id', params: { id: order.id }, replace: true });
      return;
    }
    paying.pay(order.id);
    // The way back from the gateway leads to this order, not to a new one.
    await navigate({
      to: '/payment/service/$id',
      params: { id: serviceId },
      search: { order: order.id },
      replace: true,
    });
  }

  function keepDraft(): void {
    if (form.current) draft.keep(typedIn(new FormData(form.current)));
  }

  const field = (name: string, path = name) => ({
    name,
    defaultValue: kept?.[name],
    error: errorUnder(fields, path),
  });
  const isBusy = isSending || paying.isBusy;
  const optional = m['orders.pay.optional']();
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onInput={(event) => {
        keepDraft();
        corrected(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {unpaid && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-accent bg-surface p-5">
          <p>{m['orders.pay.unpaid_order']()}</p>
          <Link
            to="/payment/service/$id"
            params={{ id: serviceId }}
            search={{ order: unpaid.id }}
            className={buttonClass('secondary')}
          >
            {m['orders.pay.go_on']()}
          </Link>
        </div>
      )}
      <Group title={quoteId === null ? m['orders.pay.wanted']() : m['orders.pay.wanted_quoted']()}>
        {quoteId !== null && <p>{m['orders.pay.quoted_text']({ count: formatCount(offer.quantity) })}</p>}
        {offer.canChooseQuantity && (
          <Quantity offer={offer} quantity={quantity} typed={typedQuantity} setTyped={setTypedQuantity} />
        )}
        <TextAreaField
          {...field('description')}
          label={quoteId === null ? m['orders.pay.description']() : m['orders.pay.more']()}
          hint={m['orders.pay.description_hint']()}
          optional={optional}
          rows={4}
          maxLength={orderLimits.description}
        />
        {quoteId === null &&
          (personId === null ? (
            <p className="text-sm text-ink-soft">{m['orders.pay.files_guest']()}</p>
          ) : (
            <UploadField
              form={uploadsOf}
              label={m['orders.pay.files']()}
              hint={m['orders.pay.files_hint']({ most: orderLimits.files })}
              error={errorUnder(fields, 'files')}
              problemOf={problemOf}
              onChange={(items) => setHasFiles(items.length > 0)}
            />
          ))}
      </Group>
      {offer.dimensions.length > 0 && (
        <Group title={m['quotes.dimensions.title']()}>
          <p className="text-sm text-ink-soft">{m['quotes.dimensions.agreed']()}</p>
          <DimensionList dimensions={offer.dimensions} />
        </Group>
      )}
      {offer.dimensions.length === 0 && delivery !== 'digital' && (
        <Group title={m['quotes.dimensions.title']()}>
          <p className="text-sm text-ink-soft">{m['quotes.dimensions.hint']()}</p>
          <DimensionsField kept={kept} fields={fields} />
        </Group>
      )}
      {offer.rights.length > 0 && (
        <RightsField
          rights={offer.rights}
          use={use}
          onUse={onUse}
          onAsked={onStale}
          error={fields['purpose']}
        />
      )}
      <DeliveryFields
        kinds={kinds}
        delivery={delivery}
        onDelivery={onDelivery}
        wordsOf={(kind) => deliveryHint(offer, kind)}
        error={fields['delivery.kind']}
        kept={kept ?? (offer.address && { ...offer.address, note: '' })}
        fields={fields}
      />
      {personId !== null && (
        <Group title={m['orders.pay.consents']()}>
          <Consent name="consentTerms" error={fields['consent.terms']}>
            {offer.consents.terms.words}
          </Consent>
          <RulesLink />
          {needsCustomMade && (
            <Consent name="consentCustomMade" error={fields['consent.customMade']}>
              {offer.consents.customMade.words}
            </Consent>
          )}
        </Group>
      )}
      {!isFree && <SafePayment of={offer} />}
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      {personId === null && <p>{m['orders.pay.login_needed']()}</p>}
      <div className="flex flex-wrap gap-3">
        {personId === null ? (
          <Link
            to="/login"
            search={{ next: pathname + searchStr }}
            onClick={keepDraft}
            className={buttonClass()}
          >
            {isFree ? m['orders.pay.login_free']() : m['orders.pay.login']()}
          </Link>
        ) : (
          <Button type="submit" disabled={isBusy || !isRecounted}>
            {paying.isBusy
              ? m['orders.pay.leaving']()
              : isSending
                ? m['orders.pay.sending']()
                : !isRecounted
                  ? m['orders.pay.recounting']()
                  : isFree
                    ? m['orders.pay.use_free']()
                    : m['orders.pay.pay']({ total: priceOrFree(total, amounts?.currency ?? 'KRW') })}
          </Button>
        )}
        {personId !== null && !isFree && !hasFiles && later?.({ serviceId, quoteId, quantity })}
        <Inquire serviceId={serviceId} look="secondary" />
      </div>
      <p aria-live="polite" className="sr-only">
        {isBusy ? m['orders.pay.sending']() : isRecounted ? '' : m['orders.pay.recounting']()}
      </p>
    </form>
  );
}

/** Number of pieces or hours; the server recalculates the price for each. */
function Quantity(props: {
  offer: OrderOffer;
  quantity: number;
  typed: string;
  setTyped(typed: string): void;
}) {
  const { offer, quantity, typed, setTyped } = props;
  const navigate = useNavigate();
  const isRight = isQuantity(typed);
  useEffect(() => {
    if (!isRight || quantityIn(typed) === quantity) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, quantity: String(quantityIn(typed)) }),
        replace: true,
        resetScroll: false,
      });
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, isRight, quantity, navigate]);
  return (
    <TextField
      label={
        offer.lines.some(({ code }) => code === 'hours')
          ? m['orders.pay.hours']()
          : m['orders.pay.quantity']()
      }
      name="quantity"
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.target.value.trim())}
      error={
        isRight ? undefined : m['orders.pay.quantity_wrong']({ most: formatCount(orderLimits.quantity) })
      }
    />
  );
}

const quantityIn = (text: string) => Number(plainDigits(text));
const isQuantity = (text: string) =>
  /^\d{1,6}$/.test(plainDigits(text)) && quantityIn(text) >= 1 && quantityIn(text) <= orderLimits.quantity;

/** Each agreement has its own checkbox and text, and is never preselected. */
function Consent(props: { name: string; error: string | undefined; children: ReactNode }) {
  const { name, error, children } = props;
  return (
    <div className="grid gap-1">
      <ChoiceField
        type="checkbox"
        name={name}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${name}-error`}
      >
        {children}
      </ChoiceField>
      {error !== undefined && (
        <p id={`${name}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the texts of the form, without the agreements. */
function typedIn(data: FormData): Record<string, string> {
  return Object.fromEntries(
    [...data].flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith('consent') && !name.startsWith('uploads')
        ? [[name, value]]
        : [],
    ),
  );
}

const text = (data: FormData, name: string) => String(data.get(name) ?? '').trim();

function check(
  data: FormData,
  { delivery, needsCustomMade }: { delivery: DeliveryKind; needsCustomMade: boolean },
): Fields {
  const fields: Fields = {};
  const quantity = data.get('quantity');
  if (typeof quantity === 'string' && !isQuantity(quantity))
    fields['quantity'] = m['orders.pay.quantity_wrong']({ most: formatCount(orderLimits.quantity) });
  if (data.has('uploadsUnfinished')) fields['files'] = m['uploads.unfinished']();
  Object.assign(fields, checkDelivery(data, delivery), dimensionsIn(data).wrong);
  if (!data.has('consentTerms')) fields['consent.terms'] = m['orders.error.consent_needed']();
  if (needsCustomMade && !data.has('consentCustomMade'))
    fields['consent.customMade'] = m['orders.error.consent_needed']();
  return fields;
}

function inputOf(
  data: FormData,
  {
    offer,
    quantity,
    delivery,
    use,
    replaces,
  }: {
    offer: OrderOffer;
    quantity: number;
    delivery: DeliveryKind;
    use: Use;
    replaces: string | undefined;
  },
): OrderInput {
  const uploads = JSON.parse(text(data, 'uploads') || '[]') as string[];
  return {
    serviceId: offer.serviceId,
    ...(offer.quoteId !== null && { quoteId: offer.quoteId }),
    ...(replaces !== undefined && { replaces }),
    description: text(data, 'description'),
    files: uploads.map((uploadId) => ({ uploadId })),
    quantity,
    ...use,
    dimensions: dimensionsIn(data).dimensions,
    delivery: deliveryOf(data, delivery),
    ...(offer.amounts && { total: offer.amounts.total }),
    consent: { terms: data.has('consentTerms'), customMade: data.has('consentCustomMade') },
  };
}

/** Validates a file before it is uploaded. */
export function problemOf(file: File): string {
  if (file.size === 0) return m['uploads.error.file_empty']();
  if (!isPlainFileName(file.name)) return m['uploads.error.file_name']();
  return mediaTypeOf(file.name) === null ? m['uploads.error.file_type']() : '';
}
