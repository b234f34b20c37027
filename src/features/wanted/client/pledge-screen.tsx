import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import {
  Frame,
  isPaymentDocument,
  leaveToPay,
  LoginNeeded,
  Notice,
  Skeleton,
  usePaying,
} from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OwnPledge, ShownTerms } from '../contract.ts';
import { openAttempt, pledgeQuery, termsQuery } from './api.ts';
import { pledgeNames, won } from './words.ts';

const lookAgainMs = 5000;

/** Last page before the gateway: what is pledged, and what becomes of it. */
export function PledgeScreen({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    // Client-side navigation from the login leads here without the CSP that allows payment windows.
    if (!isPaymentDocument()) window.location.reload();
  }, []);
  return (
    <Frame title={m['wanted.pay.title']()}>
      <h1 className="text-3xl font-bold">{m['wanted.pay.title']()}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {user ? <Loaded id={id} /> : <LoginNeeded>{m['wanted.pay.login']()}</LoginNeeded>}
      </div>
    </Frame>
  );
}

function Loaded({ id }: { id: string }) {
  const pledge = useQuery({ ...pledgeQuery(id), refetchInterval: lookAgainMs });
  // The rules are shown before the button that pays.
  const terms = useQuery(termsQuery);
  if (pledge.data && terms.data) return <Pay pledge={pledge.data} terms={terms.data} />;
  const failed = [pledge, terms].find(({ data, error }) => !data && error);
  if (!failed) return <Skeleton />;
  return (
    <NotRead error={failed.error} retry={failed.refetch}>
      <Link to="/wanted/{-$id}" params={{ id: undefined }} className={buttonClass()}>
        {m['wanted.post.back']()}
      </Link>
    </NotRead>
  );
}

const payPledge = async (id: string) => leaveToPay(await openAttempt(id));

function Pay({ pledge, terms }: { pledge: OwnPledge; terms: ShownTerms }) {
  const formatMoment = useFormatMoment();
  const { pay, isBusy } = usePaying(payPledge);
  const { id, wantedId, title, amount, state, expiresAt, payment } = pledge;
  const isPending = ['confirming', 'unknown', 'waiting_deposit'].includes(payment?.state ?? '');
  const isOpen = state === 'open' && !isPending;
  return (
    <>
      <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
        <h2 className="text-xl font-bold break-words">{title}</h2>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">{won(amount)}</p>
        {isOpen && (
          <p>
            {m['wanted.pay.until']()}: {formatMoment(expiresAt)}
          </p>
        )}
        <p className="text-ink-soft">{m['wanted.form.bounty_rules']({ days: terms.graceDays })}</p>
      </section>
      {!isOpen && (
        <Notice>
          <p>{isPending ? m['wanted.pay.pending']() : pledgeNames[state]()}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <Button disabled={isBusy} onClick={() => pay(id)}>
            {isBusy ? m['wanted.pay.leaving']() : m['wanted.pay.button']({ amount: won(amount) })}
          </Button>
        )}
        <Link
          to="/wanted/{-$id}"
          params={{ id: wantedId }}
          className={buttonClass(isOpen ? 'secondary' : 'primary')}
        >
          {m['wanted.pay.see']()}
        </Link>
      </div>
    </>
  );
}
