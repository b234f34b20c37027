import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { OrderOffer } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { offerQuery } from './api.ts';
import { Facts } from './facts.tsx';
import { Frame, LoginNeeded, NotRead, Notice, Skeleton } from './frame.tsx';
import { GoOnScreen } from './go-on-screen.tsx';
import { isPaymentDocument } from './paying.ts';
import { PriceSum } from './price-sum.tsx';
import { formatMoment, formatPercent, priceOrFree } from './words.ts';

const OfferForm = lazy(async () => ({ default: (await import('./offer-form.tsx')).OfferForm }));

type Search = { quoteId?: string; quantity?: string; order?: string };

/** A service is ordered and paid here; an order that was not paid is gone on with. */
export function PayScreen({ serviceId, search }: { serviceId: string; search: Search }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    // Came here without a page load, from the login: this document may not open payment windows.
    if (!isPaymentDocument()) window.location.reload();
  }, []);
  return (
    <Frame title={m['orders.pay.title']()}>
      <h1 className="text-3xl font-bold">{m['orders.pay.title']()}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {search.order !== undefined && user ? (
          <GoOnScreen orderId={search.order} />
        ) : search.order !== undefined ? (
          <LoginNeeded>{m['orders.pay.login_back']()}</LoginNeeded>
        ) : search.quoteId !== undefined && !user ? (
          // Only whoever asked for a quote sees its price.
          <LoginNeeded>{m['orders.pay.login_quote']()}</LoginNeeded>
        ) : (
          <Loaded serviceId={serviceId} search={search} personId={user?.id ?? null} />
        )}
      </div>
    </Frame>
  );
}

/** What an address says of a quantity, whoever wrote it. */
function quantityOf(text: string | undefined): number {
  const quantity = Number(text ?? '1');
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= orderLimits.quantity ? quantity : 1;
}

function Loaded(props: { serviceId: string; search: Search; personId: string | null }) {
  const { serviceId, search, personId } = props;
  const quantity = quantityOf(search.quantity);
  const query = useQuery({
    ...offerQuery({ serviceId, quoteId: search.quoteId, quantity }),
    // While another quantity is worked out the form stays where it is.
    placeholderData: (before) => before,
  });
  const { data: offer, error, refetch, isPlaceholderData } = query;
  if (!offer && !error) return <Skeleton />;
  if (!offer)
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/services" className={buttonClass()}>
          {m['orders.pay.services']()}
        </Link>
        {personId !== null && (
          <Link to="/my/$section" params={{ section: 'orders' }} className={buttonClass('secondary')}>
            {m['orders.pay.my_orders']()}
          </Link>
        )}
      </NotRead>
    );
  return (
    <>
      <OfferHead offer={offer} />
      {offer.kind === 'inquiry' ? (
        <Notice>
          <p>{m['orders.pay.inquiry_text']()}</p>
          <Inquire serviceId={offer.serviceId} look="primary" />
        </Notice>
      ) : offer.obstacle ? (
        <Notice alert>
          <p>{offer.obstacle.message}</p>
          <div className="flex flex-wrap gap-3">
            <Link to="/services/$id" params={{ id: offer.serviceId }} className={buttonClass()}>
              {m['orders.pay.to_service']()}
            </Link>
            {offer.obstacle.code !== 'own_service' && offer.obstacle.code !== 'same_person' && (
              <Inquire serviceId={offer.serviceId} look="secondary" />
            )}
          </div>
        </Notice>
      ) : (
        <Suspense fallback={<Skeleton />}>
          <OfferForm
            key={offer.quoteId ?? offer.serviceId}
            offer={offer}
            isRecounting={isPlaceholderData}
            quantity={quantity}
            personId={personId}
            onStale={() => void refetch()}
          />
        </Suspense>
      )}
    </>
  );
}

export function Inquire({ serviceId, look }: { serviceId: string; look: 'primary' | 'secondary' }) {
  return (
    <Link to="/services/$id" params={{ id: serviceId }} hash="inquire" className={buttonClass(look)}>
      {m['orders.pay.inquire']()}
    </Link>
  );
}

/** What it is and what it costs: the first price that is seen is the one that is paid. */
export function OfferHead({ offer }: { offer: OrderOffer }) {
  const { amounts, provider, leadTimeDays, expiresAt, files } = offer;
  const facts: [string, string][] = [
    [m['orders.pay.provider'](), provider.fullName],
    ...(leadTimeDays === null
      ? []
      : [[m['orders.pay.ready'](), m['orders.pay.days']({ days: leadTimeDays })] as [string, string]]),
    ...(files.length === 0
      ? []
      : [[m['orders.pay.files_agreed'](), files.map(({ name }) => name).join(', ')] as [string, string]]),
  ];
  return (
    <section className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold break-words">{offer.title}</h2>
      {offer.isSandbox && amounts !== null && amounts.total > 0 && <SandboxNote />}
      <div>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">
          {amounts === null ? m['orders.pay.inquiry_needed']() : priceOrFree(amounts.total, amounts.currency)}
        </p>
        {amounts !== null && amounts.total > 0 && (
          <p className="text-sm text-ink-soft">
            {m['orders.pay.with_fee']({ percent: formatPercent(offer.feePercent) })}
          </p>
        )}
        {expiresAt !== null && <p>{m['orders.pay.valid_until']({ moment: formatMoment(expiresAt) })}</p>}
      </div>
      <Facts facts={facts} />
      {amounts !== null && amounts.total > 0 && (
        <section aria-label={m['orders.pay.sum']()}>
          <PriceSum
            lines={offer.lines}
            amounts={amounts}
            feePercent={offer.feePercent}
            feeBearer={offer.feeBearer}
          />
        </section>
      )}
    </section>
  );
}

function SandboxNote() {
  return (
    <p className="flex items-center gap-2 rounded-md bg-accent-soft px-4 py-2 font-semibold">
      <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
      {m['orders.pay.sandbox']()}
    </p>
  );
}

export function SafePayment() {
  return (
    <aside className="grid gap-3 rounded-lg bg-accent-soft p-5">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
        {m['orders.pay.safe_title']()}
      </h2>
      <p>{m['orders.pay.safe_text']()}</p>
      <p className="text-sm">{m['orders.pay.broker']()}</p>
    </aside>
  );
}
