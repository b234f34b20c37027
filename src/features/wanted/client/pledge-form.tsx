import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { parseWon } from '#platform/shared/money.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { WantedDetail } from '../contract.ts';
import { addPledge } from './api.ts';
import { won } from './words.ts';

/** Adds to a bounty, and leads to its payment. */
export function PledgeForm({ post, onClose }: { post: WantedDetail; onClose(): void }) {
  const navigate = useNavigate();
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState('');
  const [isSending, setIsSending] = useState(false);
  const key = useRef('');
  const range = m['wanted.pledge.range']({ least: won(post.minPledge), most: won(post.maxPledge) });

  async function send(): Promise<void> {
    const sum = parseWon(amount);
    if (sum === null || sum < post.minPledge || sum > post.maxPledge) return setProblem(range);
    setProblem('');
    setIsSending(true);
    try {
      key.current ||= crypto.randomUUID();
      const { id } = await addPledge(post.id, sum, key.current);
      // Needs a full page load, because the CSP of payment pages belongs to their document.
      await navigate({ to: '/payment/wanted/$id', params: { id }, reloadDocument: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      setProblem(describeError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={m['wanted.pledge.amount']()}
        hint={range}
        name="amount"
        inputMode="numeric"
        maxLength={17}
        value={amount}
        error={problem || undefined}
        onChange={({ target }) => {
          setAmount(target.value);
          setProblem('');
        }}
      />
      <p className="text-sm text-ink-soft">{m['wanted.pledge.rules']()}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSending}>
          {m['wanted.pledge.go']()}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {m['wanted.post.cancel']()}
        </Button>
      </div>
    </form>
  );
}
