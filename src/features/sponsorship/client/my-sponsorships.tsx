import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { ReceiptLink } from '#features/payments/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed, NotRead } from '#ui/load-failed.tsx';
import type { Contribution, OwnSponsorship } from '../contract.ts';
import { sponsorshipLimits } from '../rules.ts';
import { cancel, change, ownListQuery, ownQuery, withdraw } from './api.ts';
import {
  cadenceNames,
  contributionNames,
  formatDate,
  recipientName,
  stateNames,
  tierNames,
  won,
} from './words.ts';

const skeleton = <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />;
const toSponsor = (look: 'primary' | 'secondary') => (
  <Link to="/sponsor" className={buttonClass(look, 'w-fit')}>
    {m['sponsorship.my.go']()}
  </Link>
);

/** Slot that another room fills. */
type Extra = ComponentType<{ sponsorshipId: string; canAsk: boolean }>;

/** The reader's sponsorships, or one with its payments as a receipt. */
export function MySponsorships({ id, Banner }: { id: string; Banner: Extra }) {
  return id === '' ? <List /> : <One id={id} Banner={Banner} />;
}

function List() {
  const { data, error, refetch } = useQuery(ownListQuery);
  if (!data && error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return skeleton;
  if (data.length === 0)
    return (
      <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
        <p>{m['sponsorship.my.empty']()}</p>
        {toSponsor('primary')}
      </div>
    );
  return (
    <div className="grid gap-4">
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {data.map((sponsorship) => (
          <li key={sponsorship.id} className="grid gap-1 p-4">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span className="wrap-anywhere">{recipientName(sponsorship.recipient)}</span>
              <span className="tabular-nums">{won(sponsorship.amount)}</span>
            </p>
            <p className="text-sm text-ink-soft">
              {[
                stateNames[sponsorship.state](),
                tierNames[sponsorship.tier](),
                cadenceNames[sponsorship.cadence](),
                ...(wasPaid(sponsorship)
                  ? [m['sponsorship.my.given']({ amount: won(sponsorship.given) })]
                  : []),
              ].join(' · ')}
            </p>
            <Next sponsorship={sponsorship} />
          </li>
        ))}
      </ul>
      {toSponsor('secondary')}
    </div>
  );
}

/** Next possible action, most urgent first. */
function Next({ sponsorship }: { sponsorship: OwnSponsorship }) {
  const { id, cadence, state, canBanner, contributions } = sponsorship;
  const open = contributions.find((each) => each.state === 'open');
  const isRunning = cadence === 'monthly' && state === 'active';
  const toOne = { to: '/my/sponsorships/$id', params: { id } } as const;
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {open && <PayLink contribution={open} />}
      {canBanner && (
        <Link {...toOne} hash="own-banner" className={buttonClass('secondary')}>
          {m['sponsorship.my.banner']()}
        </Link>
      )}
      <Link {...toOne} className={buttonClass('secondary')}>
        {isRunning || contributions.some(({ canWithdraw }) => canWithdraw)
          ? m['sponsorship.my.manage']()
          : wasPaid(sponsorship)
            ? m['sponsorship.my.open']()
            : m['sponsorship.my.details']()}
      </Link>
    </div>
  );
}

const wasPaid = ({ contributions }: OwnSponsorship) => contributions.some(({ paidAt }) => paidAt !== null);

/** Needs a full page load, because the CSP of payment pages belongs to their document. */
function PayLink({ contribution: { id, payment } }: { contribution: Contribution }) {
  const isPending = ['confirming', 'unknown', 'waiting_deposit'].includes(payment?.state ?? '');
  return (
    <Link
      to="/payment/sponsor/$id"
      params={{ id }}
      reloadDocument
      className={buttonClass(isPending ? 'secondary' : 'primary')}
    >
      {isPending ? m['sponsorship.my.pending']() : m['sponsorship.my.go_on']()}
    </Link>
  );
}

function One({ id, Banner }: { id: string; Banner: Extra }) {
  const { data, error, refetch } = useQuery(ownQuery(id));
  if (!data && error)
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/my/sponsorships" className={buttonClass()}>
          {m['sponsorship.form.mine']()}
        </Link>
      </NotRead>
    );
  return data ? <Receipt sponsorship={data} Banner={Banner} /> : skeleton;
}

type Task = { kind: 'cancel' } | { kind: 'withdraw'; contribution: Contribution };

