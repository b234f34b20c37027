import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { currentUserQuery, Section, securityQuery, useProof } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, sendWrite } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { Withdrawal } from '../contract.ts';
import { addDays, graceDays } from '../rules.ts';
import { formatDay, tellFailure } from './words.ts';

/** Explains what is deleted and what is kept before it asks. */
export function WithdrawalSection() {
  const { data: security } = useQuery(securityQuery);
  const parts = [
    [m['rights.withdrawal.now_title'](), m['rights.withdrawal.now_text']()],
    [m['rights.withdrawal.goes_title'](), m['rights.withdrawal.goes_text']()],
    [m['rights.withdrawal.stays_title'](), m['rights.withdrawal.stays_text']()],
  ];
  return (
    <Section title={m['rights.withdrawal.title']()}>
      <p>{m['rights.withdrawal.text']()}</p>
      <dl className="grid gap-4">
        {parts.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft">{m['rights.withdrawal.export_first']()}</p>
      {security && <Leave security={security} />}
    </Section>
  );
}

function Leave({ security }: { security: Parameters<typeof useProof>[0] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { act, dialog } = useProof(security);
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // Leaving ends the session, so a retry is refused whether or not the first request succeeded.
  const isLost = useRef(false);
  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      const { withdrawsAt } = await act(() => sendWrite('DELETE /api/user', withdraw, true));
      await goOn(withdrawsAt);
    } catch (error) {
      const withdrawsAt = isLost.current ? await findEnd(client) : null;
      if (withdrawsAt !== null) {
        await goOn(withdrawsAt);
      } else {
        tellFailure(error);
        setLeaving(false);
      }
    }
  }
  async function withdraw(): Promise<Withdrawal> {
    try {
      return (await callApi<Withdrawal>('/api/user', { method: 'DELETE' })).body;
    } catch (error) {
      isLost.current ||= error instanceof ApiError && (error.status === 0 || error.status >= 500);
      throw error;
    }
  }
  async function goOn(withdrawsAt: string): Promise<void> {
    toast(
      'success',
      m['rights.withdrawal.done'](),
      m['rights.withdrawal.done_text']({ day: formatDay(withdrawsAt) }),
    );
    await navigate({ to: '/' });
    client.setQueryData(currentUserQuery.queryKey, null);
    client.removeQueries({ predicate: ({ meta }) => meta?.['private'] === true });
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' });
  }
  return (
    <>
      <Button look="danger" className="justify-self-start" onClick={() => setAsked(true)}>
        {m['rights.withdrawal.begin']()}
      </Button>
      {asked && <Confirm leaving={leaving} onConfirm={() => void leave()} onCancel={() => setAsked(false)} />}
      {dialog}
    </>
  );
}

/** After a lost response, returns the time of the erasure; null if the person is not leaving. */
async function findEnd(client: QueryClient): Promise<string | null> {
  try {
    const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    return user ? user.withdrawsAt : addDays(new Date(), graceDays).toISOString();
  } catch {
    return null;
  }
}

function Confirm(props: { leaving: boolean; onConfirm(): void; onCancel(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="withdrawal-title"
      onCancel={props.onCancel}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
    >
      <div className="grid gap-5">
        <h2 id="withdrawal-title" className="text-xl font-bold">
          {m['rights.withdrawal.confirm_title']()}
        </h2>
        <p>{m['rights.withdrawal.confirm_text']()}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" disabled={props.leaving} onClick={props.onConfirm}>
            {m['rights.withdrawal.confirm']()}
          </Button>
          <Button look="secondary" autoFocus onClick={props.onCancel}>
            {m['rights.withdrawal.cancel']()}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
