import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { Frame, isPaymentDocument, LoginNeeded, Notice, Skeleton } from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OwnSponsorship } from '../contract.ts';
import { contributionQuery, openAttempt } from './api.ts';
import { cadenceNames, recipientName, tierNames, won } from './words.ts';

/** Last page before the gateway: amount, recipient, and how to withdraw. */
export function PayScreen({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  useEffect(() => {
    // Client-side navigation from the login leads here without the CSP that allows payment windows.
    if (!isPaymentDocument()) window.location.reload();
  }, []);
  return (
    <Frame title={m['sponsorship.pay.title']()}>
      <h1 className="text-3xl font-bold">{m['sponsorship.pay.title']()}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {user ? <Loaded id={id} /> : <LoginNeeded>{m['sponsorship.pay.login']()}</LoginNeeded>}
      </div>
    </Frame>
  );
}

const lookAgainMs = 5000;

function Loaded({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...contributionQuery(id), refetchInterval: lookAgainMs });
  if (data) return <Pay id={id} sponsorship={data} />;
  if (!error) return <Skeleton />;
  return (
    <NotRead error={error} retry={refetch}>
      <Link to="/sponsor" className={buttonClass()}>
        {m['sponsorship.my.go']()}
      </Link>
    </NotRead>
  );
}

function Pay({ id, sponsorship }: { id: string; sponsorship: OwnSponsorship }) {
  const formatMoment = useFormatMoment();
  const { cadence, tier, recipient, contributions } = sponsorship;
  const contribution = contributions.find((each) => each.id === id);
  const paying = useMutation({
    mutationFn: async () => {
      const { begun } = await openAttempt(id);
      if (begun.kind === 'redirect') return window.location.assign(begun.url);
      const { payWithToss } = await import('#features/payments/client/public.tsx');
      return payWithToss(begun);
    },
    onError: (error) => toast('danger', m['sponsorship.pay.failed'](), describeError(error)),
  });
  const { reset } = paying;
  useEffect(() => {
    // Restored from the back/forward cache.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, [reset]);
  const isPending = ['confirming', 'unknown', 'waiting_deposit'].includes(contribution?.payment?.state ?? '');
  const isOpen = contribution?.state === 'open' && !isPending;
  const isBusy = paying.isPending || paying.isSuccess;
  return (
    <>
      <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
        <div>
          <h2 className="text-xl font-bold wrap-anywhere">{recipientName(recipient)}</h2>
          <p className="text-sm text-ink-soft">{[tierNames[tier](), cadenceNames[cadence]()].join(' · ')}</p>
        </div>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">{won(sponsorship.amount)}</p>
        {isOpen && (
          <p>
            {m['sponsorship.pay.until']()}: {formatMoment(contribution.expiresAt)}
          </p>
        )}
        <p className="text-ink-soft">
          {cadence === 'once' ? m['sponsorship.form.terms_once']() : m['sponsorship.form.terms_monthly']()}
        </p>
      </section>
      {!isOpen && (
        <Notice>
          <p>{isPending ? m['sponsorship.pay.pending']() : m['sponsorship.pay.not_open']()}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <Button disabled={isBusy} onClick={() => paying.mutate()}>
            {isBusy
              ? m['sponsorship.pay.leaving']()
              : m['sponsorship.pay.button']({ amount: won(sponsorship.amount) })}
          </Button>
        )}
        <Link
          to="/my/sponsorships/$id"
          params={{ id: sponsorship.id }}
          className={buttonClass(isOpen ? 'secondary' : 'primary')}
        >
          {m['sponsorship.pay.see']()}
        </Link>
      </div>
    </>
  );
}
