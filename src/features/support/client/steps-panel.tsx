import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { resourceQuery, StepBody, stepTitle } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { canShowStep } from '../access.ts';
import type { Session } from '../contract.ts';
import { sessionQuery, showStep } from './api.ts';

/** Guide next to the conversation: both look at the same step, or each pages alone. */
export function StepsPanel({ session, resourceId }: { session: Session; resourceId: string }) {
  const client = useQueryClient();
  const { data: resource, error, refetch } = useQuery(resourceQuery(resourceId));
  const [isTogether, setTogether] = useState(true);
  const [own, setOwn] = useState(session.shownStep ?? 0);
  if (!resource) {
    return error ? (
      <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>
    ) : (
      <div aria-busy="true" className="h-48 animate-pulse rounded-md bg-sunken" />
    );
  }
  const steps = resource.assemblyInstructions;
  if (steps.length === 0) return null;
  const mayShow = canShowStep(session.role, {
    state: session.state,
    askerId: session.asker?.id ?? '',
    helperId: session.helper?.id ?? null,
    invitedId: session.invited?.id ?? null,
    orderId: session.order?.id ?? null,
    replacedIds: [],
  });
  const shared = mayShow && isTogether;
  const at = Math.min(steps.length - 1, shared ? (session.shownStep ?? 0) : own);
  const step = steps[at];

  async function go(to: number): Promise<void> {
    if (to < 0 || to >= steps.length) return;
    setOwn(to);
    if (!shared) return;
    const { queryKey } = sessionQuery(session.id);
    const put = (shownStep: number | null) =>
      client.setQueryData(queryKey, (old: Session | undefined) => old && { ...old, shownStep });
    put(to);
    try {
      await showStep(session.id, to);
    } catch (failed) {
      put(session.shownStep);
      toast('danger', describeError(failed));
    }
  }
  if (!step) return null;
  return (
    <section aria-label={m['support.steps.title']()} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold">{m['support.steps.title']()}</h2>
        <p className="text-sm text-ink-soft tabular-nums">
          {m['support.steps.place']({ number: at + 1, count: steps.length })}
        </p>
      </div>
      {mayShow && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={isTogether}
            onChange={(event) => {
              setOwn(at);
              setTogether(event.target.checked);
            }}
            className="size-5 accent-accent"
          />
          {m['support.steps.together']()}
        </label>
      )}
      <div aria-live="polite" className="grid gap-3">
        <h3 className="font-semibold break-words">{stepTitle(step, at)}</h3>
        <StepBody step={step} />
      </div>
      <div className="flex justify-between gap-2">
        <Button look="secondary" aria-disabled={at === 0} onClick={() => void go(at - 1)}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {m['support.steps.back']()}
        </Button>
        <Button look="secondary" aria-disabled={at === steps.length - 1} onClick={() => void go(at + 1)}>
          {m['support.steps.next']()}
          <ArrowRight aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </section>
  );
}
