import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { formatDay, tellFailure } from './words.ts';

/** Page after the login of somebody who is leaving: the deadline, and how to stay. */
export function WithdrawalUnderWay({ withdrawsAt }: { withdrawsAt: string }) {
  const client = useQueryClient();
  const [working, setWorking] = useState(false);
  async function takeBack(): Promise<void> {
    setWorking(true);
    try {
      await sendJson('DELETE', '/api/user/withdrawal');
      toast('success', m['rights.withdrawal.taken_back'](), m['rights.withdrawal.taken_back_text']());
      client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, withdrawsAt: null });
      void client.invalidateQueries();
    } catch (error) {
      tellFailure(error);
      setWorking(false);
    }
  }
  return (
    <section
      aria-labelledby="withdrawal-under-way"
      className="grid gap-4 rounded-lg border border-accent bg-surface p-6"
    >
      <h2 id="withdrawal-under-way" className="text-xl font-bold">
        {m['rights.withdrawal.under_way_title']()}
      </h2>
      <p>{m['rights.withdrawal.under_way_text']({ day: formatDay(withdrawsAt) })}</p>
      <Button className="justify-self-start" disabled={working} onClick={() => void takeBack()}>
        {m['rights.withdrawal.take_back']()}
      </Button>
    </section>
  );
}
