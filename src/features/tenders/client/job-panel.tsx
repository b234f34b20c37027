import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { TenderDetail } from '../contract.ts';
import {
  cancelAsStaff,
  cancelTender,
  ownTendersKey,
  publishTender,
  removeTender,
  tenderQuery,
} from './api.ts';
import { BidForm } from './bid-form.tsx';
import { OwnBid } from './own-bid.tsx';
import { ReasonField } from './reason-field.tsx';
import { closesWords, leftWords, reasonProblem, won } from './words.ts';

/** State of the tender, and the actions of this reader. */
export function JobPanel({ job, user }: { job: TenderDetail; user: CurrentUser | null }) {
  const { state, can } = job;
  return (
    <section
      aria-label={m['tenders.view.panel']()}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-5"
    >
      {state === 'draft' && <Draft job={job} />}
      {state === 'open' && <Open job={job} user={user} />}
      {state === 'closed' && <Closed job={job} />}
      {(state === 'chosen' || state === 'unchosen' || state === 'cancelled') && <Ended job={job} />}
      {state !== 'open' && job.myBid && <OwnBid job={job} bid={job.myBid} />}
      {(can.includes('cancel') || can.includes('cancel_as_staff')) && <Cancel job={job} />}
    </section>
  );
}

/** Runs a request and shows the resulting tender at once. */
function useJob(job: TenderDetail) {
  const client = useQueryClient();
  return (changed: TenderDetail) => {
    client.setQueryData(tenderQuery(job.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: ['tenders'] });
    void client.invalidateQueries({ queryKey: ownTendersKey });
  };
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="text-xl font-bold">{children}</h2>;
}