function Receipt({ sponsorship, Banner }: { sponsorship: OwnSponsorship; Banner: Extra }) {
  const formatMoment = useFormatMoment();
  const [task, setTask] = useState<Task | null>(null);
  const { id, cadence, tier, recipient, state, nextDueOn, given, amount, contributions } = sponsorship;
  const isReceipt = wasPaid(sponsorship);
  const isMonthly = cadence === 'monthly' && state === 'active';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section className="grid gap-3 rounded-lg border border-line bg-surface p-5 md:p-6">
        <h2 className="text-xl font-bold wrap-anywhere">{recipientName(recipient)}</h2>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">
          {won(isReceipt ? given : amount)}
        </p>
        <p className="text-ink-soft">
          {[stateNames[state](), tierNames[tier](), cadenceNames[cadence]()].join(' · ')}
          {nextDueOn !== null && ` · ${m['sponsorship.my.next']({ day: formatDate(nextDueOn) })}`}
        </p>
        {isReceipt && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {m['sponsorship.my.number']()}: {id}
          </p>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
          {isReceipt && (
            <Button look="secondary" onClick={() => window.print()}>
              {m['sponsorship.my.print']()}
            </Button>
          )}
          {isMonthly && (
            <Button look="quiet" onClick={() => setTask({ kind: 'cancel' })}>
              {m['sponsorship.my.cancel']()}
            </Button>
          )}
        </div>
      </section>
      <section aria-labelledby="contributions" className="grid gap-3">
        <h2 id="contributions" className="text-lg font-bold">
          {m['sponsorship.my.payments']()}
        </h2>
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {contributions.map((each) => (
            <li key={each.id} className="grid gap-2 p-4">
              <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                <span>{contributionNames[each.state]()}</span>
                <span className="tabular-nums">{won(each.amount)}</span>
              </p>
              <p className="text-sm text-ink-soft">{formatMoment(each.paidAt ?? each.createdAt)}</p>
              {each.canWithdraw && each.withdrawableUntil !== null && (
                <p className="text-sm">
                  {m['sponsorship.my.withdraw_until']({ moment: formatMoment(each.withdrawableUntil) })}
                </p>
              )}
              <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
                {each.state === 'open' && <PayLink contribution={each} />}
                {each.canWithdraw && (
                  <Button look="secondary" onClick={() => setTask({ kind: 'withdraw', contribution: each })}>
                    {m['sponsorship.my.withdraw']()}
                  </Button>
                )}
                {each.payment?.receiptUrl != null && (
                  <ReceiptLink url={each.payment.receiptUrl} className={buttonClass('secondary')}>
                    {m['sponsorship.my.gateway_receipt']()}
                  </ReceiptLink>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      {given > 0 && <OnTheWall sponsorship={sponsorship} />}
      {given > 0 && recipient.kind === 'house' && (
        <Banner sponsorshipId={id} canAsk={sponsorship.canBanner} />
      )}
      {task && <Sure sponsorshipId={id} task={task} onClose={() => setTask(null)} />}
    </div>
  );
}

function Sure({ sponsorshipId, task, onClose }: { sponsorshipId: string; task: Task; onClose(): void }) {
  const client = useQueryClient();
  const isCancel = task.kind === 'cancel';
  const name = isCancel ? m['sponsorship.my.cancel']() : m['sponsorship.my.withdraw']();
  const act = useMutation({
    mutationFn: () => (isCancel ? cancel(sponsorshipId) : withdraw(task.contribution.id)),
    onSuccess: () => {
      toast('success', isCancel ? m['sponsorship.my.cancelled']() : m['sponsorship.my.withdrawn']());
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sponsorships'] }),
  });
  return (
    <Dialog title={name} onClose={onClose}>
      <p>
        {isCancel
          ? m['sponsorship.my.cancel_text']()
          : m['sponsorship.my.withdraw_text']({ amount: won(task.contribution.amount) })}
      </p>
      <FormMessage>{act.error ? describeError(act.error) : null}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button disabled={act.isPending} onClick={() => act.mutate()}>
          {name}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {m['sponsorship.my.no']()}
        </Button>
      </div>
    </Dialog>
  );
}

function OnTheWall({ sponsorship }: { sponsorship: OwnSponsorship }) {
  const client = useQueryClient();
  const { id, isAnonymous, isHidden, message } = sponsorship;
  const form = useForm({
    async send({ message: words = '', anonymous }) {
      await change(id, { message: words, isAnonymous: anonymous !== undefined });
      toast('success', m['sponsorship.my.saved']());
      await client.invalidateQueries({ queryKey: ['sponsorships'] });
    },
  });
  return (
    <form
      {...form.props}
      aria-labelledby="on-the-wall"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6 print:hidden"
    >
      <h2 id="on-the-wall" className="text-lg font-bold">
        {m['sponsorship.my.wall']()}
      </h2>
      {isHidden && <p>{m['sponsorship.my.hidden']()}</p>}
      <TextField
        label={m['sponsorship.form.message']()}
        name="message"
        defaultValue={message}
        maxLength={sponsorshipLimits.message}
        autoComplete="off"
        error={form.fields['message']}
      />
      <ChoiceField type="checkbox" name="anonymous" defaultChecked={isAnonymous}>
        {m['sponsorship.form.anonymous']()}
      </ChoiceField>
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" look="secondary" disabled={form.pending} className="w-fit">
        {m['sponsorship.my.save']()}
      </Button>
    </form>
  );
}
