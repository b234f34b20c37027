import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { OwnPayment } from '#features/payments/contract.ts';
import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button, buttonClass } from '#ui/button.tsx';
import { Group } from '#ui/form-group.tsx';
import type { OrderOffer } from '../contract.ts';
import { directLines } from '../rules.ts';
import { Frame, Notice } from './frame.tsx';
import { OfferHead, SafePayment } from './offer-parts.tsx';
import { Outcome } from './success-screen.tsx';
import { totalOf } from '#platform/shared/fee.ts';

/** Sample data for pages that demonstrate payments; none of it is stored, sent or paid. */

const nobody = '00000000-0000-7000-8000-000000000000';
const at = '2026-11-22T05:00:00.000Z';
const due = '2026-11-23T05:00:00.000Z';
const percent = 10;

function offerOf(
  title: string,
  service: { price?: number; hourlyRate?: number; pricePerUnit?: number },
  quantity: number,
) {
  const { price = null, hourlyRate = null, pricePerUnit = null } = service;
  const isFree = price === 0;
  const lines = isFree ? [] : directLines({ price, hourlyRate, pricePerUnit }, quantity);
  const labels = {
    base: m['orders.line.base'](),
    units: m['orders.line.units'](),
    hours: m['orders.line.hours'](),
  };
  const principal = (lines ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const total = totalOf({ principal, feePercent: percent, feeBearer: 'buyer' });
  return {
    serviceId: nobody,
    title,
    serviceType: '3d_printing',
    provider: { id: nobody, username: 'sample', fullName: m['orders.sample.provider']() },
    kind: isFree ? 'free' : lines === null ? 'inquiry' : 'priced',
    quantity,
    canChooseQuantity: false,
    lines: (lines ?? []).map((line) => ({ ...line, label: labels[line.code] })),
    amounts:
      lines === null
        ? null
        : { principal, fee: total - principal, delivery: 0, share: 0, total, currency: 'KRW' },
    feePercent: percent,
    feeBearer: 'buyer',
    hourlyRate,
    baseFee: price,
    customMade: false,
    quoteId: null,
    expiresAt: null,
    deliveries: [],
    leadTimeDays: null,
    files: [],
    parts: [],
    dimensions: [],
    consents: { terms: { version: '', words: '' }, customMade: { version: '', words: '' } },
    rights: [],
    address: null,
    obstacle: null,
    isSandbox: false,
  } satisfies OrderOffer;
}

const printing = () => offerOf(m['orders.sample.service'](), { price: 10_000, pricePerUnit: 4_000 }, 5);

const ends = ['paid', 'deposit', 'unknown', 'failed', 'expired', 'returned'] as const;
type End = (typeof ends)[number];
const endWords: Record<End, () => string> = {
  paid: () => m['orders.sample.end_paid'](),
  deposit: () => m['orders.sample.end_deposit'](),
  unknown: () => m['orders.sample.end_unknown'](),
  failed: () => m['orders.sample.end_failed'](),
  expired: () => m['orders.sample.end_expired'](),
  returned: () => m['orders.sample.end_returned'](),
};
const endStates = {
  paid: 'captured',
  deposit: 'waiting_deposit',
  unknown: 'unknown',
  failed: 'failed',
  expired: 'expired',
  returned: 'captured',
} as const;

function paymentOf(end: End, { title, amounts }: OrderOffer): OwnPayment {
  const state = endStates[end];
  return {
    id: nobody,
    subjectKind: 'order',
    orderId: nobody,
    gateway: 'sandbox',
    state,
    bound: end === 'paid',
    amount: amounts?.total ?? 0,
    currency: 'KRW',
    orderName: title,
    method: 'card',
    receiptUrl: null,
    failureCode: end === 'failed' ? 'REJECT_CARD_COMPANY' : null,
    capturedAt: state === 'captured' ? at : null,
    deposit:
      end === 'deposit'
        ? {
            bankCode: '004',
            accountNumber: '00000000000000',
            holder: m['orders.sample.holder'](),
            dueAt: due,
          }
        : null,
    createdAt: at,
  };
}

function SampleFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Frame title={title}>
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="mt-4 flex items-center gap-3 rounded-lg bg-accent-soft p-4 font-semibold">
        <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
        {m['orders.sample.notice']()}
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </Frame>
  );
}

type Step = { at: 'offer' } | { at: 'gateway' } | { at: 'end'; end: End };
const start: Step = { at: 'offer' };

/** Walk-through from a price to every outcome of a payment. */
export function DemoScreen() {
  const [step, setStep] = useState<Step>(start);
  const offer = printing();
  // The pressed button disappears with its step, so move the focus to the next step.
  const begin = (element: HTMLDivElement | null) => {
    if (step !== start) element?.focus();
  };
  return (
    <SampleFrame title={m['orders.sample.demo_title']()}>
      <div key={step.at} ref={begin} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {step.at === 'offer' && (
          <>
            <OfferHead offer={offer} />
            <SafePayment of={offer} />
            <Button className="justify-self-start" onClick={() => setStep({ at: 'gateway' })}>
              {m['orders.pay.pay']({ total: money(offer.amounts?.total ?? 0, 'KRW') })}
            </Button>
          </>
        )}
        {step.at === 'gateway' && (
          <Group title={m['orders.sample.choose_end']()}>
            <div className="flex flex-wrap gap-3">
              {ends.map((end) => (
                <Button key={end} look="secondary" onClick={() => setStep({ at: 'end', end })}>
                  {endWords[end]()}
                </Button>
              ))}
            </div>
          </Group>
        )}
        {step.at === 'end' && <Outcome payment={paymentOf(step.end, offer)} isSample />}
      </div>
      <div className="flex flex-wrap gap-3">
        {step.at !== 'offer' && (
          <Button onClick={() => setStep({ at: 'offer' })}>{m['orders.sample.again']()}</Button>
        )}
        <Link to="/payment-example" className={buttonClass('secondary')}>
          {m['orders.sample.other']()}
        </Link>
      </div>
    </SampleFrame>
  );
}

/** One sample for each kind of price. */
export function ExampleScreen() {
  const examples = [
    { name: m['orders.sample.priced'](), offer: printing() },
    {
      name: m['orders.sample.hourly'](),
      offer: offerOf(m['orders.sample.engineer'](), { hourlyRate: 50_000 }, 2),
    },
    { name: m['orders.pay.free'](), offer: offerOf(m['orders.sample.free'](), { price: 0 }, 1) },
    { name: m['orders.pay.inquiry_needed'](), offer: offerOf(m['orders.sample.inquiry'](), {}, 1) },
  ];
  return (
    <SampleFrame title={m['orders.sample.example_title']()}>
      {examples.map(({ name, offer }) => (
        <section key={name} aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="font-semibold text-ink-soft">{name}</p>
          <OfferHead offer={offer} />
        </section>
      ))}
      <Notice>
        <Link to="/payment-demo" className={buttonClass()}>
          {m['orders.sample.walk']()}
        </Link>
      </Notice>
    </SampleFrame>
  );
}