function Draft({ job }: { job: TenderDetail }) {
  const navigate = useNavigate();
  const show = useJob(job);
  const [isAsking, setIsAsking] = useState(false);
  const publishing = useMutation({
    mutationFn: () => publishTender(job),
    onSuccess: (changed) => {
      show(changed);
      toast('success', m['tenders.view.published_toast']());
    },
  });
  const removing = useMutation({
    mutationFn: () => removeTender(job.id),
    onSuccess: async () => {
      toast('success', m['tenders.view.removed']());
      await navigate({ to: '/my/jobs' });
    },
    onError: (error) => toast('danger', m['tenders.view.failed'](), describeError(error)),
  });
  const { error } = publishing;
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return (
    <>
      <Heading>{m['tenders.view.preview']()}</Heading>
      <p>{m['tenders.view.preview_text']()}</p>
      {job.closesAt !== null && <p>{closesWords(job.closesAt)}</p>}
      {error && (
        <div role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          <p>{describeError(error)}</p>
          {error instanceof ApiError && error.code === 'phone_needed' && (
            <Link
              to="/my/verification"
              search={{ next: `/auctions/jobs/${job.id}`, needs: 'phone' }}
              className="font-semibold underline"
            >
              {m['tenders.view.verify']()}
            </Link>
          )}
          {fields.length > 0 && error instanceof ApiError && (
            <ul className="mt-2 list-disc pl-5">
              {Object.entries(error.fields).map(([field, words]) => (
                <li key={field}>
                  {fieldNames[field]?.() ?? field}: {words}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <Button disabled={publishing.isPending} onClick={() => publishing.mutate()}>
        {m['tenders.view.publish']()}
      </Button>
      <Link
        to="/auctions/jobs/{-$id}"
        params={{ id: 'create' }}
        search={{ draft: job.id }}
        className={buttonClass('secondary')}
      >
        {m['tenders.view.edit']()}
      </Link>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        {m['tenders.view.remove']()}
      </Button>
      {isAsking && (
        <Dialog title={m['tenders.view.remove_title']()} onClose={() => setIsAsking(false)}>
          <p>{m['tenders.view.remove_text']()}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {m['tenders.view.keep']()}
            </Button>
            <Button look="danger" disabled={removing.isPending} onClick={() => removing.mutate()}>
              {m['tenders.view.remove']()}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const fieldNames: Record<string, () => string> = {
  description: () => m['tenders.form.description'](),
  ceiling: () => m['tenders.form.ceiling'](),
  place: () => m['tenders.form.place'](),
  closesAt: () => m['tenders.form.closes_at'](),
  wantedOn: () => m['tenders.form.wanted_on'](),
};

function Open({ job, user }: { job: TenderDetail; user: CurrentUser | null }) {
  const { closesAt, serverTime, bidCount, myBid, isMine, obstacle } = job;
  const [isChanging, setIsChanging] = useState(false);
  // Input before hydration would be lost.
  const hydrated = useHydrated();
  return (
    <>
      {closesAt !== null && (
        <p>
          <span className="block text-2xl font-bold">
            {m['tenders.view.left']({ time: leftWords(closesAt, serverTime) })}
          </span>
          <span className="text-ink-soft">{closesWords(closesAt)}</span>
        </p>
      )}
      <p className="flex items-center gap-2">
        <Lock aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
        <span className="font-semibold">{m['tenders.view.count']({ count: bidCount })}</span>
      </p>
      <p className="text-sm text-ink-soft">
        {isMine ? m['tenders.view.sealed_mine']() : m['tenders.view.sealed']()}
      </p>
      {!user && <LoginToBid />}
      {user && !isMine && obstacle && <Obstacle job={job} obstacle={obstacle} />}
      {myBid && !isChanging && (
        <OwnBid job={job} bid={myBid} {...(obstacle === null && { onChange: () => setIsChanging(true) })} />
      )}
      {hydrated && job.can.includes('bid') && (!myBid || isChanging) && (
        <BidForm key={myBid?.number} job={job} onDone={() => setIsChanging(false)} />
      )}
    </>
  );
}

function LoginToBid() {
  const { pathname } = useLocation();
  return (
    <>
      <p>{m['tenders.view.login']()}</p>
      <Link to="/login" search={{ next: pathname }} className={buttonClass()}>
        {m['tenders.view.login_button']()}
      </Link>
    </>
  );
}

function Obstacle({ job, obstacle }: { job: TenderDetail; obstacle: NonNullable<TenderDetail['obstacle']> }) {
  return (
    <div className="grid gap-3 rounded-md bg-sunken px-4 py-3">
      <p>{obstacle.message}</p>
      {obstacle.code === 'service_needed' && (
        <Link
          to="/services/register/{-$type}"
          params={{ type: job.serviceType }}
          className={buttonClass('secondary')}
        >
          {m['tenders.view.register_service']()}
        </Link>
      )}
      {obstacle.code === 'verification_needed' && (
        <Link
          to="/my/verification"
          search={{ next: `/auctions/jobs/${job.id}` }}
          className={buttonClass('secondary')}
        >
          {m['tenders.view.verify']()}
        </Link>
      )}
    </div>
  );
}

function Closed({ job }: { job: TenderDetail }) {
  const formatMoment = useFormatMoment();
  const { chooseBy, serverTime, isMine } = job;
  return (
    <>
      <Heading>{isMine ? m['tenders.view.choose_now']() : m['tenders.view.being_chosen']()}</Heading>
      {isMine && <p>{m['tenders.view.choose_text']()}</p>}
      {chooseBy !== null && (
        <p className="text-ink-soft">
          {m['tenders.view.choose_by']({
            moment: formatMoment(chooseBy),
            time: leftWords(chooseBy, serverTime),
          })}
        </p>
      )}
    </>
  );
}

function Ended({ job }: { job: TenderDetail }) {
  const formatMoment = useFormatMoment();
  const { state, reason, quote, isMine, bidCount } = job;
  const isWinner = job.record.some(({ opened }) => opened?.isMine && opened.isChosen);
  const heading = {
    chosen: isMine
      ? m['tenders.view.chosen_mine']()
      : isWinner
        ? m['tenders.view.won']()
        : m['tenders.view.chosen'](),
    unchosen: bidCount === 0 ? m['tenders.view.no_bids']() : m['tenders.view.unchosen'](),
    cancelled: m['tenders.view.cancelled'](),
  }[state as 'chosen' | 'unchosen' | 'cancelled'];
  return (
    <>
      <Heading>{heading}</Heading>
      {reason !== '' && (
        <p className="rounded-md bg-sunken px-4 py-3 break-words whitespace-pre-line">
          <span className="block text-sm text-ink-soft">{m['tenders.view.reason']()}</span>
          {reason}
        </p>
      )}
      {isMine && state === 'unchosen' && (
        <Link
          to="/wanted/{-$id}"
          params={{ id: 'new' }}
          search={{ what: job.title, about: job.description, trade: job.serviceType }}
          className={buttonClass('secondary')}
        >
          {m['tenders.view.post_wanted']()}
        </Link>
      )}
      {quote?.state === 'agreed' && (
        <p>
          {isMine
            ? m['tenders.view.order_until']({ moment: formatMoment(quote.expiresAt) })
            : m['tenders.view.wait_for_order']({ moment: formatMoment(quote.expiresAt) })}
        </p>
      )}
      {quote?.state === 'agreed' && isMine && (
        <Link
          to="/payment/service/$id"
          params={{ id: quote.serviceId }}
          search={{ quoteId: quote.id }}
          reloadDocument
          className={buttonClass()}
        >
          {m['tenders.view.order']({ amount: won(quote.total) })}
        </Link>
      )}
      {quote?.state === 'ordered' && (
        <>
          <p>{m['tenders.view.ordered']()}</p>
          <Link to="/my/orders" search={isMine ? {} : { side: 'provider' }} className={buttonClass()}>
            {m['tenders.view.orders']()}
          </Link>
        </>
      )}
      {quote?.state === 'over' && <p>{m['tenders.view.quote_over']()}</p>}
    </>
  );
}

function Cancel({ job }: { job: TenderDetail }) {
  const isStaff = job.can.includes('cancel_as_staff');
  const needsReason = isStaff || job.state === 'closed';
  const show = useJob(job);
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const cancelling = useMutation({
    mutationFn: () => (isStaff ? cancelAsStaff(job, reason) : cancelTender(job, reason)),
    onSuccess: (changed) => {
      show(changed);
      setIsAsking(false);
      toast('success', m['tenders.view.cancelled']());
    },
  });
  const { error } = cancelling;
  const refused = error instanceof ApiError ? error.fields['reason'] : undefined;
  const [isTried, setIsTried] = useState(false);
  const problem = needsReason || reason.trim() !== '' ? reasonProblem(reason) : undefined;
  const wrong = isTried ? (problem ?? refused) : refused;
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        {isStaff ? m['tenders.view.cancel_staff']() : m['tenders.view.cancel']()}
      </Button>
      {isAsking && (
        <Dialog title={m['tenders.view.cancel_title']()} onClose={() => setIsAsking(false)}>
          <p>{needsReason ? m['tenders.view.cancel_why']() : m['tenders.view.cancel_text']()}</p>
          <ReasonField
            label={m['tenders.view.cancel_reason']()}
            {...(!needsReason && { optional: m['tenders.form.optional']() })}
            value={reason}
            error={wrong}
            onChange={setReason}
          />
          {error && refused === undefined && (
            <p role="alert" className="text-danger">
              {describeError(error)}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {m['tenders.view.keep']()}
            </Button>
            <Button
              look="danger"
              disabled={cancelling.isPending}
              onClick={() => {
                setIsTried(true);
                if (problem === undefined) cancelling.mutate();
              }}
            >
              {m['tenders.view.cancel']()}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
