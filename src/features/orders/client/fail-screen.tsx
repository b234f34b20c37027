import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { failPayment } from './api.ts';
import { Frame, LoginNeeded } from './frame.tsx';
import { orderBeingPaid } from './paying.ts';
import { Outcome, PayAgain, reasonWords, Result, ToOrders } from './success-screen.tsx';

type Search = Record<string, unknown>;

const textOf = (value: unknown, like: RegExp) =>
  typeof value === 'string' && like.test(value) ? value : null;

/** Return page of a failed payment. Texts in its address are untrusted and never shown. */
export function FailScreen({ search }: { search: Search }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const ref = textOf(search['orderId'], /^[\w-]{1,64}$/);
  const code = textOf(search['code'], /^\w{1,60}$/);
  return (
    <Frame title={m['orders.result.fail_title']()}>
      <h1 className="text-3xl font-bold">{m['orders.result.fail_title']()}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {user ? (
          <Told ref_={ref} code={code} />
        ) : (
          <>
            <Result icon="bad" title={m['orders.result.not_paid']()} text={reasonWords(code ?? '')}>
              {null}
            </Result>
            <LoginNeeded>{m['orders.pay.login_back']()}</LoginNeeded>
          </>
        )}
      </div>
    </Frame>
  );
}

function Told({ ref_: ref, code }: { ref_: string | null; code: string | null }) {
  const hydrated = useHydrated();
  // A gateway may drop the order's id on the way back; this window has kept it.
  const lastOrder = hydrated ? orderBeingPaid() : null;
  const { data: payment, isFetching } = useQuery({
    queryKey: ['payment failed', ref, code],
    meta: { private: true },
    enabled: ref !== null,
    queryFn: () => failPayment(ref ?? '', code ?? undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  // The payment may have succeeded all the same, in another window or through a webhook.
  if (payment && payment.state !== 'failed' && payment.state !== 'new' && payment.state !== 'authenticated')
    return <Outcome payment={payment} />;
  const unpaid =
    payment ?? (lastOrder === null ? null : { subjectKind: 'order' as const, orderId: lastOrder });
  return (
    <Result icon="bad" title={m['orders.result.not_paid']()} text={reasonWords(code ?? '')}>
      <div className="flex flex-wrap gap-3">
        {unpaid !== null && !isFetching && <PayAgain payment={unpaid} />}
        <ToOrders look={unpaid === null ? 'primary' : 'secondary'} />
      </div>
    </Result>
  );
}
