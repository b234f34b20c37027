import { useRef, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { parseWon } from '#platform/shared/money.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import type { WantedAnswer, WantedDetail } from '../contract.ts';
import { receivedOfAward, splitEqually, wantedLimits } from '../rules.ts';
import { giveBounty } from './api.ts';
import { useShown } from './use-shown.ts';
import { won } from './words.ts';

const nameOf = ({ author, resource, kind, text }: WantedAnswer) =>
  (kind === 'resource' ? resource?.title : author?.fullName) ||
  text.slice(0, 40) ||
  m['wanted.answer.left']();

/** Accepts answers, and splits the bounty among them: equally unless other amounts are typed. */
export function GiveDialog(props: { post: WantedDetail; more: ReactNode; onClose(): void }) {
  const { post, more, onClose } = props;
  const { bounty, feePercent, state } = post;
  const show = useShown(post.id);
  const answers = post.answers.filter(({ isObjecting }) => state !== 'disputed' || isObjecting);
  const [chosen, setChosen] = useState<string[]>(answers.length === 1 ? answers.map(({ id }) => id) : []);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [isSending, setIsSending] = useState(false);
  const key = useRef('');

  const equal = splitEqually(bounty, Math.max(1, chosen.length));
  const amountOf = (id: string, index: number) => {
    const own = typed[id];
    return own === undefined ? (equal[index] ?? 0) : (parseWon(own) ?? 0);
  };
  const amounts = chosen.map(amountOf);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const isRight =
    chosen.length > 0 && (bounty === 0 || (sum === bounty && amounts.every((each) => each > 0)));

  async function give(): Promise<void> {
    if (chosen.length === 0) return setProblem(m['wanted.give.choose']());
    if (!isRight) return setProblem(m['wanted.give.differs']({ sum: won(sum), bounty: won(bounty) }));
    setProblem('');
    setIsSending(true);
    try {
      key.current ||= crypto.randomUUID();
      const awards = chosen.map((answerId, index) => ({
        answerId,
        ...(bounty > 0 && { amount: amounts[index] ?? 0 }),
      }));
      show(await giveBounty(post.id, awards, key.current));
      toast('success', bounty > 0 ? m['wanted.give.given']() : m['wanted.give.solved']());
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      setProblem(describeError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Dialog
      title={bounty > 0 ? m['wanted.give.title']({ amount: won(bounty) }) : m['wanted.give.open_free']()}
      onClose={onClose}
    >
      <p>{bounty > 0 ? m['wanted.give.text']() : m['wanted.give.text_free']()}</p>
      <div role="group" aria-label={m['wanted.give.answers']()} className="grid gap-3">
        {answers.map((answer) => {
          const index = chosen.indexOf(answer.id);
          const amount = index < 0 ? 0 : (amounts[index] ?? 0);
          return (
            <div key={answer.id} className="grid gap-2">
              <ChoiceField
                type="checkbox"
                checked={index >= 0}
                disabled={index < 0 && chosen.length >= wantedLimits.awards}
                onChange={({ target }) => {
                  setProblem('');
                  setChosen((before) =>
                    target.checked ? [...before, answer.id] : before.filter((id) => id !== answer.id),
                  );
                }}
              >
                {nameOf(answer)}
              </ChoiceField>
              {index >= 0 && bounty > 0 && chosen.length > 1 && (
                <TextField
                  label={m['wanted.give.amount']({ name: nameOf(answer) })}
                  inputMode="numeric"
                  maxLength={17}
                  value={typed[answer.id] ?? String(amount)}
                  onChange={({ target }) => {
                    setProblem('');
                    setTyped((before) => ({ ...before, [answer.id]: target.value }));
                  }}
                />
              )}
              {index >= 0 && bounty > 0 && (
                <p className="text-sm text-ink-soft">
                  {m['wanted.give.receives']({
                    amount: won(receivedOfAward(amount, feePercent).received),
                    fee: won(receivedOfAward(amount, feePercent).fee),
                  })}
                </p>
              )}
            </div>
          );
        })}
      </div>
      {more}
      <p className="text-sm text-ink-soft">{m['wanted.give.final']()}</p>
      {problem !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['wanted.post.cancel']()}
        </Button>
        <Button disabled={isSending} onClick={() => void give()}>
          {bounty > 0 ? m['wanted.give.go']() : m['wanted.give.go_free']()}
        </Button>
      </div>
    </Dialog>
  );
}
