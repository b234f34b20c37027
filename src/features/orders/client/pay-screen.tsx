import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { usualUse, type Use } from '#features/licensing/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import { orderLimits, type DeliveryKind } from '../rules.ts';
import { offerQuery } from './api.ts';
import { Frame, LoginNeeded, Notice, Skeleton } from './frame.tsx';
import { GoOnScreen } from './go-on-screen.tsx';
import { Inquire, OfferHead, withDelivery } from './offer-parts.tsx';
import { isPaymentDocument } from './paying.ts';

const OfferForm = lazy(async () => ({ default: (await import('./offer-form.tsx')).OfferForm }));

/** What rooms above this one add. */
export type Above = {
  /** Called once an order is placed, before it is paid. */
  onPlaced?: ((orderId: string) => Promise<void>) | undefined;
  /** Another way to go on with an offer than to order it now. */
  later?: ((item: { serviceId: string; quoteId: string | null; quantity: number }) => ReactNode) | undefined;
};

type Search = { quoteId?: string; quantity?: string; order?: string; replaces?: string };

/** Page on which a service is ordered and paid, or an unpaid order is continued. */
export function PayScreen({ serviceId, search, ...above }: { serviceId: string; search: Search } & Above) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    // Client-side navigation from the login leads here without the CSP that allows payment windows.
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
          // Only the customer of a quote sees its price.
          <LoginNeeded>{m['orders.pay.login_quote']()}</LoginNeeded>
        ) : (
          <Loaded serviceId={serviceId} search={search} personId={user?.id ?? null} {...above} />
        )}
      </div>
    </Frame>
  );
}

/** Parses a quantity from the address, which is untrusted input. */
function quantityOf(text: string | undefined): number {
  const quantity = Number(text ?? '1');
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= orderLimits.quantity ? quantity : 1;
}

function Loaded(props: { serviceId: string; search: Search; personId: string | null } & Above) {
  const { serviceId, search, personId, later, onPlaced } = props;
  const quantity = quantityOf(search.quantity);
  const [use, setUse] = useState<Use>();
  const query = useQuery({
    ...offerQuery({ serviceId, quoteId: search.quoteId, replaces: search.replaces, quantity, use }),
    // Keep the form while the price of another quantity is loading.
    placeholderData: (before) => before,
  });
  const { data, error, refetch, isPlaceholderData } = query;
  const [delivery, setDelivery] = useState<DeliveryKind | null>(null);
  const offer = data && withDelivery(data, delivery);
  if (!offer && !error) return <Skeleton />;
  if (!offer)
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/services" className={buttonClass()}>
          {m['orders.pay.services']()}
        </Link>
        {personId !== null && (
          <Link to="/my/orders" className={buttonClass('secondary')}>
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
          <p>
            {isPricedByWeight(offer.serviceType)
              ? m['orders.pay.print_text']()
              : m['orders.pay.inquiry_text']()}
          </p>
          <div className="flex flex-wrap gap-3">
            {isPricedByWeight(offer.serviceType) && (
              <Link to="/estimate" search={{ serviceId: offer.serviceId }} className={buttonClass()}>
                {m['services.estimate']()}
              </Link>
            )}
            <Inquire
              serviceId={offer.serviceId}
              look={isPricedByWeight(offer.serviceType) ? 'secondary' : 'primary'}
            />
          </div>
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
            delivery={delivery}
            onDelivery={setDelivery}
            use={use ?? usualUse}
            onUse={setUse}
            onStale={() => void refetch()}
            later={later}
            replaces={search.replaces}
            onPlaced={onPlaced}
          />
        </Suspense>
      )}
    </>
  );
}
