import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Clock, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ReceiptLink } from '#features/payments/client/public.tsx';
import type { OwnPayment } from '#features/payments/contract.ts';
import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass, type ButtonLook } from '#ui/button.tsx';
import { confirmPayment, paymentQuery } from './api.ts';
import { DepositFacts } from './deposit.tsx';
import { Facts } from './facts.tsx';
import { Frame, LoginNeeded, Notice } from './frame.tsx';

const lookAgainMs = 3000;

type Search = Record<string, unknown>;
type Asked = { paymentKey: string; ref: string; amount: number };

/** Parses the parameters that the gateway added; null if the address is not one of a payment. */
export function askedOf(search: Search): Asked | null {
  const { paymentKey, orderId: ref, amount } = search;
  if (typeof paymentKey !== 'string' || paymentKey === '' || paymentKey.length > 200) return null;
  if (typeof ref !== 'string' || !/^[\w-]{1,64}$/.test(ref)) return null;
  if (typeof amount !== 'string' || !/^\d{1,15}$/.test(amount)) return null;
  return { paymentKey, ref, amount: Number(amount) };
}

/** Result of a payment that belongs to no order. */
type Earned = ComponentType<{ contributionId: string }>;

/** Return page of a gateway. The confirming call charges the payment and is idempotent, so reloading is safe. */
export function SuccessScreen({ search, Earned }: { search: Search; Earned: Earned }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const asked = askedOf(search);
  return (
    <Frame title={m['orders.result.success_title']()}>
      <h1 className="text-3xl font-bold">{m['orders.result.success_title']()}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {asked === null ? (
          <Notice alert>
            <p className="text-lg font-bold">{m['orders.result.broken']()}</p>
            <p>{m['orders.result.broken_text']()}</p>
            <ToOrders />
          </Notice>
        ) : user ? (
          <Confirm asked={asked} Earned={Earned} />
        ) : (
          <LoginNeeded>{m['orders.pay.login_back']()}</LoginNeeded>
        )}
      </div>
    </Frame>
  );
}

export function ToOrders({ look = 'primary' }: { look?: ButtonLook }) {
  return (
    <Link to="/my/orders" className={buttonClass(look)}>
      {m['orders.pay.my_orders']()}
    </Link>
  );
}

function Confirm({ asked, Earned }: { asked: Asked; Earned: Earned }) {
  const { paymentKey, ref, amount } = asked;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['payment confirmed', ref, paymentKey, amount],
    meta: { private: true },
    queryFn: () => confirmPayment(ref, { paymentKey, amount }),
    // Confirmed once; afterwards the state is read instead.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (data) return <Followed first={data} Earned={Earned} />;
  if (isFetching || !error)
    return (
      <Notice>
        <p role="status" className="flex items-center gap-3 text-lg font-bold">
          <LoaderCircle aria-hidden="true" className="size-6 animate-spin text-accent" />
          {m['orders.result.confirming']()}
        </p>
      </Notice>
    );
  if (error instanceof ApiError && error.status === 401)
    return <LoginNeeded>{m['orders.pay.login_back']()}</LoginNeeded>;
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <Notice alert>
      <p className="text-lg font-bold">{m['orders.result.refused']()}</p>
      <p>{describeError(error)}</p>
      <div className="flex flex-wrap gap-3">
        {!isRefused && <Button onClick={() => void refetch()}>{m['platform.retry']()}</Button>}
        <ToOrders look={isRefused ? 'primary' : 'secondary'} />
      </div>
    </Notice>
  );
}

const goesOn = (payment: OwnPayment) =>
  payment.state === 'unknown' || payment.state === 'confirming' || payment.state === 'waiting_deposit';

/** Polls a payment until its outcome is known. */
function Followed({ first, Earned }: { first: OwnPayment; Earned: Earned }) {
  const { data: payment = first } = useQuery({
    ...paymentQuery(first.id),
    enabled: goesOn(first),
    initialData: first,
    refetchInterval: ({ state }) => (state.data && !goesOn(state.data) ? false : lookAgainMs),
  });
  return (
    <Outcome payment={payment}>
      {payment.subjectKind === 'contribution' && (
        <Suspense>
          <Earned contributionId={payment.orderId} />
        </Suspense>
      )}
    </Outcome>
  );
}

