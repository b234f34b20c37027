import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { workshopQuery } from './load-workshop.ts';
import { WorkshopEditor } from './workshop-editor.tsx';

/** Machines, rate card and calendar of the reader's service. */
export function WorkshopScreen({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['quotes.workshop.title']()}</h1>
      {user ? (
        <Loaded id={id} />
      ) : (
        <div className="mt-6 grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <p>{m['quotes.workshop.login_needed']()}</p>
          <Link to="/login" search={{ next: `/my/services/${id}/workshop` }} className={buttonClass()}>
            {m['quotes.workshop.login']()}
          </Link>
        </div>
      )}
    </div>
  );
}

function Loaded({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(workshopQuery(id));
  // The cache may be older than the last change, so the form waits for a fresh response.
  const [isWaiting, setIsWaiting] = useState(isFetching);
  const [round, setRound] = useState(0);
  if (isWaiting && !isFetching) setIsWaiting(false);

  /** Input is discarded only after a successful reload. */
  async function reload(): Promise<void> {
    const found = await refetch();
    if (found.isSuccess) setRound((before) => before + 1);
    else toast('danger', m['quotes.workshop.load_failed'](), describeError(found.error));
  }

  if (error && !data) {
    return (
      <div className="mt-6">
        <LoadFailed retry={() => refetch()}>
          {m['quotes.workshop.load_failed']()} {describeError(error)}
        </LoadFailed>
      </div>
    );
  }
  if (!data || isWaiting) {
    return <div aria-busy="true" className="mt-6 h-96 animate-pulse rounded-lg bg-sunken" />;
  }
  return (
    <>
      <p className="mt-1">
        <Link
          to="/services/$id"
          params={{ id }}
          className="inline-block py-2 font-semibold text-accent-strong underline"
        >
          {data.service.title}
        </Link>
      </p>
      <p className="mb-6 text-ink-soft">{m['quotes.workshop.lead']()}</p>
      <WorkshopEditor key={round} id={id} workshop={data} onReload={() => void reload()} />
    </>
  );
}
