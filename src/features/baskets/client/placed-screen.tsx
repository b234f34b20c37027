import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import {
  formatCount,
  formatDay,
  isPaymentDocument,
  LoginNeeded,
  Notice,
  priceOrFree,
  Skeleton,
  stateWords,
  turnWords,
  usePaying,
} from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { PlacedBasket } from '../contract.ts';
import { isLive } from '../rules.ts';
import { addAgain, basketKey, placedBasketQuery, setOwned } from './api.ts';
import { payBasket } from './basket-screen.tsx';
import { BoughtList } from './bought-list.tsx';
import { Sum } from './sum.tsx';
import { answersWords, basketStateWords } from './words.ts';

type Placed = PlacedBasket['orders'][number];
const lookAgainMs = 10_000;

/** Basket that was ordered: what each maker does, what is paid, and what is left to do. */
export function PlacedScreen({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    if (!isPaymentDocument()) window.location.reload();
  }, []);
  if (!user) {
    return (
      <>
        <h1 className="mb-6 text-3xl font-bold">{m['baskets.placed.title']()}</h1>
        <LoginNeeded>{m['baskets.login_needed']()}</LoginNeeded>
      </>
    );
  }
  return <Loaded id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...placedBasketQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'ended' ? false : lookAgainMs,
  });
  if (data) return <Sheet basket={data} reload={() => void refetch()} />;
  return (
    <>
      <h1 className="mb-6 text-3xl font-bold">{m['baskets.placed.title']()}</h1>
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

function Sheet({ basket, reload }: { basket: PlacedBasket; reload(): void }) {
  const paying = usePaying(payBasket);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, title, state, orders, toPay, amounts, bought } = basket;
  const own = useMutation({
    mutationFn: ({ line, isOwned }: { line: number; isOwned: boolean }) => setOwned(id, line, isOwned),
    onSuccess: reload,
    onError: (error) => toast('danger', m['baskets.failed'](), describeError(error)),
  });
  const again = useMutation({
    mutationFn: () => addAgain(id),
    async onSuccess({ leftOut }) {
      if (leftOut > 0) toast('danger', m['baskets.placed.again_left_out']({ count: formatCount(leftOut) }));
      await client.invalidateQueries({ queryKey: basketKey });
      await navigate({ to: '/payment/basket' });
    },
    onError: (error) => toast('danger', m['baskets.failed'](), describeError(error)),
  });
  const made = orders.filter(({ order }) => isLive(order));
  const ready = made.filter(({ order }) =>
    ['delivered', 'completed', 'settled'].includes(order.state),
  ).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3">
        <p className="w-fit rounded-sm bg-accent-soft px-2 py-1 font-semibold text-accent-strong">
          {basketStateWords[state]()}
        </p>
        <h1 className="text-3xl font-bold wrap-anywhere">{title}</h1>
        <p className="text-ink-soft">
          {m['baskets.placed.progress']({ ready, all: made.length })}
          {made.length > 0 && ` · ${answersWords(made.map(({ order }) => order))}`}
        </p>
      </header>
      {toPay > 0 && (
        <Notice>
          <p className="font-semibold">
            {state === 'unpaid' ? m['baskets.placed.unpaid']() : m['baskets.placed.partly_paid']()}
          </p>
          <Button disabled={paying.isBusy} onClick={() => paying.pay(id)}>
            {paying.isBusy
              ? m['orders.pay.leaving']()
              : m['orders.pay.pay']({ total: priceOrFree(toPay, amounts.currency) })}
          </Button>
        </Notice>
      )}
      {basket.canAddAgain && (
        <Notice>
          <p>{m['baskets.placed.again_text']()}</p>
          <Button look="secondary" disabled={again.isPending} onClick={() => again.mutate()}>
            {m['baskets.placed.again']()}
          </Button>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-label={m['baskets.items']()}>
          <ol className="grid gap-3">
            {orders.map((placed) => (
              <Row key={placed.order.id} placed={placed} />
            ))}
          </ol>
        </section>
        <div className="grid gap-6">
          <section
            aria-label={m['baskets.sum.title']()}
            className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6"
          >
            <h2 className="text-xl font-bold">{m['baskets.sum.title']()}</h2>
            <Sum amounts={amounts} isPlaced />
          </section>
          {bought.lines.length > 0 && (
            <section
              aria-label={m['baskets.bought.title']()}
              className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6"
            >
              <h2 className="text-xl font-bold">{m['baskets.bought.title']()}</h2>
              <BoughtList
                bought={bought}
                isBusy={own.isPending}
                onOwned={(line, isOwned) => own.mutate({ line, isOwned })}
              />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

/** One order of the basket; what was declined says what that means for the rest. */
function Row({ placed }: { placed: Placed }) {
  const { order, dueAt, leadTimeDays, replacedBy, canReplace, isLetDown } = placed;
  const turn = turnWords(order, useFormatMoment());
  const isGone = !isLive(order);
  return (
    <li className={`grid gap-2 rounded-lg border border-line p-4 ${isGone ? 'bg-sunken' : 'bg-surface'}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          to="/orders/$id"
          params={{ id: order.id }}
          className="py-1 text-lg font-semibold wrap-anywhere text-accent-strong underline"
        >
          {order.title}
        </Link>
        <span className={`font-semibold tabular-nums ${isGone ? 'text-ink-soft line-through' : ''}`}>
          {priceOrFree(order.amounts.total, order.amounts.currency)}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="rounded-sm bg-accent-soft px-2 text-accent-strong">{stateWords(order)}</span>
        <span>{order.provider.fullName}</span>
        {!isGone && (dueAt !== null || leadTimeDays !== null) && (
          <span className="text-ink-soft">
            {dueAt === null
              ? m['orders.pay.days']({ days: leadTimeDays ?? 0 })
              : m['baskets.placed.due']({ day: formatDay(dueAt) })}
          </span>
        )}
      </p>
      {!isGone && turn !== '' && <p className="text-sm text-ink-soft">{turn}</p>}
      {isGone && (
        <p className="text-sm">
          {replacedBy !== null
            ? m['baskets.placed.replaced']()
            : m['baskets.placed.gone']({ total: priceOrFree(order.amounts.total, order.amounts.currency) })}
        </p>
      )}
      {canReplace && isLetDown && (
        // The page of the order compares other makers.
        <Link to="/orders/$id" params={{ id: order.id }} className={buttonClass('secondary', 'w-fit')}>
          {m['baskets.placed.replace']()}
        </Link>
      )}
    </li>
  );
}
