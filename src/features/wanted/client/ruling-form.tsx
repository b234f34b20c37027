import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { WantedDetail } from '../contract.ts';
import { wantedLimits } from '../rules.ts';
import { disputedQuery, sendRuling, termsQuery } from './api.ts';
import { useShown } from './use-shown.ts';
import { won } from './words.ts';

/** Ruling of staff: the bounty goes to answers whose authors objected, or back. */
export function RulingForm({ post }: { post: WantedDetail }) {
  const client = useQueryClient();
  const show = useShown(post.id);
  const { data: terms, error: unread, refetch } = useQuery(termsQuery);
  const [chosen, setChosen] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => sendRuling(post.id, { answerIds: chosen, reason }),
    onSuccess: (changed) => {
      show(changed);
      void client.invalidateQueries({ queryKey: disputedQuery.queryKey });
      toast(
        'success',
        changed.state === 'disputed' ? m['wanted.ruling.second']() : m['wanted.ruling.done'](),
      );
    },
  });
  const field = error instanceof ApiError ? error.fields['reason'] : undefined;
  const missing = isTried && reason.trim() === '' ? m['platform.field.required']() : undefined;
  if (!terms) {
    return unread ? (
      <LoadFailed retry={refetch}>{describeError(unread)}</LoadFailed>
    ) : (
      <div aria-busy="true" className="mt-4 h-96 animate-pulse rounded-lg bg-sunken" />
    );
  }
  return (
    <div className="mt-4 grid gap-4 rounded-lg border border-accent bg-surface p-5">
      <h3 className="text-xl font-bold">{m['wanted.ruling.title']()}</h3>
      <p>{m['wanted.ruling.text']({ amount: won(terms.secondAdminAbove) })}</p>
      <div role="group" aria-label={m['wanted.ruling.title']()} className="grid gap-2">
        {post.answers
          .filter(({ isObjecting }) => isObjecting)
          .map(({ id, author, objection }) => (
            <ChoiceField
              key={id}
              type="checkbox"
              checked={chosen.includes(id)}
              hint={objection}
              onChange={({ target }) =>
                setChosen((before) =>
                  target.checked ? [...before, id] : before.filter((each) => each !== id),
                )
              }
            >
              {author?.fullName ?? m['wanted.answer.left']()}
            </ChoiceField>
          ))}
      </div>
      <TextAreaField
        label={m['wanted.ruling.reason']()}
        name="reason"
        rows={3}
        maxLength={wantedLimits.reason}
        value={reason}
        error={missing ?? field}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && field === undefined && (
        <p role="alert" className="text-danger">
          {describeError(error)}
        </p>
      )}
      <Button
        disabled={isPending}
        className="justify-self-start"
        onClick={() => {
          setIsTried(true);
          if (reason.trim() !== '') mutate();
        }}
      >
        {chosen.length === 0 ? m['wanted.ruling.return']() : m['wanted.ruling.give']()}
      </Button>
    </div>
  );
}