/** Describes the outcome of a payment; a sample has no links. */
export function Outcome({
  payment,
  isSample = false,
  children,
}: {
  payment: OwnPayment;
  isSample?: boolean;
  /** Content below the amount paid. */
  children?: ReactNode;
}) {
  const formatMoment = useFormatMoment();
  const total = money(payment.amount, payment.currency);
  const facts: [string, ReactNode][] = [
    [m['orders.result.order_name'](), payment.orderName],
    [m['orders.result.amount'](), total],
    ...(payment.capturedAt === null
      ? []
      : [[m['orders.result.paid_at'](), formatMoment(payment.capturedAt)] as [string, string]]),
  ];
  const order = (look: 'primary' | 'secondary' = 'primary') =>
    !isSample &&
    (payment.subjectKind === 'contribution' ? (
      <Link to="/my/sponsorships" className={buttonClass(look)}>
        {m['orders.pay.see_sponsorship']()}
      </Link>
    ) : payment.subjectKind === 'basket' ? (
      <Link to="/payment/basket/$id" params={{ id: payment.orderId }} className={buttonClass(look)}>
        {m['orders.pay.see_basket']()}
      </Link>
    ) : payment.subjectKind === 'pledge' ? (
      <Link to="/payment/wanted/$id" params={{ id: payment.orderId }} className={buttonClass(look)}>
        {m['orders.pay.see_pledge']()}
      </Link>
    ) : (
      <Link to="/orders/$id" params={{ id: payment.orderId }} className={buttonClass(look)}>
        {m['orders.pay.see_order']()}
      </Link>
    ));
  switch (payment.state) {
    case 'captured':
      return payment.bound ? (
        <Result
          icon="good"
          title={m['orders.result.paid']()}
          text={
            payment.subjectKind === 'contribution'
              ? m['orders.result.sponsor_text']({ total })
              : payment.subjectKind === 'pledge'
                ? m['orders.result.pledge_text']({ total })
                : m['orders.result.paid_text']({ total })
          }
        >
          <Facts facts={facts} />
          {children}
          <div className="flex flex-wrap gap-3 empty:hidden">
            {order()}
            {payment.receiptUrl !== null && (
              <ReceiptLink url={payment.receiptUrl} className={buttonClass('secondary')}>
                {m['orders.result.receipt']()}
              </ReceiptLink>
            )}
          </div>
        </Result>
      ) : (
        <Result icon="wait" title={m['orders.result.returned']()} text={m['orders.result.returned_text']()}>
          <Facts facts={facts} />
          <div className="empty:hidden">{order()}</div>
        </Result>
      );
    case 'waiting_deposit':
      return (
        <Result
          icon="wait"
          title={m['orders.result.waiting']()}
          text={m['orders.result.waiting_text']({ total })}
        >
          {payment.deposit && <DepositFacts deposit={payment.deposit} />}
          <div className="empty:hidden">{order()}</div>
        </Result>
      );
    case 'failed':
    case 'expired':
      return (
        <Result
          icon="bad"
          title={payment.state === 'failed' ? m['orders.result.not_paid']() : m['orders.result.expired']()}
          text={
            payment.state === 'failed'
              ? reasonWords(payment.failureCode ?? '')
              : m['orders.result.no_money']()
          }
        >
          <div className="flex flex-wrap gap-3 empty:hidden">
            {!isSample && <PayAgain payment={payment} />}
            {order('secondary')}
          </div>
        </Result>
      );
    default:
      return (
        <Result icon="wait" title={m['orders.result.unknown']()} text={m['orders.result.unknown_text']()}>
          <Facts facts={facts} />
          <div className="empty:hidden">{order('secondary')}</div>
        </Result>
      );
  }
}

/** Needs a full page load, because the CSP of payment pages belongs to their document. */
export function PayAgain({
  payment: { subjectKind, orderId },
}: {
  payment: Pick<OwnPayment, 'subjectKind' | 'orderId'>;
}) {
  return subjectKind === 'contribution' ? (
    <Link to="/payment/sponsor/$id" params={{ id: orderId }} reloadDocument className={buttonClass()}>
      {m['orders.result.again']()}
    </Link>
  ) : subjectKind === 'pledge' ? (
    <Link to="/payment/wanted/$id" params={{ id: orderId }} reloadDocument className={buttonClass()}>
      {m['orders.result.again']()}
    </Link>
  ) : subjectKind === 'basket' ? (
    <Link to="/payment/basket/$id" params={{ id: orderId }} reloadDocument className={buttonClass()}>
      {m['orders.result.again']()}
    </Link>
  ) : (
    <Link
      to="/payment/service/$id"
      params={{ id: 'order' }}
      search={{ order: orderId }}
      reloadDocument
      className={buttonClass()}
    >
      {m['orders.result.again']()}
    </Link>
  );
}

const icons = {
  good: <CircleCheck aria-hidden="true" className="size-8 shrink-0 text-accent" />,
  wait: <Clock aria-hidden="true" className="size-8 shrink-0 text-accent" />,
  bad: <TriangleAlert aria-hidden="true" className="size-8 shrink-0 text-danger" />,
};

export function Result(props: {
  icon: keyof typeof icons;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const { icon, title, text, children } = props;
  return (
    <div role="status" className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <div className="flex items-start gap-3">
        {icons[icon]}
        <div className="min-w-0">
          <h2 className="text-xl font-bold">{title}</h2>
          <p className="mt-1">{text}</p>
        </div>
      </div>
      {children}
    </div>
  );
}

/** Explains a failed payment. The words are ours, selected by the gateway's code, and never come from the address. */
export function reasonWords(code: string): string {
  if (/CANCEL|abandon/i.test(code)) return m['orders.result.reason_canceled']();
  if (/REJECT|declined/i.test(code)) return m['orders.result.reason_rejected']();
  return /ABORT/i.test(code) ? m['orders.result.reason_aborted']() : m['orders.result.reason_unknown']();
}
