import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { Suspense, type ReactNode } from 'react';
import { OrderRights } from '#features/licensing/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { useTopic } from '#platform/client/realtime.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OrderDetail } from '../contract.ts';
import { isTerminal } from '../states.ts';
import { orderQuery } from './api.ts';
import { Again } from './again.tsx';
import { ArrivalGuide } from './arrival.tsx';
import { Card } from './card.tsx';
import { Dimensions } from './dimensions.tsx';
import { Frame, LoginNeeded, Skeleton } from './frame.tsx';
import { Milestones } from './milestones.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderMoney } from './order-money.tsx';
import {
  Claim,
  Delivery,
  DepositNeeded,
  Dispute,
  Proposal,
  ReadyForPickup,
  RefundAccountNeeded,
  Request,
} from './order-parts.tsx';
import { OrderTalk } from './order-talk.tsx';
import { Timeline } from './order-timeline.tsx';
import { Steps } from './steps.tsx';
import {
  dueWords,
  isOwnTurn,
  nextSteps,
  relativeWords,
  sideName,
  stateWords,
  whoseTurn,
} from './order-words.ts';
import { useNow } from './use-now.tsx';

const lookAgainMs = 10_000;

/** Slots that rooms above this one fill. */
type Above = {
  reviews(order: OrderDetail): ReactNode;
  help(order: OrderDetail): ReactNode;
};

/**
 * Order page for both parties and admins: state, next step and available actions. `reviews` and `help` come from
 * rooms above.
 */
export function OrderScreen({ id, ...above }: { id: string } & Above) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <Frame title={m['orders.page.title']()} wide>
      {user ? (
        <Loaded id={id} {...above} />
      ) : (
        <>
          <h1 className="mb-6 text-3xl font-bold">{m['orders.page.title']()}</h1>
          <LoginNeeded>{m['orders.page.login_needed']()}</LoginNeeded>
        </>
      )}
    </Frame>
  );
}

function Loaded({ id, ...above }: { id: string } & Above) {
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id), refetchInterval: lookAgainMs });
  const reload = () => void refetch();
  useTopic(order ? `order:${id}` : null, { onEvent: reload, onReset: reload, onAway: reload });
  if (order) return <Order order={order} {...above} />;
  return (
    <>
      <h1 className="mb-6 text-3xl font-bold">{m['orders.page.title']()}</h1>
      {error ? (
        <NotRead error={error} retry={refetch}>
          <Link to="/my/orders" className={buttonClass()}>
            {m['orders.pay.my_orders']()}
          </Link>
        </NotRead>
      ) : (
        <Skeleton />
      )}
    </>
  );
}

function Order({ order, reviews, help }: { order: OrderDetail } & Above) {
  // Both read it before anything is sent.
  const isWarning =
    order.state === 'working' && order.dimensions.some(({ provider }) => provider?.isWithin === false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Head order={order} />
      <ReadyForPickup order={order} />
      <Proposal order={order} />
      <DepositNeeded order={order} />
      <RefundAccountNeeded order={order} />
      <Again order={order} />
      {isWarning && <Dimensions order={order} />}
      <ArrivalGuide order={order} />
      <OrderActions order={order} />
      <Steps order={order} />
      {!isWarning && <Dimensions order={order} />}
      <OrderTalk order={order} />
      {order.side !== 'admin' && help(order)}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Request order={order} />
          {isTerminal(order.state) && order.side !== 'admin' && reviews(order)}
          <Timeline order={order} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <OrderMoney order={order} />
          <Milestones order={order} />
          {order.rights.length > 0 && (
            <Card title={m['licensing.receipt.title']()}>
              <Suspense>
                <OrderRights rights={order.rights} />
              </Suspense>
            </Card>
          )}
          <Delivery order={order} />
          <Dispute order={order} />
          <Claim order={order} />
          <Tools order={order} />
        </div>
      </div>
    </div>
  );
}

function Head({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { dueAt, state } = order;
  const now = useNow();
  const isMine = isOwnTurn(order);
  return (
    <header className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      {order.side === 'admin' && (order.dispute !== null || order.claim !== null) && (
        <Link
          to="/admin/disputes"
          className="flex min-h-11 w-fit items-center gap-2 text-accent-strong underline print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          {m['orders.disputes.title']()}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="rounded-sm bg-sunken px-2 py-1 font-semibold">
          {stateWords({ ...order, hasArrived: order.delivery.arrivedAt !== null })}
        </p>
        <p
          className={`rounded-sm px-2 py-1 font-semibold ${isMine ? 'bg-accent text-on-accent' : 'bg-sunken'}`}
        >
          {whoseTurn(order)}
        </p>
      </div>
      <div>
        <h1 className="text-2xl font-bold break-words md:text-3xl">{order.title}</h1>
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {m['orders.page.number']({ number: order.number })}
          {order.auctionId !== null && (
            <>
              {' · '}
              <Link
                to="/auctions/$"
                params={{ _splat: order.auctionId }}
                className="text-accent-strong underline"
              >
                {m['orders.page.to_auction']()}
              </Link>
            </>
          )}
        </p>
      </div>
      <div>
        {nextSteps(order).map(({ words, by }) => (
          <div key={words}>
            <p className="text-lg">{words}</p>
            {by !== null && (
              <p className="font-semibold">
                {m['orders.page.until']({ moment: formatMoment(by), relative: relativeWords(by, now) })}
              </p>
            )}
          </div>
        ))}
        {dueAt !== null && (state === 'accepted' || state === 'working') && <p>{dueWords(dueAt, now)}</p>}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {(['buyer', 'provider'] as const).map((each) => (
          <div key={each} className="flex flex-wrap gap-2">
            <dt className="text-ink-soft">{sideName(each, order)}</dt>
            <dd>
              <Link
                to="/people/$username"
                params={{ username: order[each].username }}
                className="font-semibold text-accent-strong underline"
              >
                {order[each].fullName}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** What leads away from the order, below all that it waits for. */
function Tools({ order }: { order: OrderDetail }) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {order.serviceId !== null && (
        <Link to="/services/$id" params={{ id: order.serviceId }} className={buttonClass('secondary')}>
          {m['orders.page.talk_service']()}
        </Link>
      )}
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        {m['orders.page.print']()}
      </Button>
    </div>
  );
}
